import { logout } from '../../auth/actions.ts';
import type { Opened } from '../../auth/gate.ts';
import { perform } from '../../db/write.ts';
import { wakeForMails } from '../../http/mail.ts';
import { canTravel, keepSession, ownAddress } from '../cookies.ts';
import { asApi, BASE, type Context } from '../env.ts';
import { Buttons, Submit } from '../form.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { ButtonLink, Note } from '../parts.tsx';
import { isTicked, textIn } from '../typed.ts';
import { recognize } from '../visit.ts';
import { WORDS } from './words.ts';

/** Every step of a sign-in passes these on: the page to open afterwards, and a form to submit then. */
export interface Way {
	to: string;
	kept: string;
	/** True when a signed-in user confirms the identity once more. */
	isAgain: boolean;
}

/** Returns the fields that take it to the next step. */
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

/** A form that was sent after its session had ended. It travels through the sign-in and back in the browser alone. */
interface Kept {
	to: string;
	fields: [name: string, value: string][];
	hasFile: boolean;
}

const SECRET = /password|code|secret/i;
/** A longer text was made from a file, and is dropped like a file. */
const MAX_FIELD_LENGTH = 40_000;

/** Returns what was posted as a text, without secrets and files; empty when there is no form. */
export function keep(c: Context): string {
	const { typed } = c.var;
	if (typed === undefined) return '';
	const entries = [...typed.entries()];
	const fields = entries.filter(
		(entry): entry is [string, string] => !isFile(entry[1]) && !SECRET.test(entry[0]),
	);
	const url = new URL(c.req.url);
	const hasFile = entries.some(([, value]) => isFile(value));
	return JSON.stringify({ to: url.pathname + url.search, fields, hasFile } satisfies Kept);
}

const isFile = (value: File | string): boolean =>
	typeof value !== 'string' || value.length > MAX_FIELD_LENGTH;

function kept(text: string): Kept | null {
	try {
		const { to, fields, hasFile } = JSON.parse(text) as Kept;
		const isOurs = to.startsWith(`${BASE}/`) && Array.isArray(fields);
		return isOurs ? { to, fields, hasFile } : null;
	} catch {
		return null;
	}
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
	return form === null ? null : page(c, { title: 'Zubrot' }, <Offer form={form} />);
}

function Offer({ form }: { form: Kept }) {
	const { words } = useReader();
	return (
		<>
			<Heading title={words.kept} />
			{form.hasFile && <p>{words.fileGone}</p>}
			<form method="post" action={form.to} enctype={form.hasFile ? 'multipart/form-data' : undefined}>
				{form.fields.map(([name, value]) => (
					<input type="hidden" name={name} value={value} />
				))}
				<Buttons>
					<Submit look="main">{words.sendNow}</Submit>
					<ButtonLink to={BASE}>{words.discard}</ButtonLink>
				</Buttons>
			</form>
		</>
	);
}
