import { html } from 'hono/html';
import { codeBeside, inGroups } from '../../../foundation/core/codes.ts';
import { dictionary, LANGUAGES, type Language } from '../../../foundation/core/language.ts';
import { originOf, type Sender } from '../../../foundation/core/mail-settings.ts';
import type { MailKind } from '../rules.ts';
import { COMPANY_ACCOUNT_INVITATION, TEXTS, type Text } from '../texts/rules.ts';
import { type Facts, factsIn, filled } from '../words/rules.ts';

export interface Draft {
	id: string;
	kind: MailKind;
	data: Record<string, string>;
	/** The decrypted token of its link. */
	token: string | null;
	email: string;
	/** True when the person must sign in through the company's identity provider. */
	isBoundToSso: boolean;
	firstName: string | null;
	lastName: string | null;
	/** IETF tags such as `de-AT`, in the order of preference. */
	languages: readonly (string | null)[];
	companyName: string | null;
	senderName: string | null;
}

/** Mails to addresses that nobody has proven. */
const STRANGERS: readonly MailKind[] = [
	'address_confirmation',
	'address_proof',
	'proof_requested',
	'password_reset_unproven',
	'address_left',
];

/** Returns the mail in the first supported language, as plain text and as HTML. */
export function write(draft: Draft, from: Sender, publicUrl: string): Message {
	const language = languageOf(draft.languages);
	const index = LANGUAGES.indexOf(language);
	const leadsToProvider = draft.kind === 'invitation' && draft.isBoundToSso;
	const { subject, page, button, body }: Text = leadsToProvider
		? COMPANY_ACCOUNT_INVITATION
		: TEXTS[draft.kind];
	const behind = leadsToProvider ? draft.email : draft.token;
	const company = harmless(draft.companyName ?? from.name ?? 'Zubrot');
	const data = Object.fromEntries(Object.entries(draft.data).map(([name, value]) => [name, harmless(value)]));
	const facts = {
		...factsIn(language, company, data),
		code: draft.token === null ? undefined : inGroups(codeBeside(draft.token)),
	};
	// The address is not confirmed yet, so it may belong to a stranger.
	const isStranger = STRANGERS.includes(draft.kind);
	const names = isStranger ? [] : [draft.firstName, draft.lastName];
	const name = names.filter((part) => part !== null).map(harmless);
	const letter: Letter = {
		language,
		subject: oneLine(filled(subject[index] ?? '', facts) ?? ''),
		paragraphs: [FRAME[language].greeting(name.join(' ')), ...paragraphsOf(body[index] ?? '', facts)],
		link: {
			url: linkTo(publicUrl, pageIn(page ?? '', facts), behind),
			button: button?.[index] ?? '',
		},
		closing: FRAME[language].closing(company),
	};
	const sender = oneLine(draft.senderName ?? '').replace(/[<>"@,;:\\]/g, ' ');
	return {
		id: draft.id,
		to: draft.email,
		from: { ...from, name: sender.trim() || from.name },
		subject: letter.subject,
		text: asText(letter),
		html: asHtml(letter),
	};
}

interface Letter {
	language: Language;
	subject: string;
	/** Null stands for the link. */
	paragraphs: (string | null)[];
	link: { url: string; button: string };
	closing: string;
}

/** The place of the link is found before facts are filled in, so that no fact can contain it. */
const paragraphsOf = (body: string, facts: Facts): Letter['paragraphs'] =>
	body
		.split('\n')
		.flatMap((line) => (line.trim() === '{link}' ? null : filled(line, facts)?.split('\n')))
		.filter((paragraph) => paragraph !== undefined);

/** Returns the path of a page. For earlier mails without its facts, it is the path of the page above. */
const pageIn = (page: string, facts: Facts): string => filled(page, facts) ?? page.replace(/\/\{.*/, '');

/** The token or address comes after the `#`, so that no server and no log gets it. */
const linkTo = (publicUrl: string, page: string, behind: string | null): string =>
	`${originOf(publicUrl)}${page}${behind === null ? '' : `#${encodeURIComponent(behind)}`}`;

const FRAME = dictionary({
	greeting: (name: string) =>
		name === '' ? ['Hello,', 'Guten Tag,'] : [`Hello ${name},`, `Guten Tag ${name},`],
	closing: (company: string) => [
		`This message was sent automatically on behalf of ${company}. Please do not reply to it.`,
		`Diese Nachricht wurde im Auftrag von ${company} automatisch verschickt. Bitte antworten Sie nicht darauf.`,
	],
});

const languageOf = (preferred: Draft['languages']): Language =>
	preferred
		.map((tag) => LANGUAGES.find((language) => tag?.toLowerCase().split('-')[0] === language))
		.find((language) => language !== undefined) ?? 'en';

const asText = ({ paragraphs, link: { button, url }, closing }: Letter): string =>
	`${[...paragraphs.map((text) => text ?? `${button}:\n${url}`), `--\n${closing}`].join('\n\n')}\n`;

const PARAGRAPH = 'margin:0 0 16px';

/** Returns HTML that loads nothing from elsewhere, so that nobody learns when it was opened. */
function asHtml({ language, subject, paragraphs, link: { button, url }, closing }: Letter): string {
	const paragraph = (text: string | null) =>
		text === null
			? html`<p style="${PARAGRAPH}"><a href="${url}" style="font-weight:bold">${button}</a></p>
<p style="${PARAGRAPH};font-size:13px;word-break:break-all">${url}</p>`
			: html`<p style="${PARAGRAPH}">${text}</p>`;
	return String(html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1a1a1a;background:#ffffff">
<div style="max-width:560px;margin:0 auto">
${paragraphs.map(paragraph)}
<p style="margin:24px 0 0;font-size:13px;color:#555555">${closing}</p>
</div>
</body>
</html>
`);
}

const MAX_LENGTH = 300;
const MAX_LINE_LENGTH = 150;

/** Control characters, line and paragraph separators, and characters that hide or reverse text. */
const INVISIBLE = /([\p{Cc}\p{Zl}\p{Zp}]|(?!\u200c)\p{Cf})+/gu;
/** Characters by which mail programs recognise web addresses, e-mail addresses and host names. */
const LINK_PARTS = /(?<=\S)([.:@/])(?=\S)/g;
/** An invisible character after which mail programs no longer recognise a link. */
const SEPARATOR = '\u200c';

/** Returns user data as one line of text in which mail programs recognise no link. */
export const harmless = (text: string): string =>
	clipped(visible(text), MAX_LENGTH).replace(LINK_PARTS, `$1${SEPARATOR}`);

/** Returns a subject or sender name without line breaks, which could start another header. */
export const oneLine = (text: string): string => clipped(visible(text), MAX_LINE_LENGTH);

const visible = (text: string): string => text.replace(INVISIBLE, ' ').replace(/\s+/gu, ' ').trim();

const clipped = (text: string, length: number): string => {
	const characters = [...text];
	return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
};

export interface Message {
	/** The id is the same in every attempt, so that a carrier recognises a repetition. */
	id: string;
	to: string;
	from: Sender;
	subject: string;
	text: string;
	html: string;
}

/** The result of a delivery: accepted, refused for its recipient, refused for the present, or failed. */
export type Delivery =
	| { state: 'sent'; carrierId: string }
	| { state: 'bounced' | 'held_back' | 'failed'; reason: string };

/** Delivers a mail. Never throws. */
export type Carrier = (message: Message) => Promise<Delivery>;

const RECIPIENT_REFUSED = /^(E_RECIPIENT_SUPPRESSED|E_RECIPIENT_NOT_ALLOWED)$/;
const LIMIT_REACHED =
	/^(E_RATE_LIMIT_EXCEEDED|E_DAILY_LIMIT_EXCEEDED|rate_limit_exceeded|daily_quota_exceeded|monthly_quota_exceeded)$/;

/** Returns the meaning of a carrier's error code. Only the code is kept, because the carrier's texts may contain addresses. */
export function refusedWith(code: string): Delivery {
	if (RECIPIENT_REFUSED.test(code)) {
		return { state: 'bounced', reason: `The carrier does not deliver to this address (${code}).` };
	}
	if (LIMIT_REACHED.test(code)) {
		return { state: 'held_back', reason: `The carrier accepts no more mails for now (${code}).` };
	}
	return { state: 'failed', reason: `The carrier did not accept the mail (${code}).` };
}

/** Returns a code that is safe to store and show. */
export const codeOf = (value: unknown): string =>
	typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : 'unknown';
