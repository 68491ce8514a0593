import { BASE, type Context } from '../env.ts';
import { Field } from '../field.tsx';
import type { Refused } from '../form.tsx';
import { formPage } from '../form-page.tsx';
import { Heading, page } from '../page.tsx';
import { Note } from '../parts.tsx';
import { Demo } from './demo.tsx';
import { Along, type Way } from './way.tsx';
import { WORDS } from './words.ts';

const Email = ({ label }: { label: string }) => (
	<Field name="email" label={label} type="email" autocomplete="username" maxlength={255} />
);

/** Asks for the address, which decides how one signs in. */
export function askEmail(c: Context, way: Way, state: Refused & { notice?: string } = {}, status = 200) {
	const { title, ended, email, go } = WORDS[c.var.language];
	const lead = (
		<>
			{state.notice !== undefined && <Note>{state.notice}</Note>}
			{way.kept !== '' && <Note>{ended}</Note>}
		</>
	);
	const fields = (
		<>
			<Along {...way} />
			<Email label={email} />
		</>
	);
	const others = <Demo c={c} way={way} />;
	return formPage(c, { title, lead, to: `${BASE}/sign-in`, state, button: go, others }, fields, status);
}

interface ToProve {
	email: string;
	/** The address of the company's provider, if it has one. */
	provider: string | null;
	/** Whether what was typed is too much to be kept on the way to the provider and back. */
	isTooMuch?: boolean;
}

/** Asks for the password, and shows the way to the company's provider. */
export function askPassword(
	c: Context,
	way: Way,
	{ email, provider, isTooMuch = false }: ToProve,
	state: Refused = {},
	status = 200,
) {
	const words = WORDS[c.var.language];
	const lead = (
		<>
			{way.isAgain && <p>{words.whyAgain}</p>}
			{isTooMuch && <Note>{words.tooMuch}</Note>}
			{provider !== null && (
				<p>
					<a class="button main" href={provider}>
						{words.byProvider}
					</a>
				</p>
			)}
			{provider !== null && <p>{words.orPassword}</p>}
		</>
	);
	const others = (
		<>
			<form method="post" action={`${BASE}/sign-in/forgotten`}>
				<input type="hidden" name="email" value={email} />
				<p>
					<button type="submit" class="plain" name="_do" value="ask">
						{words.forgotten}
					</button>
				</p>
			</form>
			{!way.isAgain && (
				<p>
					<a href={`${BASE}/sign-in?to=${encodeURIComponent(way.to)}`}>{words.other}</a>
				</p>
			)}
		</>
	);
	const title = way.isAgain ? words.again : words.title;
	const form = { to: `${BASE}/sign-in/password`, state, button: words.signIn };
	const fields = (
		<>
			<Along {...way} />
			<input type="hidden" name="email" value={email} autocomplete="username" />
			<Field
				name="password"
				label={words.password}
				type="password"
				autocomplete="current-password"
				maxlength={255}
			/>
		</>
	);
	return formPage(c, { title, above: email, lead, ...form, others }, fields, status);
}

/** Asks for the second factor of somebody whose password was right. */
export function askCode(c: Context, way: Way, challenge: string, state: Refused = {}, status = 200) {
	const { codeTitle: title, code, codeHint, signIn } = WORDS[c.var.language];
	const fields = (
		<>
			<Along {...way} />
			<input type="hidden" name="challenge" value={challenge} />
			<Field name="code" label={code} hint={codeHint} autocomplete="one-time-code" maxlength={50} />
		</>
	);
	return formPage(c, { title, to: `${BASE}/sign-in/code`, state, button: signIn }, fields, status);
}

/** Offers to send a link for a new password. */
export function askReset(c: Context, state: Refused = {}, status = 200) {
	const words = WORDS[c.var.language];
	const form = { to: `${BASE}/sign-in/forgotten`, state, button: words.sendLink };
	const fields = (
		<>
			<p>{words.resetHint}</p>
			<Email label={words.email} />
		</>
	);
	const others = <ToSignIn c={c} />;
	return formPage(c, { title: words.reset, scripts: ['link.js'], ...form, others }, fields, status);
}

/** Says that a link is on its way, if there is whom it is for. */
export const linkIsSent = (c: Context, title: string, sentence: string) =>
	page(
		c,
		{ title },
		<div class="narrow">
			<Heading title={title} />
			<Note mood="good">{sentence}</Note>
			<ToSignIn c={c} />
		</div>,
	);

export const ToSignIn = ({ c }: { c: Context }) => (
	<p>
		<a href={`${BASE}/sign-in`}>{WORDS[c.var.language].title}</a>
	</p>
);
