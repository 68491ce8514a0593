import { BASE, type Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Form, type Refused, sentTo } from '../form.tsx';
import { Fields } from '../forms.tsx';
import { newPassword, optional, secret, text } from '../kinds.tsx';
import { titledPage } from '../page.tsx';
import { MainLink, Note } from '../parts.tsx';
import { textIn } from '../typed.ts';
import { type Asking, ask, SignInField, type ToProve } from './pages.tsx';
import { WORDS } from './words.ts';

/** The value of `_do` in a form that only asks which account a link or code belongs to. */
export const LOOK = 'look';

/** A secret link or code, and the password to choose. */
export const CHOSEN = { token: { ...text({ maxlength: 20 }), whenEmpty: undefined }, password: newPassword };

/** The proofs of the person beside a link to a new address. */
export const PROVEN = {
	password: optional(secret('current-password')),
	code: optional(text({ autocomplete: 'one-time-code', maxlength: 50 })),
};

const Chosen = ({ names }: { names: readonly (keyof typeof CHOSEN)[] }) => (
	<Fields of={{ words: WORDS, fields: CHOSEN }} only={names} />
);

/** Offers to send a link for a new password. */
export function askReset(c: Context, state?: Refused) {
	const { reset: title, resetHint, sendLink: button } = WORDS[c.var.language];
	const fields = (
		<>
			<p>{resetHint}</p>
			<SignInField name="email" />
		</>
	);
	return ask(c, { title, to: '/sign-in/forgotten', state, fields, button, others: <ToSignIn c={c} /> });
}

/** Returns the token or code in a form that was sent. In the address it stands behind the `#`, where a script reads it. */
const tokenIn = (c: Context): string => textIn(c.var.typed ?? new FormData(), 'token');

/** True for a code, which people type. The token of a link is longer. */
const isCode = (token: string): boolean => /^[A-Za-z\s-]{0,20}$/.test(token);

const isOver = (c: Context): boolean => c.var.sent?.refusal?.code === 'link_not_valid';

/** Asks for the password of a new account. For an expired link, it offers a new one. */
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

export function askNewPassword(c: Context) {
	if (isOver(c)) return askReset(c, sentTo(c, c.req.path));
	const { reset: title, setPassword: button, resetEnds } = WORDS[c.var.language];
	const form = { title, to: '/new-password', others: <ToSignIn c={c} /> };
	return askToken(c, form, (account) => askPasswordOf(c, { ...form, button, lead: resetEnds }, account));
}

/** Asks people to confirm a link or code that sets an e-mail address. */
export function askAddress(c: Context, to: string, done: 'moved' | 'restored') {
	const { title, hint, button } = WORDS[c.var.language].addresses[done];
	const form = { title, to, others: <ToSignIn c={c} /> };
	const isAsked = textIn(c.var.typed ?? new FormData(), 'isAsked');
	const fields = isAsked === '' ? undefined : <ProofFields c={c} />;
	return askToken(c, form, ({ token, email }) =>
		ask(c, { ...form, above: email, lead: <p>{hint}</p>, fields, button, hidden: { token, email, isAsked } }),
	);
}

const ProofFields = ({ c }: { c: Context }) => (
	<>
		<p>{WORDS[c.var.language].proofHint}</p>
		<Fields of={{ words: WORDS, fields: PROVEN }} />
	</>
);

/** Asks the old mailbox whether it agrees to a change that an administrator wants. */
export function askAgreement(c: Context) {
	const { title, hint, agree: button, refuse } = WORDS[c.var.language].agreement;
	const form = { title, to: '/address-agreement', others: <ToSignIn c={c} /> };
	return askToken(c, form, ({ token, email }) => {
		const others = (
			<Form to={`${BASE}/address-agreement`}>
				<input type="hidden" name="token" value={token} />
				<input type="hidden" name="email" value={email} />
				<button type="submit" name="_do" value="refuse">
					{refuse}
				</button>
			</Form>
		);
		return ask(c, { ...form, above: email, lead: <p>{hint}</p>, others, button, hidden: { token, email } });
	});
}

/** The account that a valid link or code belongs to, and the link or code. */
interface Account {
	token: string;
	email: string;
	/** Empty for users of several companies, and for those of the platform. */
	company: string;
}

/** Asks for the link or code, and sends only that. Once the answer has named its account, `then` asks for the rest. */
export function askToken(
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

export const ToSignIn = ({ c }: { c: Context }) => (
	<p>
		<a href={`${BASE}/sign-in`}>{WORDS[c.var.language].title}</a>
	</p>
);

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
