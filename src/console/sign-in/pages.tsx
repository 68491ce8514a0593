import type { Role } from '../../core/actor.ts';
import { BASE, type Context } from '../env.ts';
import { Field } from '../field.tsx';
import { formPage, type Refused, Submit } from '../form.tsx';
import { titledPage } from '../page.tsx';
import { MainLink, Note } from '../parts.tsx';
import { USER_WORDS } from '../users/words.ts';
import { Along, type Way } from './way.tsx';
import { WORDS } from './words.ts';

const Email = ({ label }: { label: string }) => (
	<Field name="email" label={label} type="email" autocomplete="username" maxlength={255} />
);

/** Asks for the address, which decides how the user signs in. */
export function askEmail(c: Context, way: Way, notice?: string, status?: number) {
	const { title, ended, email, go } = WORDS[c.var.language];
	const lead = (
		<>
			{notice !== undefined && <Note>{notice}</Note>}
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
	return formPage(c, { title, lead, to: `${BASE}/sign-in`, button: go, others }, fields, status);
}

interface ToProve {
	email: string;
	/** The address of the company's identity provider, if it has one. */
	provider: string | null;
	/** True when the form is too large to be kept on the way to the identity provider and back. */
	isTooMuch?: boolean;
}

/** Asks for the password, and shows the way to the identity provider of the company. */
export function askPassword(
	c: Context,
	way: Way,
	{ email, provider, isTooMuch = false }: ToProve,
	status?: number,
) {
	const words = WORDS[c.var.language];
	const lead = (
		<>
			{way.isAgain && <p>{words.whyAgain}</p>}
			{isTooMuch && <Note>{words.tooMuch}</Note>}
			{provider !== null && (
				<>
					<p>
						<MainLink to={provider}>{words.byProvider}</MainLink>
					</p>
					<p>{words.orPassword}</p>
				</>
			)}
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
	const form = { to: `${BASE}/sign-in/password`, button: words.signIn };
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

/** Asks for the second factor after the right password. */
export function askCode(c: Context, way: Way, challenge: string) {
	const { codeTitle: title, code, codeHint, signIn } = WORDS[c.var.language];
	const fields = (
		<>
			<Along {...way} />
			<input type="hidden" name="challenge" value={challenge} />
			<Field name="code" label={code} hint={codeHint} autocomplete="one-time-code" maxlength={50} />
		</>
	);
	return formPage(c, { title, to: `${BASE}/sign-in/code`, button: signIn }, fields);
}

/** Offers to send a link for a new password. */
export function askReset(c: Context, state?: Refused) {
	const words = WORDS[c.var.language];
	const form = { to: `${BASE}/sign-in/forgotten`, state, button: words.sendLink };
	const fields = (
		<>
			<p>{words.resetHint}</p>
			<Email label={words.email} />
		</>
	);
	const others = <ToSignIn c={c} />;
	return formPage(c, { title: words.reset, ...form, others }, fields);
}

/** Says that a link is on its way, whether or not there is an account. */
export const linkIsSent = (c: Context, title: string, sentence: string) =>
	titledPage(
		c,
		{ title, isNarrow: true },
		<>
			<Note mood="good">{sentence}</Note>
			<ToSignIn c={c} />
		</>,
	);

export const ToSignIn = ({ c }: { c: Context }) => (
	<p>
		<a href={`${BASE}/sign-in`}>{WORDS[c.var.language].title}</a>
	</p>
);

interface Accounts {
	password: string;
	accounts: { email: string; role: Role; company: string | null }[];
}

/** Returns the demo accounts of a local start; null elsewhere. */
function accountsOf(c: Context): Accounts | null {
	const { DEMO_ACCOUNTS } = c.env;
	const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(c.req.url).hostname);
	return DEMO_ACCOUNTS === undefined || !isLocal ? null : (JSON.parse(DEMO_ACCOUNTS) as Accounts);
}

/** Signs in to a demo account with one click. */
function Demo({ c, way }: { c: Context; way: Way }) {
	const words = WORDS[c.var.language];
	const demo = accountsOf(c);
	if (demo === null) return null;
	return (
		<section class="panel">
			<h2>{words.demo}</h2>
			<p class="hint">{words.demoHint}</p>
			<ul class="rows">
				{demo.accounts.map(({ email, role, company }) => (
					<li>
						<form method="post" action={`${BASE}/sign-in/password`}>
							<Along {...way} />
							<input type="hidden" name="email" value={email} />
							<input type="hidden" name="password" value={demo.password} />
							<Submit look="plain">{email}</Submit>
						</form>
						<small>
							{USER_WORDS[c.var.language].roleNames[role]}
							{company === null ? '' : ` · ${company}`}
						</small>
					</li>
				))}
			</ul>
		</section>
	);
}
