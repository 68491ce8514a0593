import { confirmReset, register, renewInvitation } from '../../auth/password/actions.ts';
import { confirmResetRoute, registerRoute, renewInvitationRoute } from '../../auth/password/contract.ts';
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
const RESET = `${BASE}/password-reset`;

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
	app.get('/password-reset', (c) => (tokenIn(c) === '' ? askReset(c) : askNewPassword(c)));
	takePost(app, '/password-reset', setPassword, askNewPassword);
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

/** Returns the token or code in the form, or in the address. */
const tokenIn = (c: Context): string =>
	textIn(c.var.typed ?? new FormData(), 'token') || (c.req.query('token') ?? '');

/** True for the code of a printed invitation, which people type. The token of a link is longer. */
const isCode = (token: string): boolean => /^[A-Za-z\s-]{0,20}$/.test(token);

const isOver = (c: Context): boolean => c.var.sent?.refusal?.code === 'link_not_valid';

function askRegistration(c: Context) {
	const { registration: title, renew, register } = WORDS[c.var.language];
	const token = tokenIn(c);
	const others = <ToSignIn c={c} />;
	const hidden = <input type="hidden" name="token" value={token} />;
	if (isOver(c) && !isCode(token)) {
		const state = sentTo(c, c.req.path);
		return formPage(c, { title, to: `${REGISTRATION}/renewal`, state, button: renew, others }, hidden);
	}
	const fields = (
		<>
			{isCode(token) ? <OneField of={FORM} name="token" value={token} /> : hidden}
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
			<input type="hidden" name="token" value={tokenIn(c)} />
			<OneField of={FORM} name="password" />
			<p class="hint">{words.resetEnds}</p>
		</>
	);
	const form = { to: RESET, button: words.setPassword, others: <ToSignIn c={c} /> };
	return formPage(c, { title: words.reset, ...form }, fields);
}
