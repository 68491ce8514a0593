import { updateMe } from '../../accounts/me/actions.ts';
import { login } from '../../auth/actions.ts';
import { confirmAddress, openAddressLink, restoreAddress } from '../../auth/addresses/actions.ts';
import {
	confirmAddressRoute,
	confirmResetRoute,
	registerRoute,
	renewInvitationRoute,
	requestResetRoute,
	restoreAddressRoute,
} from '../../auth/contract.ts';
import type { Purpose } from '../../auth/one-time/rules.ts';
import {
	confirmReset,
	openLink,
	register,
	renewInvitation,
	requestReset,
} from '../../auth/password/actions.ts';
import { CompanyAccountRequired } from '../../auth/password/rules.ts';
import { finishLogin } from '../../auth/second-factor/actions.ts';
import { addressToRenew } from '../../auth/sessions/actions.ts';
import { beginSignIn, exchangeCode } from '../../auth/sso/actions.ts';
import { LANGUAGES } from '../../core/language.ts';
import { Refusal } from '../../core/refusals.ts';
import { wakeForMails } from '../../http/mail.ts';
import { requireFreePlace } from '../../http/throttle.ts';
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
import { readFields } from '../forms.tsx';
import { changed, checked, takePost } from '../submit.ts';
import { textIn } from '../typed.ts';
import { recognize, requireProof, requireProofToSave } from '../visit.ts';
import {
	askAddress,
	askCode,
	askEmail,
	askNewPassword,
	askPassword,
	askRegistration,
	askReset,
	CHOSEN,
	LOOK,
	leadToProvider,
	linkIsSent,
} from './pages.tsx';
import { endSession, enter, keep, type Way, wayOf } from './way.tsx';
import { WORDS } from './words.ts';

/** The pages that work without a session. */
export function serveSignIn(app: App): void {
	app.get('/sign-in', async (c) => {
		const words = WORDS[c.var.language];
		const way = { to: ownAddress(c, c.req.query('to')), kept: '', isAgain: false };
		const { changed, moved, restored } = words;
		const notices = { out: words.signedOut, changed, moved, restored };
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
			if (!(error instanceof Refusal) || error.code !== 'invalid_credentials') throw error;
			if ((await renewable(c)) !== null) dropSession(c);
			return askEmail(c, way, WORDS[c.var.language].providerRefused, 401);
		}
	});
	app.get('/sign-in/forgotten', (c) => askReset(c));
	takePost(app, '/sign-in/forgotten', sendReset, (c) => askReset(c));
	takeLink(app, '/registration', registerInvited, askRegistration, (c, token) =>
		accountOf(c, 'REGISTRATION', token),
	);
	app.post('/registration/renewal', renew);
	app.get('/password-reset', (c) => askReset(c));
	takeLink(app, '/new-password', setPassword, askNewPassword, (c, token) =>
		accountOf(c, 'PASSWORD_RESET', token),
	);
	serveAddresses(app);
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

/** Returns the address of the user whose session only the 24 hours of the identity provider have ended. */
async function renewable(c: Context): Promise<string | null> {
	const cookie = sessionCookie(c);
	return cookie === undefined ? null : addressToRenew(c.var.db, cookie, c.var.now);
}

/**
 * Leads on to the identity provider by itself; null when it cannot. The page does so, because browsers block a redirect
 * of a form to another site. A request by a script, such as a preview, begins no sign-in.
 */
async function renewing(c: Context, way: Way, status?: number): Promise<Response | null> {
	if (c.req.header('Sec-Fetch-Dest') === 'empty') return null;
	const email = await renewable(c);
	const begun = email === null ? null : await beginning(c, way, email).catch(() => null);
	if (email === null || begun === null || begun.provider === null) return null;
	if (!begun.isTooMuch) c.header('Refresh', `0;url=${begun.provider}`);
	return askPassword(c, way, { ...begun, email }, status);
}

/** Asks a signed-in user for a fresh proof of identity. */
export function askForProof(c: Context): Response | Promise<Response> {
	const isForm = c.var.typed !== undefined;
	const way = { to: isForm ? BASE : presentAddress(c), kept: isForm ? keep(c) : '', isAgain: true };
	return proving(c, way, c.var.visitor?.email ?? '', 403);
}

/** Asks for a fresh proof of identity before an address is served. */
export const proof = requireProof(askForProof);

/** Asks for a fresh proof of identity before a form is saved. Its preview needs none. */
export const proofToSave = requireProofToSave(askForProof);

/** Returns what a way to sign in needs, or refuses an address that has tried too often. */
async function gateAt(c: Context, kind: string) {
	await requireFreePlace(asApi(c), kind);
	return c.var.gateOf(asApi(c));
}

const presentAddress = (c: Context): string => c.req.path + new URL(c.req.url).search;

/** Shows the ways to sign in with an address. The page does not reveal whether a user has the address. */
async function proving(c: Context, way: Way, email: string, status?: number): Promise<Response> {
	return askPassword(c, way, { ...(await beginning(c, way, email)), email }, status);
}

/** Begins a sign-in at the identity provider of the address, if its domain has one. */
async function beginning(c: Context, way: Way, email: string) {
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
		if (!(error instanceof Refusal) || error.code !== 'second_factor_required') throw error;
		return askCode(c, way, error.extras.challenge ?? '');
	}
}

async function signInByCode(c: Context, typed: FormData): Promise<Response> {
	const gate = await gateAt(c, '');
	return enter(c, wayOf(c), await finishLogin(gate, textIn(typed, 'challenge'), textIn(typed, 'code')));
}

/** Sends a link for a new password, or only shows the form with the address that the reader typed before. */
async function sendReset(c: Context, typed: FormData): Promise<Response> {
	if (textIn(typed, '_do') === 'ask') return askReset(c, { typed });
	const { email } = checked(requestResetRoute, { email: textIn(typed, 'email') });
	wakeForMails(asApi(c), await requestReset(await gateAt(c, 'reset '), email));
	const { reset, sent } = WORDS[c.var.language];
	return linkIsSent(c, reset, sent);
}

type Ask = (c: Context) => Response | Promise<Response>;

/**
 * Serves the page of a link. It first sends the token or code alone. The answer names the account, as `open` returns it, and asks for
 * what is needed to act.
 */
function takeLink(
	app: App,
	path: string,
	act: (c: Context, typed: FormData) => Promise<Response>,
	ask: Ask,
	open: (c: Context, token: string) => Promise<Record<string, string>>,
): void {
	app.get(path, ask);
	const look = async (c: Context, typed: FormData) => {
		const { token } = checked(renewInvitationRoute, readFields({ token: CHOSEN.token }, typed));
		return orByProvider(c, async () => {
			for (const [name, value] of Object.entries(await open(c, token))) typed.set(name, value);
			return ask(c);
		});
	};
	takePost(app, path, (c, typed) => (textIn(typed, '_do') === LOOK ? look : act)(c, typed), ask);
}

async function accountOf(c: Context, purpose: Purpose, token: string): Promise<Record<string, string>> {
	const kind = purpose === 'REGISTRATION' ? 'registration ' : 'reset ';
	const { email, companyName } = await openLink(await gateAt(c, kind), purpose, token);
	return { email, company: companyName ?? '' };
}

async function registerInvited(c: Context, typed: FormData): Promise<Response> {
	const invited = checked(registerRoute, readFields(CHOSEN, typed));
	return orByProvider(c, async () => {
		const opened = await register(await gateAt(c, 'registration '), invited);
		return enter(c, STRAIGHT, opened);
	});
}

const STRAIGHT: Way = { to: BASE, kept: '', isAgain: false };

/** Leads to the identity provider when the company requires it, whatever the link or code was made for. */
async function orByProvider(c: Context, work: () => Promise<Response>): Promise<Response> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof CompanyAccountRequired)) throw error;
		const { email } = error;
		const { provider } = await beginning(c, STRAIGHT, email).catch(() => ({ provider: null }));
		return leadToProvider(c, { email, provider });
	}
}

/** Sends a new link in place of one that is over. */
async function renew(c: Context): Promise<Response> {
	const { token } = checked(renewInvitationRoute, { token: textIn(c.var.typed, 'token') });
	wakeForMails(asApi(c), await renewInvitation(await gateAt(c, 'registration '), token));
	const { registration, renewed } = WORDS[c.var.language];
	return linkIsSent(c, registration, renewed);
}

async function setPassword(c: Context, typed: FormData): Promise<Response> {
	const given = checked(confirmResetRoute, readFields(CHOSEN, typed));
	return orByProvider(c, async () => {
		wakeForMails(asApi(c), await confirmReset(await gateAt(c, 'reset '), given));
		return c.redirect(`${BASE}/sign-in?changed`, 303);
	});
}

/** The pages of links that confirm a new e-mail address, or restore the old one. */
const ADDRESS_PAGES = [
	{
		path: '/new-address',
		kind: 'CONFIRMATION',
		contract: confirmAddressRoute,
		act: confirmAddress,
		done: 'moved',
	},
	{
		path: '/old-address',
		kind: 'RESTORATION',
		contract: restoreAddressRoute,
		act: restoreAddress,
		done: 'restored',
	},
] as const;

function serveAddresses(app: App): void {
	for (const { path, kind, contract, act, done } of ADDRESS_PAGES) {
		const open = async (c: Context, token: string) => ({
			email: await openAddressLink(await gateAt(c, 'address '), kind, token),
		});
		const set = async (c: Context, typed: FormData) => {
			const { token } = checked(contract, readFields({ token: CHOSEN.token }, typed));
			wakeForMails(asApi(c), await act(await gateAt(c, 'address '), token));
			return c.redirect(`${BASE}/sign-in?${done}`, 303);
		};
		takeLink(app, path, set, (c) => askAddress(c, path, done), open);
	}
}

async function signOut(c: Context): Promise<Response> {
	if (await recognize(c)) await endSession(c);
	dropSession(c);
	// A photo that did not arrive is still in the browser.
	c.header('Clear-Site-Data', '"storage"');
	return c.redirect(`${BASE}/sign-in?out`, 303);
}
