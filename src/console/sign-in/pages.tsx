import type { Child } from 'hono/jsx';
import type { Role } from '../../foundation/core/actor.ts';
import { isOfThisMachine } from '../../foundation/core/addresses.ts';
import { canTravel } from '../cookies.ts';
import { BASE, type Context } from '../env.ts';
import { type FormPageProps, formPage, Submit } from '../form.tsx';
import { Fields } from '../forms.tsx';
import { email, secret, text } from '../kinds.tsx';
import { MainLink, Note } from '../parts.tsx';
import { USER_WORDS } from '../users/words.ts';
import { alongOf, Ended, Unkept, type Way } from './way.tsx';
import { WORDS } from './words.ts';

const ASKED = {
	email: email({ autocomplete: 'username', maxlength: 255 }),
	password: secret('current-password', 255),
	code: text({ autocomplete: 'one-time-code', maxlength: 50 }),
};

export interface Asking extends Omit<FormPageProps, 'to'> {
	/** The address below the console. */
	to: string;
	hidden?: Record<string, string>;
	fields?: Child;
}

/** A page with one form, as a step of the sign-in. */
export const ask = (c: Context, { to, hidden = {}, fields, ...rest }: Asking, status?: number) =>
	formPage(
		c,
		{ ...rest, to: BASE + to },
		<>
			<Hidden values={hidden} />
			{fields}
		</>,
		status,
	);

export const SignInField = ({ name }: { name: keyof typeof ASKED }) => (
	<Fields of={{ words: WORDS, fields: ASKED }} only={[name]} />
);

/** Password managers also read the address from a hidden field. */
const Hidden = ({ values }: { values: Record<string, string> }) =>
	Object.entries(values).map(([name, value]) => (
		<input type="hidden" name={name} value={value} autocomplete={name === 'email' ? 'username' : undefined} />
	));

/** Asks for the address, which decides how the user signs in. `ended` says why a form that is kept was not saved. */
export function askEmail(c: Context, way: Way, notice?: string, status?: number, ended?: string) {
	const { title, goOn: button } = WORDS[c.var.language];
	const lead = (
		<>
			{notice !== undefined && <Note>{notice}</Note>}
			{way.kept !== '' &&
				(canTravel(way.kept) ? <Ended text={way.kept} sentence={ended} /> : <Unkept text={way.kept} />)}
		</>
	);
	const form = { to: '/sign-in', hidden: alongOf(way), fields: <SignInField name="email" />, button };
	return ask(c, { title, lead, ...form, scripts: ['link.js'], others: <Demo c={c} way={way} /> }, status);
}

export interface ToProve {
	email: string;
	/** The address of the company's identity provider, if it has one. */
	provider: string | null;
	/** True when the form is too long to be kept during the sign-in. */
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
			{isTooMuch && <Unkept text={way.kept} />}
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
				<Hidden values={{ email }} />
				<p>
					<button type="submit" class="plain" name="_do" value="ask">
						{words.forgotten}
					</button>
				</p>
			</form>
			{!way.isAgain && (
				<p>
					<a href={`${BASE}/sign-in?other&to=${encodeURIComponent(way.to)}`}>{words.other}</a>
				</p>
			)}
		</>
	);
	const title = way.isAgain ? words.again : words.title;
	const hidden = { ...alongOf(way), email };
	const form = {
		to: '/sign-in/password',
		hidden,
		fields: <SignInField name="password" />,
		button: words.signIn,
	};
	return ask(c, { title, above: email, lead, ...form, others }, status);
}

/** Asks for the second factor after the right password. */
export function askCode(c: Context, way: Way, challenge: string) {
	const { secondFactor: title, signIn: button } = WORDS[c.var.language];
	const hidden = { ...alongOf(way), challenge };
	return ask(c, { title, to: '/sign-in/code', hidden, fields: <SignInField name="code" />, button });
}

interface Accounts {
	password: string;
	accounts: { email: string; role: Role; company: string | null }[];
}

/** Returns the demo accounts of a local start; null elsewhere. */
function accountsOf(c: Context): Accounts | null {
	const { DEMO_ACCOUNTS } = c.env;
	return DEMO_ACCOUNTS === undefined || !isOfThisMachine(c.req.url)
		? null
		: (JSON.parse(DEMO_ACCOUNTS) as Accounts);
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
							<Hidden values={{ ...alongOf(way), email, password: demo.password }} />
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
