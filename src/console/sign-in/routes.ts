import { login } from '../../auth/actions.ts';
import { requestReset } from '../../auth/password/actions.ts';
import { requestResetRoute } from '../../auth/password/contract.ts';
import { finishLogin } from '../../auth/second-factor/actions.ts';
import { beginSignIn, exchangeCode } from '../../auth/sso/actions.ts';
import { LANGUAGES } from '../../core/language.ts';
import { Refusal } from '../../core/refusals.ts';
import { wakeForMails } from '../../http/mail.ts';
import { requireFreePlace } from '../../http/throttle.ts';
import { dropSession, keepLanguage, keepTransaction, ownAddress, takeTransaction } from '../cookies.ts';
import { type App, asApi, BASE, type Context } from '../env.ts';
import { checked, submitted } from '../submit.ts';
import { textIn } from '../typed.ts';
import { recognize } from '../visit.ts';
import { serveLinks } from './link.tsx';
import { askCode, askEmail, askPassword, askReset, linkIsSent } from './pages.tsx';
import { endSession, enter, keep, type Way, wayOf } from './way.tsx';
import { WORDS } from './words.ts';

/** The pages that work without a session. */
export function serveSignIn(app: App): void {
	app.get('/sign-in', (c) => {
		const words = WORDS[c.var.language];
		const way = { to: ownAddress(c, c.req.query('to')), kept: '', isAgain: false };
		const notices = { out: words.signedOut, changed: words.changed };
		const said = Object.entries(notices).find(([name]) => c.req.query(name) !== undefined);
		return askEmail(c, way, said?.[1]);
	});
	app.post('/sign-in', (c) => {
		const way = wayOf(c);
		return submitted(
			c,
			(typed) => proving(c, way, textIn(typed, 'email')),
			() => askEmail(c, way),
		);
	});
	app.post('/sign-in/password', (c) => signInByPassword(c, wayOf(c)));
	app.post('/sign-in/code', (c) => {
		const way = wayOf(c);
		const challenge = textIn(c.var.typed, 'challenge');
		return submitted(
			c,
			async (typed) => {
				await requireFreePlace(asApi(c), '');
				const gate = await c.var.gateOf(asApi(c));
				return enter(c, way, await finishLogin(gate, challenge, textIn(typed, 'code')));
			},
			() => askCode(c, way, challenge),
		);
	});
	app.get('/sign-in/provider', async (c) => {
		await requireFreePlace(asApi(c), 'sso token ');
		const { transaction, ...rest } = takeTransaction(c);
		const way = { ...rest, isAgain: false };
		try {
			const gate = await c.var.gateOf(asApi(c));
			return await enter(c, way, await exchangeCode(gate, { code: c.req.query('code') ?? '', transaction }));
		} catch (error) {
			if (!(error instanceof Refusal) || error.code !== 'invalid_credentials') throw error;
			return askEmail(c, way, WORDS[c.var.language].providerRefused, 401);
		}
	});
	app.get('/sign-in/forgotten', (c) => askReset(c));
	app.post('/sign-in/forgotten', (c) =>
		submitted(
			c,
			async (typed) => {
				if (textIn(typed, '_do') === 'ask') return askReset(c, { typed });
				const { email } = checked(requestResetRoute, { email: textIn(typed, 'email') });
				await requireFreePlace(asApi(c), 'reset ');
				const mails = await requestReset(await c.var.gateOf(asApi(c)), email);
				wakeForMails(asApi(c), mails);
				const { reset, sent } = WORDS[c.var.language];
				return linkIsSent(c, reset, sent);
			},
			() => askReset(c),
		),
	);
	serveLinks(app);
	app.post('/sign-out', signOut);
	app.post('/language', (c) => {
		const wanted = textIn(c.var.typed, 'language');
		const language = LANGUAGES.find((one) => one === wanted);
		if (language !== undefined) keepLanguage(c, language);
		return c.redirect(ownAddress(c, textIn(c.var.typed, 'to')), 303);
	});
}

/** Asks the sender of a form without a session to sign in, and keeps the form. */
export const askForSession = (c: Context): Response | Promise<Response> =>
	c.var.typed === undefined
		? c.redirect(`${BASE}/sign-in?to=${encodeURIComponent(addressOf(c))}`, 303)
		: askEmail(c, { to: BASE, kept: keep(c), isAgain: false }, undefined, 403);

/** Asks a signed-in user for a fresh proof of identity. */
export function askForProof(c: Context): Response | Promise<Response> {
	const isForm = c.var.typed !== undefined;
	const way = { to: isForm ? BASE : addressOf(c), kept: isForm ? keep(c) : '', isAgain: true };
	return proving(c, way, c.var.visitor?.email ?? '', 403);
}

const addressOf = (c: Context): string => c.req.path + new URL(c.req.url).search;

/** Shows the ways to sign in with an address. The page does not reveal whether a user has the address. */
async function proving(c: Context, way: Way, email: string, status?: number): Promise<Response> {
	await requireFreePlace(asApi(c), 'sso begin ');
	const gate = { ...(await c.var.gateOf(asApi(c))), settings: c.env };
	const beginning = email.includes('@') ? await beginSignIn(gate, email, way.isAgain) : null;
	const isAllKept = beginning === null || keepTransaction(c, { ...way, transaction: beginning.transaction });
	const provider = beginning?.authorizationUrl ?? null;
	return askPassword(c, way, { email, provider, isTooMuch: !isAllKept }, status);
}

function signInByPassword(c: Context, way: Way): Promise<Response> {
	const email = textIn(c.var.typed, 'email');
	return submitted(
		c,
		async (typed) => {
			await requireFreePlace(asApi(c), '');
			const gate = await c.var.gateOf(asApi(c));
			const password = String(typed.get('password') ?? '').slice(0, 255);
			try {
				return await enter(c, way, await login(gate, { email, password }));
			} catch (error) {
				if (!(error instanceof Refusal) || error.code !== 'second_factor_required') throw error;
				return askCode(c, way, error.extras.challenge ?? '');
			}
		},
		() => askPassword(c, way, { email, provider: null }),
	);
}

async function signOut(c: Context): Promise<Response> {
	if (await recognize(c)) await endSession(c);
	dropSession(c);
	return c.redirect(`${BASE}/sign-in?out`, 303);
}
