import type { Instant } from '../core/instant.ts';
import { dictionary } from '../core/language.ts';
import type { Context } from './env.ts';
import { sayIn } from './format.ts';
import { Heading, page } from './page.tsx';
import { Panel } from './parts.tsx';

const WORDS = dictionary({
	title: ['Invitation link', 'Einladungslink'],
	hint: [
		'This service does not send mails. Share this link yourself. It is shown only once.',
		'Dieser Dienst sendet keine Mails. Geben Sie diesen Link selbst weiter. Er wird nur einmal angezeigt.',
	],
	until: (day: string) => [`It is valid until ${day}.`, `Er gilt bis ${day}.`],
	next: ['Continue', 'Weiter'],
});

interface LinkProps {
	email: string;
	link: string;
	dateExpires: Instant;
	/** The page after this one. */
	to: string;
}

/** The link of an invitation, shown once where no mail can bring it. */
export function linkPage(c: Context, { email, link, dateExpires, to }: LinkProps) {
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.title },
		<div class="narrow">
			<Heading title={words.title} above={email} />
			<Panel>
				<p>
					{words.hint} {words.until(sayIn(c.var.language).day(dateExpires))}
				</p>
				<p>
					<code class="secret">{link}</code>
				</p>
				<a href={to}>{words.next}</a>
			</Panel>
		</div>,
	);
}
