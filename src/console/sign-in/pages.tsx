import type { Child } from 'hono/jsx';
import type { Role } from '../../core/actor.ts';
import { canTravel } from '../cookies.ts';
import { BASE, type Context } from '../env.ts';
import { Field } from '../field.tsx';
import { type FormPageProps, formPage, type Refused, Submit, sentTo } from '../form.tsx';
import { Fields } from '../forms.tsx';
import { email, newPassword, secret, text } from '../kinds.tsx';
import { titledPage } from '../page.tsx';
import { MainLink, Note } from '../parts.tsx';
import { textIn } from '../typed.ts';
import { USER_WORDS } from '../users/words.ts';
import { alongOf, Ended, Unkept, type Way } from './way.tsx';
import { WORDS } from './words.ts';

const ASKED = {
	email: email({ autocomplete: 'username', maxlength: 255 }),
	password: secret('current-password', 255),
	code: text({ autocomplete: 'one-time-code', maxlength: 50 }),
};

/** Asks only which account a link or code belongs to. */
export const LOOK = 'look';

/** A secret link or code, and the password to choose. */
export const CHOSEN = { token: { ...text({ maxlength: 20 }), whenEmpty: undefined }, password: newPassword };

interface Asking extends Omit<FormPageProps, 'to'> {
	/** The address below the console. */
	to: string;
	/** Values that go along. */
	hidden?: Record<string, string>;
	fields?: Child;
}

/** A page that asks for one thing on the way in. */
const ask = (c: Context, { to, hidden = {}, fields, ...rest }: Asking, status?: number) =>
	formPage(
		c,
		{ ...rest, to: BASE + to },
		<>
			<Hidden values={hidden} />
			{fields}
		</>,
		status,
	);

const Asked = ({ name }: { name: keyof typeof ASKED }) => (
	<Fields of={{ words: WORDS, fields: ASKED }} only={[name]} />
);
const Chosen = ({ names }: { names: readonly (keyof typeof CHOSEN)[] }) => (
	<Fields of={{ words: WORDS, fields: CHOSEN }} only={names} />
);

/** Password managers read the address from the field of a hidden one. */
const Hidden = ({ values }: { values: Record<string, string> }) =>
	Object.entries(values).map(([name, value]) => (
		<input type="hidden" name={name} value={value} autocomplete={name === 'email' ? 'username' : undefined} />
	));

/** Asks for the address, which decides how the user signs in. */
export function askEmail(c: Context, way: Way, notice?: string, status?: number) {
	const { title, goOn: button } = WORDS[c.var.language];
	const lead = (
		<>
			{notice !== undefined && <Note>{notice}</Note>}
			{way.kept !== '' && (canTravel(way.kept) ? <Ended text={way.kept} /> : <Unkept text={way.kept} />)}
		</>
	);
	const form = { to: '/sign-in', hidden: alongOf(way), fields: <Asked name="email" />, button };
	return ask(c, { title, lead, ...form, scripts: ['link.js'], others: <Demo c={c} way={way} /> }, status);
}

interface ToProve {
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
	const form = { to: '/sign-in/password', hidden, fields: <Asked name="password" />, button: words.signIn };
	return ask(c, { title, above: email, lead, ...form, others }, status);
}

/** Leads people who wanted to choose a password to the identity provider that their company requires. */
export function leadToProvider(c: Context, { email, provider }: ToProve) {
	const { title, byProvider, noPassword } = WORDS[c.var.language];
	return titledPage(
		c,
		{ title, above: email, isNarrow: true },
		<>
			<Note>{noPassword}</Note>
			<p>
				<MainLink to={provider ?? `${BASE}/sign-in#${encodeURIComponent(email)}`}>{byProvider}</MainLink>
			</p>
		</>,
		409,
	);
}

/** Asks for the second factor after the right password. */
export function askCode(c: Context, way: Way, challenge: string) {
	const { secondFactor: title, signIn: button } = WORDS[c.var.language];
	const hidden = { ...alongOf(way), challenge };
	return ask(c, { title, to: '/sign-in/code', hidden, fields: <Asked name="code" />, button });
}

/** Offers to send a link for a new password. */
export function askReset(c: Context, state?: Refused) {
	const { reset: title, resetHint, sendLink: button } = WORDS[c.var.language];
	const fields = (
		<>
			<p>{resetHint}</p>
			<Asked name="email" />
		</>
	);
	return ask(c, { title, to: '/sign-in/forgotten', state, fields, button, others: <ToSignIn c={c} /> });
}

/** Returns the token or code in a form that was sent. In the address it stands behind the `#`, where a script reads it. */
const tokenIn = (c: Context): string => textIn(c.var.typed ?? new FormData(), 'token');

/** True for a code, which people type. The token of a link is longer. */
const isCode = (token: string): boolean => /^[A-Za-z\s-]{0,20}$/.test(token);

const isOver = (c: Context): boolean => c.var.sent?.refusal?.code === 'link_not_valid';

/** Asks for the password of a new account. A link that is over leads to a new one. */
export function askRegistration(c: Context) {
	const { registration: title, renew, register: button, invited } = WORDS[c.var.language];
	const token = tokenIn(c);
	const others = <ToSignIn c={c} />;
	if (!isOver(c) || isCode(token)) {
		const form = { title, to: '/registration', others };
		return askToken(c, form, (account) => {
			const lead = account.company === '' ? undefined : invited(account.company);
			return askPasswordOf(c, { ...form, button, ...(lead && { lead }) }, account);
		});
	}
	const form = {
		to: '/registration/renewal',
		state: sentTo(c, c.req.path),
		hidden: { token },
		button: renew,
	};
	return ask(c, { title, ...form, others });
}

/** Asks for a new password. */
export function askNewPassword(c: Context) {
	if (isOver(c)) return askReset(c, sentTo(c, c.req.path));
	const { reset: title, setPassword: button, resetEnds } = WORDS[c.var.language];
	const form = { title, to: '/new-password', others: <ToSignIn c={c} /> };
	return askToken(c, form, (account) => askPasswordOf(c, { ...form, button, lead: resetEnds }, account));
}

/** Asks to send the link or code that sets an e-mail address. */
export function askAddress(c: Context, to: string, done: 'moved' | 'restored') {
	const { title, hint, button } = WORDS[c.var.language].addresses[done];
	const form = { title, to, others: <ToSignIn c={c} /> };
	return askToken(c, form, ({ token, email }) =>
		ask(c, { ...form, above: email, lead: <p>{hint}</p>, button, hidden: { token, email } }),
	);
}

/** The account that a valid link or code belongs to, and the link or code. */
interface Account {
	token: string;
	email: string;
	/** Empty for users of several companies, and for those of the platform. */
	company: string;
}

/** Asks for the link or code, and sends it alone. Once it has named its account, `then` asks for the rest. */
function askToken(
	c: Context,
	form: Omit<Asking, 'button'>,
	then: (account: Account) => Response | Promise<Response>,
) {
	const typed = c.var.typed ?? new FormData();
	const token = tokenIn(c);
	const [email, company] = [textIn(typed, 'email'), textIn(typed, 'company')];
	if (!isOver(c) && (email !== '' || typed.has('password'))) return then({ token, email, company });
	const fields = (
		<>
			<input type="hidden" name="_do" value={LOOK} />
			{isCode(token) && <Chosen names={['token']} />}
		</>
	);
	const { goOn: button } = WORDS[c.var.language];
	return ask(c, { ...form, scripts: ['link.js'], hidden: isCode(token) ? {} : { token }, fields, button });
}

/** Asks for the password of an account. Password managers keep it with the address. */
function askPasswordOf(c: Context, { lead, ...form }: Asking, { token, email, company }: Account) {
	const { email: label } = WORDS[c.var.language];
	const fields = (
		<>
			{lead !== undefined && <p>{lead}</p>}
			{email !== '' && (
				<Field name="email" label={label} value={email} type="email" autocomplete="username" readonly />
			)}
			<Chosen names={['password']} />
		</>
	);
	return ask(c, { ...form, hidden: { token, company }, fields });
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

const ToSignIn = ({ c }: { c: Context }) => (
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
