import { perform } from '../../foundation/db/write.ts';
import { wakeForMails } from '../../foundation/http/mail.ts';
import { logout } from '../../tenants/auth/actions.ts';
import type { Opened } from '../../tenants/auth/gate.ts';
import { canTravel, keepSession, ownAddress } from '../cookies.ts';
import { asApi, BASE, type Context } from '../env.ts';
import { FileField } from '../field.tsx';
import { Buttons, Submit } from '../form.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { ButtonLink, Note } from '../parts.tsx';
import { isTicked, keepFiles, textIn } from '../typed.ts';
import { recognize } from '../visit.ts';
import { WORDS } from './words.ts';

/** Every step of a sign-in passes these on: the page to open afterwards, and a form to submit then. */
export interface Way {
	to: string;
	kept: string;
	/** True when a signed-in user confirms the identity once more. */
	isAgain: boolean;
}

/** Returns the hidden fields that pass this on to the next step. */
export const alongOf = ({ to, kept, isAgain }: Way): Record<string, string> => ({
	to,
	...(kept !== '' && canTravel(kept) && { kept }),
	...(isAgain && { again: 'on' }),
});

export function wayOf(c: Context): Way {
	const { typed } = c.var;
	return {
		to: ownAddress(c, textIn(typed, 'to')),
		kept: textIn(typed, 'kept'),
		isAgain: isTicked(typed, 'again'),
	};
}

/** Opens the session in the browser. A session that the browser had before ends. */
export async function enter(c: Context, { to, kept }: Way, { secret, mails }: Opened): Promise<Response> {
	wakeForMails(asApi(c), mails);
	if (await recognize(c)) await endSession(c);
	keepSession(c, secret);
	return offerKept(c, kept) ?? c.redirect(to, 303);
}

export const endSession = (c: Context) =>
	perform(
		c.var.call,
		() => logout(c.var.call),
		() => ({ status: 200, headers: {}, body: '{}' }),
	);

/** A form that was sent after its session had ended. Only the browser keeps it during the sign-in. */
interface Kept {
	to: string;
	fields: [name: string, value: string][];
	/** The names of the files. They stay in the browser if it runs scripts. Otherwise the user has to select them again. */
	files: string[];
	/** True when a long text was dropped. */
	isCut: boolean;
}

const SECRET = /password|code|secret/i;
/** A longer text was made from a file, and is dropped. */
const MAX_FIELD_LENGTH = 40_000;

/** Returns what was posted as a text, without secrets and files; empty when there is no form. */
export function keep(c: Context): string {
	const { typed } = c.var;
	if (typed === undefined) return '';
	const entries = [...typed.entries()];
	const files = entries.flatMap(([name, value]) => (value instanceof File ? [name] : []));
	const texts = entries.filter(
		(entry): entry is [string, string] => !files.some((file) => entry[0].split('.', 1)[0] === file),
	);
	const isLong = ([, value]: [string, string]) => value.length > MAX_FIELD_LENGTH;
	const fields = texts.filter((entry) => !isLong(entry) && !SECRET.test(entry[0]));
	const to = c.req.path + new URL(c.req.url).search;
	return JSON.stringify({ to, fields, files, isCut: texts.some(isLong) } satisfies Kept);
}

function kept(text: string): Kept | null {
	try {
		const { to, fields, files = [], isCut } = JSON.parse(text) as Kept;
		const isOurs = to.startsWith(`${BASE}/`) && Array.isArray(fields);
		return isOurs ? { to, fields, files, isCut } : null;
	} catch {
		return null;
	}
}

/** Says that a form is kept, and why it was not taken. Without scripts, its file is not kept. */
export function Ended({ text, sentence }: { text: string; sentence?: string | undefined }) {
	const { ended, fileNotKept } = useWords(WORDS);
	return (
		<Note>
			{sentence ?? ended}
			{(kept(text)?.files ?? []).length > 0 && <noscript> {fileNotKept}</noscript>}
		</Note>
	);
}

/** Shows entries that are too long to be kept during the sign-in, so that they can be copied. */
export function Unkept({ text }: { text: string }) {
	const { tooMuch, entries } = useWords(WORDS);
	const typed = kept(text)?.fields.filter(([name, value]) => !name.startsWith('_') && value !== '') ?? [];
	return (
		<>
			<Note>{tooMuch}</Note>
			<p>
				<label for="entries">{entries}</label>
				<textarea id="entries" readonly rows={8}>
					{typed.map(([name, value]) => `${name}: ${value}`).join('\n')}
				</textarea>
			</p>
		</>
	);
}

/** Offers to send the form that was kept. Returns null when there is none. */
function offerKept(c: Context, text: string): Response | Promise<Response> | null {
	const form = kept(text);
	if (form === null) return null;
	return page(
		c,
		{ title: 'Zubrot', scripts: form.files.length > 0 ? ['photo.js'] : [] },
		<Offer form={form} />,
	);
}

/** Offers to send a form again, with its files, that was refused before it was read by anything else. */
export async function offerAgain(c: Context, title: string, status: number): Promise<Response> {
	const { typed } = c.var;
	await keepFiles(typed);
	const fields = [...typed.entries()].filter(
		(entry): entry is [string, string] => typeof entry[1] === 'string' && !SECRET.test(entry[0]),
	);
	const form = { to: c.req.path + new URL(c.req.url).search, fields, files: [], isCut: false };
	return page(c, { title }, <Offer form={form} title={title} isLarge />, status);
}

interface OfferProps {
	form: Kept;
	title?: string;
	/** True when the fields may hold a file. */
	isLarge?: boolean;
}

function Offer({ form, title, isLarge = false }: OfferProps) {
	const { words } = useReader();
	return (
		<>
			<Heading title={title ?? words.kept} />
			{form.isCut && <p>{words.fileGone}</p>}
			<form
				method="post"
				action={form.to}
				enctype={isLarge || form.isCut || form.files.length > 0 ? 'multipart/form-data' : undefined}
			>
				{form.fields.map(([name, value]) => (
					<input type="hidden" name={name} value={value} />
				))}
				{form.files.map((name) => (
					<FileField name={name} label={words.file} hint={words.fileGone} />
				))}
				<Buttons>
					<Submit look="main">{words.sendNow}</Submit>
					<ButtonLink to={BASE}>{words.discard}</ButtonLink>
				</Buttons>
			</form>
		</>
	);
}
