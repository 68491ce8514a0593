import type { Operation } from '../../core/policy.ts';
import { authorize } from '../../core/policy.ts';
import { answerFile } from '../../http/file.ts';
import { readLugProfile } from '../../payroll/settings/actions.ts';
import { chooseCompany, companyIn, companyNamed } from '../company-choice.tsx';
import { type App, asApi, type Context } from '../env.ts';
import type { Refused } from '../form.tsx';
import { reachOf, type Screen } from '../screen.ts';
import { askForProof } from '../sign-in/routes.ts';
import { submitted } from '../submit.ts';
import { requireProof, requireProofToSave } from '../visit.ts';
import { showAccess } from './access.tsx';
import { answerExport, erase, saveLimits, showData, showErasure } from './data.tsx';
import { doDeed } from './deeds.tsx';
import { addressOf, COMPANY, type PageName, pathOf } from './frame.tsx';
import { makeKey, revoke, showKeys } from './keys.tsx';
import { showMails } from './mails.tsx';
import { saveOffice, showOffice } from './office.tsx';
import { showSettings, takeSettings } from './settings.tsx';
import {
	lookForDomain,
	removeProvider,
	saveProvider,
	saveSecurity,
	showSignIn,
	testProvider,
} from './sign-in.tsx';
import { saveUser, showUser, userIdIn } from './user.tsx';
import { showUsers, takeInvitation } from './users.tsx';
import { WORDS } from './words.ts';

type Show = (c: Context, refused?: Refused, status?: number) => Response | Promise<Response>;
type Save = (c: Context, typed: FormData) => Promise<Response>;

const proof = requireProof(askForProof);

/** What administrators decide about their company. */
export const company: Screen = {
	links: [{ path: COMPANY, title: { en: WORDS.en.company, de: WORDS.de.company } }],
	isFor: (visitor) => reachOf(visitor, 'updateCompany') !== null,
	serve(app) {
		serve(app, 'settings', 'updateCompany', showSettings);
		takeSettings(app);
		serve(app, 'office', 'updatePayrollSettings', showOffice);
		take(app, '/office', saveOffice, showOffice);
		app.get('/company/office/profile', async (c) => {
			const profile = await readLugProfile(c.var.call, companyNamed(c, 'readLugProfile'));
			return answerFile(asApi(c), 'zubrot-lug.ini', 'application/octet-stream', profile);
		});
		serveUsers(app);
		serveSignIn(app);
		serveKeys(app);
		serve(app, 'mails', 'listMails', showMails);
		serve(app, 'access', 'listAccessEventsOfCompany', (c) => showAccess(c));
		serveData(app);
	},
};

/** A page; whoever reaches several companies chooses one first. */
function serve(app: App, name: PageName, operation: Operation, show: Show): void {
	app.get(`/company${pathOf(name)}`, (c) => {
		const scope = authorize(c.var.call.actor, operation);
		if (companyIn(c, operation) !== null) return show(c);
		const { company: title, noCompany: none } = WORDS[c.var.language];
		return chooseCompany(c, { scope, title, none, addressOf: (id) => addressOf(id, pathOf(name)) });
	});
}

/** What is posted. A form that was refused is shown again. */
function take(app: App, path: string, save: Save, show: Show): void {
	app.post(`/company${path}`, (c) =>
		submitted(
			c,
			(typed) => save(c, typed),
			(refused, status) => show(c, refused, status),
		),
	);
}

/** The same for what asks for a fresh proof of who one is. */
function takeProven(app: App, path: string, save: Save, show: Show): void {
	app.on('POST', `/company${path}`, proof);
	take(app, path, save, show);
}

function serveUsers(app: App): void {
	serve(app, 'users', 'listUsers', showUsers);
	takeInvitation(app, proof);
	app.get('/company/users/:userId', (c) => showUser(c));
	app.on('POST', '/company/users/:userId', requireProofToSave(askForProof));
	take(app, '/users/:userId', saveUser, showUser);
	takeProven(
		app,
		'/users/:userId/sign-in',
		(c, typed) => doDeed(c, userIdIn(c), typed),
		(c, refused, status) => showUser(c, { ...refused, part: 'deed' }, status),
	);
}

/** The provider decides who comes in, so that its page asks for a proof before anybody types its secret. */
function serveSignIn(app: App): void {
	const at =
		(part: 'provider' | 'domains' | 'security'): Show =>
		(c, refused, status) =>
			showSignIn(c, { ...refused, part }, status);
	app.use('/company/sign-in/*', proof);
	serve(app, 'sign-in', 'setSingleSignOn', showSignIn);
	take(app, '/sign-in', async (c, typed) => saveProvider(c, typed), at('provider'));
	take(app, '/sign-in/test', testProvider, at('provider'));
	take(app, '/sign-in/removal', async (c) => removeProvider(c), at('provider'));
	take(app, '/sign-in/security', async (c, typed) => saveSecurity(c, typed), at('security'));
	take(app, '/sign-in/domains/:domainName', async (c) => lookForDomain(c), at('domains'));
}

function serveKeys(app: App): void {
	serve(app, 'keys', 'listApiKeys', showKeys);
	takeProven(app, '/keys', async (c, typed) => makeKey(c, typed), showKeys);
	takeProven(app, '/keys/:keyId/revoke', async (c) => revoke(c), showKeys);
}

function serveData(app: App): void {
	serve(app, 'data', 'updateCompany', showData);
	take(app, '/data', async (c, typed) => saveLimits(c, typed), showData);
	app.get('/company/data/export', proof, answerExport);
	app.get('/company/data/:employeeId/erasure', proof, (c) => showErasure(c));
	takeProven(app, '/data/:employeeId/erasure', async (c) => erase(c), showErasure);
}
