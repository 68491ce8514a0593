import { updateMe } from '../../administration/accounts/me/actions.ts';
import { LANGUAGES } from '../../foundation/core/language.ts';
import { isRefusal } from '../../foundation/core/refusals.ts';
import { requireFreePlace } from '../../foundation/http/throttle.ts';
import { login } from '../../tenants/auth/actions.ts';
import { finishLogin } from '../../tenants/auth/second-factor/actions.ts';
import { addressToRenew } from '../../tenants/auth/sessions/actions.ts';
import { beginSignIn, exchangeCode } from '../../tenants/auth/sso/actions.ts';
import {
	canTravel,
	dropSession,
	keepLanguage,
	keepTransaction,
	ownAddress,
	sessionCookie,
	takeTransaction,
} from '../cookies.ts';
import { type App, asApi, BASE, type Context } from '../env.ts';
import { changed, takePost } from '../submit.ts';
import { textIn } from '../typed.ts';
import { databaseOfCookie, recognize, requireProof, requireProofToSave } from '../visit.ts';
import { COMMON } from '../words.ts';
import { askCode, askEmail, askPassword } from './pages.tsx';
import { endSession, enter, keep, type Way, wayOf } from './way.tsx';
import { WORDS } from './words.ts';

/** The pages that open a session or end it, and the language of every page. */
export function serveSignIn(app: App): void {
	app.get('/sign-in', async (c) => {
		const words = WORDS[c.var.language];
		const way = { to: ownAddress(c, c.req.query('to')), kept: '', isAgain: false };
		const { changed, moved, restored, proven } = words;
		const notices = { out: words.signedOut, changed, moved, restored, proven };
		const said = Object.entries(notices).find(([name]) => c.req.query(name) !== undefined);
		const isLed = c.req.query('to') !== undefined && c.req.query('other') === undefined;
		return (isLed && (await renewing(c, way))) || askEmail(c, way, said?.[1]);
	});
	takePost(
		app,
		'/sign-in',
		(c, typed) => proving(c, wayOf(c), textIn(typed, 'email')),
		(c) => askEmail(c, wayOf(c)),
	);
	takePost(app, '/sign-in/password', signInByPassword, (c) =>
		askPassword(c, wayOf(c), { email: textIn(c.var.typed, 'email'), provider: null }),
	);
	takePost(app, '/sign-in/code', signInByCode, (c) => askCode(c, wayOf(c), textIn(c.var.typed, 'challenge')));
	app.get('/sign-in/provider', async (c) => {
		const gate = await gateAt(c, 'sso token ');
		const { transaction, ...rest } = takeTransaction(c);
		const way = { ...rest, isAgain: false };
		try {
			return await enter(c, way, await exchangeCode(gate, { code: c.req.query('code') ?? '', transaction }));
		} catch (error) {
			if (!isRefusal(error, 'invalid_credentials')) throw error;
			if ((await renewable(c)) !== null) dropSession(c);
			return askEmail(c, way, WORDS[c.var.language].providerRefused, 401);
		}
	});
	app.post('/sign-out', signOut);
	app.post('/language', chooseLanguage);
}

/** Sets the language of this browser, and of the signed-in user for every browser and mail. */
async function chooseLanguage(c: Context): Promise<Response> {
	const wanted = textIn(c.var.typed, 'language');
	const language = LANGUAGES.find((one) => one === wanted);
	const to = ownAddress(c, textIn(c.var.typed, 'to'));
	if (language === undefined) return c.redirect(to, 303);
	keepLanguage(c, language);
	if (!(await recognize(c))) return c.redirect(to, 303);
	return changed(c, { attempt: (call) => updateMe(call, { language }), to: () => to });
}

/** Asks the sender of a form without a session to sign in, and keeps the form. */
export async function askForSession(c: Context): Promise<Response> {
	if (c.var.typed === undefined) {
		return c.redirect(`${BASE}/sign-in?to=${encodeURIComponent(presentAddress(c))}`, 303);
	}
	const way = { to: BASE, kept: keep(c), isAgain: false };
	return (await renewing(c, way, 403)) ?? askEmail(c, way, undefined, 403);
}

/** Refuses a form that another user opened, and keeps it for that user. */
export const askForOtherUser = (c: Context) =>
	askEmail(
		c,
		{ to: BASE, kept: keep(c), isAgain: false },
		undefined,
		409,
		COMMON[c.var.language].otherUser(c.var.visitor?.email ?? ''),
	);

/** Returns the address of the user if the session has ended only because a sign-in at an identity provider lasts 24 hours. */
async function renewable(c: Context): Promise<string | null> {
	const cookie = sessionCookie(c);
	return cookie === undefined ? null : addressToRenew(databaseOfCookie(c, cookie), cookie, c.var.now);
}

/**
 * Returns a page that opens the identity provider by itself; null if it cannot. The page does so, because browsers block a redirect of a
 * form to another site. A request by a script, such as a preview, begins no sign-in.
 */
async function renewing(c: Context, way: Way, status?: number): Promise<Response | null> {
	if (c.req.header('Sec-Fetch-Dest') === 'empty') return null;
	const email = await renewable(c);
	const begun = email === null ? null : await beginning(c, way, email).catch(() => null);
	if (email === null || begun === null || begun.provider === null) return null;
	if (!begun.isTooMuch) c.header('Refresh', `0;url=${begun.provider}`);
	return askPassword(c, way, { ...begun, email }, status);
}

export function askForProof(c: Context): Response | Promise<Response> {
	const isForm = c.var.typed !== undefined;
	const way = { to: isForm ? BASE : presentAddress(c), kept: isForm ? keep(c) : '', isAgain: true };
	return proving(c, way, c.var.visitor?.email ?? '', 403);
}

/** Asks for a fresh proof of identity before an address is served. */
export const proof = requireProof(askForProof);

/** Asks for a fresh proof of identity before a form is saved. Its preview needs none. */
export const proofToSave = requireProofToSave(askForProof);

/** Returns the gate that a way of signing in needs. Refuses a network address that has tried too often. */
export async function gateAt(c: Context, kind: string) {
	await requireFreePlace(asApi(c), kind);
	return c.var.gateOf(asApi(c));
}

const presentAddress = (c: Context): string => c.req.path + new URL(c.req.url).search;

/** Shows the ways to sign in with an address. The page does not reveal whether a user has the address. */
async function proving(c: Context, way: Way, email: string, status?: number): Promise<Response> {
	return askPassword(c, way, { ...(await beginning(c, way, email)), email }, status);
}

/** Begins a sign-in at the identity provider of the address, if its domain has one. */
export async function beginning(c: Context, way: Way, email: string) {
	const gate = { ...(await gateAt(c, 'sso begin ')), settings: c.env };
	const begun = email.includes('@') ? await beginSignIn(gate, email, way.isAgain) : null;
	if (begun === null) return { provider: null, isTooMuch: !canTravel(way.kept) };
	return { provider: begun.authorizationUrl, isTooMuch: !keepTransaction(c, { ...way, ...begun }) };
}

async function signInByPassword(c: Context, typed: FormData): Promise<Response> {
	const [way, gate] = [wayOf(c), await gateAt(c, '')];
	const password = String(typed.get('password') ?? '').slice(0, 255);
	try {
		return await enter(c, way, await login(gate, { email: textIn(typed, 'email'), password }));
	} catch (error) {
		if (!isRefusal(error, 'second_factor_required')) throw error;
		return askCode(c, way, error.extras.challenge ?? '');
	}
}

async function signInByCode(c: Context, typed: FormData): Promise<Response> {
	const gate = await gateAt(c, '');
	return enter(c, wayOf(c), await finishLogin(gate, textIn(typed, 'challenge'), textIn(typed, 'code')));
}

async function signOut(c: Context): Promise<Response> {
	if (await recognize(c)) await endSession(c);
	dropSession(c);
	// Browsers may still keep a photo that did not arrive.
	c.header('Clear-Site-Data', '"storage"');
	return c.redirect(`${BASE}/sign-in?out`, 303);
}
