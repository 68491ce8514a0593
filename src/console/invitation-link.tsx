import { dictionary } from '../core/language.ts';
import type { Context } from './env.ts';
import { Heading, page } from './page.tsx';
import { Panel } from './parts.tsx';

const WORDS = dictionary({
	title: ['Invitation link', 'Einladungslink'],
	hint: [
		'This service does not send mails. Share this link yourself; it is shown only once.',
		'Dieser Dienst sendet keine Mails. Geben Sie diesen Link selbst weiter; er wird nur einmal angezeigt.',
	],
	next: ['Continue', 'Weiter'],
});

interface Handed {
	email: string;
	link: string;
	/** Where the reader goes on. */
	to: string;
}

/** The link of an invitation, shown once where no mail can bring it. */
export function linkPage(c: Context, { email, link, to }: Handed) {
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.title },
		<div class="narrow">
			<Heading title={words.title} above={email} />
			<Panel>
				<p>
					<code>{link}</code>
				</p>
				<p class="hint">{words.hint}</p>
				<a href={to}>{words.next}</a>
			</Panel>
		</div>,
	);
}
