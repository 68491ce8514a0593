import { confirmReset, register, renewInvitation } from '../../auth/password/actions.ts';
import { confirmResetRoute, registerRoute, renewInvitationRoute } from '../../auth/password/contract.ts';
import { wakeForMails } from '../../http/mail.ts';
import { requireFreePlace } from '../../http/throttle.ts';
import { type App, asApi, BASE, type Context } from '../env.ts';
import { Field } from '../field.tsx';
import type { Refused } from '../form.tsx';
import { formPage } from '../form-page.tsx';
import { NewPassword } from '../new-password.tsx';
import { checked, submitted } from '../submit.ts';
import { secretIn, textIn } from '../typed.ts';
import { enter } from './entering.ts';
import { askReset, linkIsSent, ToSignIn } from './pages.tsx';
import { WORDS } from './words.ts';

const REGISTRATION = `${BASE}/registration`;
const RESET = `${BASE}/password-reset`;

/** The pages to which the links in mails lead, and the addresses in letters: a password is chosen there. */
export function serveLinks(app: App): void {
	app.get('/registration', (c) => askRegistration(c));
	app.post('/registration', (c) =>
		submitted(
			c,
			async (typed) => {
				const invited = checked(registerRoute, chosenIn(typed));
				await requireFreePlace(asApi(c), 'registration ');
				const way = { to: BASE, kept: '', isAgain: false };
				return enter(c, way, await register(await c.var.gateOf(asApi(c)), invited));
			},
			(refused, status) => askRegistration(c, refused, status),
		),
	);
	app.post('/registration/renewal', async (c) => {
		const { token } = checked(renewInvitationRoute, { token: textIn(c.var.typed, 'token') });
		await requireFreePlace(asApi(c), 'registration ');
		wakeForMails(asApi(c), await renewInvitation(await c.var.gateOf(asApi(c)), token));
		const words = WORDS[c.var.language];
		return linkIsSent(c, words.registration, words.renewed);
	});
	app.get('/password-reset', (c) => (tokenIn(c) === '' ? askReset(c) : askNewPassword(c)));
	app.post('/password-reset', (c) =>
		submitted(
			c,
			async (typed) => {
				const given = checked(confirmResetRoute, chosenIn(typed));
				await requireFreePlace(asApi(c), 'reset ');
				wakeForMails(asApi(c), await confirmReset(await c.var.gateOf(asApi(c)), given));
				return c.redirect(`${BASE}/sign-in?changed`, 303);
			},
			(refused, status) => askNewPassword(c, refused, status),
		),
	);
}

const chosenIn = (typed: FormData) => ({
	token: textIn(typed, 'token') || undefined,
	password: secretIn(typed, 'password'),
});

/** The token or code with which somebody comes, or came before the form was refused. */
const tokenIn = (c: Context): string =>
	textIn(c.var.typed ?? new FormData(), 'token') || (c.req.query('token') ?? '');

/** The code of a printed invitation, which can be mistyped; a link's token is longer. */
const isCode = (token: string): boolean => /^[A-Za-z\s-]{0,20}$/.test(token);

const isOver = ({ refusal }: Refused): boolean => refusal?.code === 'link_not_valid';

function askRegistration(c: Context, state: Refused = {}, status = 200) {
	const words = WORDS[c.var.language];
	const token = tokenIn(c);
	const others = <ToSignIn c={c} />;
	const hidden = <input type="hidden" name="token" value={token} />;
	if (isOver(state) && !isCode(token)) {
		const form = { to: `${REGISTRATION}/renewal`, state, button: words.renew, others };
		return formPage(c, { title: words.registration, ...form }, hidden, status);
	}
	const form = { to: REGISTRATION, state, button: words.register, others };
	const fields = (
		<>
			{isCode(token) ? (
				<Field
					name="token"
					label={words.letterCode}
					hint={words.letterCodeHint}
					value={token}
					autocomplete="off"
					maxlength={20}
				/>
			) : (
				hidden
			)}
			<NewPassword />
		</>
	);
	return formPage(c, { title: words.registration, scripts: ['link.js'], ...form }, fields, status);
}

function askNewPassword(c: Context, state: Refused = {}, status = 200) {
	if (isOver(state)) return askReset(c, state, status);
	const words = WORDS[c.var.language];
	const fields = (
		<>
			<input type="hidden" name="token" value={tokenIn(c)} />
			<NewPassword />
			<p class="hint">{words.resetEnds}</p>
		</>
	);
	const form = { to: RESET, state, button: words.setPassword, others: <ToSignIn c={c} /> };
	return formPage(c, { title: words.reset, ...form }, fields, status);
}
