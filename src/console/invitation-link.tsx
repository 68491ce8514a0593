import type { Context } from './env.ts';
import { Heading, page } from './page.tsx';
import { Panel } from './parts.tsx';
import type { Catalogue } from './words.ts';

const ENGLISH = {
	title: 'The link of the invitation',
	hint: 'No mail leaves this service, so hand the link over. It is shown only now.',
	next: 'Go on',
};
const WORDS: Catalogue<typeof ENGLISH> = {
	en: ENGLISH,
	de: {
		title: 'Der Link der Einladung',
		hint: 'Dieser Dienst sendet keine Mails. Geben Sie den Link weiter; er wird nur jetzt gezeigt.',
		next: 'Weiter',
	},
};

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
