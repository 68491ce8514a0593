import { sinceAsked } from '../../administration/causes/actions.ts';
import { wakeForMails } from '../../foundation/http/mail.ts';
import { openAddressLink, restoreAddress } from '../../tenants/auth/addresses/actions.ts';
import { restoreAddressRoute } from '../../tenants/auth/addresses/contract.ts';
import type { AddressLink } from '../../tenants/auth/addresses/rules.ts';
import { answerIdentityChange, confirmAddress } from '../../tenants/auth/identity-changes/actions.ts';
import {
	answerIdentityChangeRoute,
	confirmAddressRoute,
} from '../../tenants/auth/identity-changes/contract.ts';
import { openLink } from '../../tenants/auth/one-time/actions.ts';
import type { Purpose } from '../../tenants/auth/one-time/rules.ts';
import {
	confirmReset,
	register,
	renewInvitation,
	requestReset,
} from '../../tenants/auth/password/actions.ts';
import {
	confirmResetRoute,
	registerRoute,
	renewInvitationRoute,
	requestResetRoute,
} from '../../tenants/auth/password/contract.ts';
import { CompanyAccountRequired } from '../../tenants/auth/password/rules.ts';
import { type App, asApi, BASE, type Context } from '../env.ts';
import { readFields } from '../forms.tsx';
import { checked, takePost } from '../submit.ts';
import { textIn } from '../typed.ts';
import {
	askAddress,
	askAgreement,
	askNewPassword,
	askRegistration,
	askReset,
	CHOSEN,
	LOOK,
	leadToProvider,
	linkIsSent,
	PROVEN,
} from './link-pages.tsx';
import { beginning, gateAt } from './routes.ts';
import { enter, type Way } from './way.tsx';
import { WORDS } from './words.ts';

/** The pages that a link from a mail opens, and the page that sends a link for a new password. */
export function serveLinks(app: App): void {
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

/** Serves the page of a link. It first sends only the token. The answer shows the account that `open` returns, and asks for more. */
export function takeLink(
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

/** Sends a new link that replaces an expired one. */
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

/** The pages of links that confirm a new e-mail address, agree to one, or restore the old one. */
function serveAddresses(app: App): void {
	const opening =
		(...kinds: AddressLink[]) =>
		async (c: Context, token: string) => {
			const { email, isAsked } = await openAddressLink(await gateAt(c, 'address '), kinds, token);
			return { email, isAsked: isAsked ? 'yes' : '' };
		};
	const to = '/new-address';
	takeLink(app, to, confirm, (c) => askAddress(c, to, 'moved'), opening('CONFIRMATION', 'PROOF'));
	takeLink(app, '/address-agreement', answer, askAgreement, opening('AGREEMENT'));
	takeLink(app, OLD, restore, (c) => askAddress(c, OLD, 'restored'), opening('RESTORATION'));
}

const OLD = '/old-address';
const TOKEN = { token: CHOSEN.token };

async function confirm(c: Context, typed: FormData): Promise<Response> {
	const given = checked(confirmAddressRoute, readFields({ ...TOKEN, ...PROVEN }, typed));
	return answered(c, await confirmAddress(await gateAt(c, 'address '), given));
}

async function answer(c: Context, typed: FormData): Promise<Response> {
	const agrees = textIn(typed, '_do') !== 'refuse';
	const given = checked(answerIdentityChangeRoute, { ...readFields(TOKEN, typed), agrees });
	const linked = await answerIdentityChange(await gateAt(c, 'address '), given);
	if (agrees) return answered(c, linked);
	const { agreement, refused } = WORDS[c.var.language];
	return linkIsSent(c, agreement.title, refused);
}

/** Leads to the sign-in when the address has changed, or says what is missing. */
function answered(
	c: Context,
	{ mails, waitsFor }: Awaited<ReturnType<typeof confirmAddress>>,
): Response | Promise<Response> {
	wakeForMails(asApi(c), mails);
	if (waitsFor.length === 0) return c.redirect(`${BASE}/sign-in?moved`, 303);
	const { agreement, waits } = WORDS[c.var.language];
	return linkIsSent(c, agreement.title, waits);
}

async function restore(c: Context, typed: FormData): Promise<Response> {
	const { token } = checked(restoreAddressRoute, readFields(TOKEN, typed));
	wakeForMails(asApi(c), await restoreAddress(await gateAt(c, 'address '), token, sinceAsked));
	return c.redirect(`${BASE}/sign-in?restored`, 303);
}
