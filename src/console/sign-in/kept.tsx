import { BASE, type Context } from '../env.ts';
import { Buttons } from '../form.tsx';
import { Heading, page, useReader } from '../page.tsx';

/** A form that somebody sent whose session had ended. It travels through the sign-in and back, in the browser alone. */
interface Kept {
	to: string;
	fields: [name: string, value: string][];
	hasFile: boolean;
}

/** Secrets are not kept. */
const SECRET = /password|code|secret/i;
const MAX_LENGTH = 60_000;
/** A longer text is one that was made of a file, and goes the way of files. */
const MAX_FIELD_LENGTH = 40_000;

/** What was posted, as a text; empty when there is nothing that could be sent again. */
export function keep(c: Context): string {
	const { typed } = c.var;
	if (typed === undefined) return '';
	const entries = [...typed.entries()];
	const fields = entries.filter(
		(entry): entry is [string, string] => !isFile(entry[1]) && !SECRET.test(entry[0]),
	);
	const url = new URL(c.req.url);
	const hasFile = entries.some(([, value]) => isFile(value));
	const text = JSON.stringify({ to: url.pathname + url.search, fields, hasFile } satisfies Kept);
	return text.length > MAX_LENGTH ? '' : text;
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

/** Offers to send what was kept; null when nothing was. A form with a file is opened anew. */
export function offerKept(c: Context, text: string): Response | Promise<Response> | null {
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
					<button type="submit" class="main">
						{words.sendNow}
					</button>
					<a class="button" href={BASE}>
						{words.discard}
					</a>
				</Buttons>
			</form>
		</>
	);
}
