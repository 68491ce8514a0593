import { confirmResetRoute, registerRoute, renewInvitationRoute } from '../../auth/contract.ts';
import { confirmReset, register, renewInvitation } from '../../auth/password/actions.ts';
import { wakeForMails } from '../../http/mail.ts';
import { requireFreePlace } from '../../http/throttle.ts';
import { type App, asApi, BASE, type Context } from '../env.ts';
import { formPage, sentTo } from '../form.tsx';
import { OneField, readFields } from '../forms.tsx';
import { newPassword, text } from '../kinds.tsx';
import { checked, takePost } from '../submit.ts';
import { textIn } from '../typed.ts';
import { askReset, linkIsSent, ToSignIn } from './pages.tsx';
import { enter } from './way.tsx';
import { WORDS } from './words.ts';

const REGISTRATION = `${BASE}/registration`;
const NEW_PASSWORD = `${BASE}/new-password`;

/** A secret link or code, and the password to choose. */
const FIELDS = { token: { ...text({ maxlength: 20 }), whenEmpty: undefined }, password: newPassword };
const FORM = { words: WORDS, fields: FIELDS };

/** The pages for links in mails and codes in letters, on which people choose a password. */
export function serveLinks(app: App): void {
	app.get('/registration', (c) => askRegistration(c));
	takePost(app, '/registration', registerInvited, askRegistration);
	app.post('/registration/renewal', async (c) => {
		const { token } = checked(renewInvitationRoute, { token: textIn(c.var.typed, 'token') });
		await requireFreePlace(asApi(c), 'registration ');
		wakeForMails(asApi(c), await renewInvitation(await c.var.gateOf(asApi(c)), token));
		const words = WORDS[c.var.language];
		return linkIsSent(c, words.registration, words.renewed);
	});
	app.get('/password-reset', (c) => askReset(c));
	app.get('/new-password', (c) => askNewPassword(c));
	takePost(app, '/new-password', setPassword, askNewPassword);
}

async function registerInvited(c: Context, typed: FormData): Promise<Response> {
	const invited = checked(registerRoute, readFields(FIELDS, typed));
	await requireFreePlace(asApi(c), 'registration ');
	const way = { to: BASE, kept: '', isAgain: false };
	return enter(c, way, await register(await c.var.gateOf(asApi(c)), invited));
}

async function setPassword(c: Context, typed: FormData): Promise<Response> {
	const given = checked(confirmResetRoute, readFields(FIELDS, typed));
	await requireFreePlace(asApi(c), 'reset ');
	wakeForMails(asApi(c), await confirmReset(await c.var.gateOf(asApi(c)), given));
	return c.redirect(`${BASE}/sign-in?changed`, 303);
}

/** Returns the token or code in a form that was sent. In the address it stands behind the `#`, where a script reads it. */
const tokenIn = (c: Context): string => textIn(c.var.typed ?? new FormData(), 'token');

/** True for a code, which people type. The token of a link is longer. */
const isCode = (token: string): boolean => /^[A-Za-z\s-]{0,20}$/.test(token);

/** A code is asked for, and a token is kept. */
const Token = ({ token }: { token: string }) =>
	isCode(token) ? (
		<OneField of={FORM} name="token" value={token} />
	) : (
		<input type="hidden" name="token" value={token} />
	);

const isOver = (c: Context): boolean => c.var.sent?.refusal?.code === 'link_not_valid';

function askRegistration(c: Context) {
	const { registration: title, renew, register } = WORDS[c.var.language];
	const token = tokenIn(c);
	const others = <ToSignIn c={c} />;
	if (isOver(c) && !isCode(token)) {
		const state = sentTo(c, c.req.path);
		return formPage(
			c,
			{ title, to: `${REGISTRATION}/renewal`, state, button: renew, others },
			<Token token={token} />,
		);
	}
	const fields = (
		<>
			<Token token={token} />
			<OneField of={FORM} name="password" />
		</>
	);
	const form = { to: REGISTRATION, button: register, others };
	return formPage(c, { title, scripts: ['link.js'], ...form }, fields);
}

function askNewPassword(c: Context) {
	if (isOver(c)) return askReset(c, sentTo(c, c.req.path));
	const words = WORDS[c.var.language];
	const fields = (
		<>
			<Token token={tokenIn(c)} />
			<OneField of={FORM} name="password" />
			<p class="hint">{words.resetEnds}</p>
		</>
	);
	const form = { to: NEW_PASSWORD, button: words.setPassword, others: <ToSignIn c={c} /> };
	return formPage(c, { title: words.reset, scripts: ['link.js'], ...form }, fields);
}
