import { authorize, type Operation } from '../../core/policy.ts';
import { readLatestAccessOfCompany } from '../../history/access-events/actions.ts';
import { chooseCompany, companyNamed } from '../company-choice.tsx';
import { type App, type Context, companyIn, reachOf, type Screen } from '../env.ts';
import { ACCESS_WORDS, AccessLog, askedIn } from '../history/access-log.tsx';
import { PAGE_AND_ONE } from '../listing.tsx';
import { page } from '../page.tsx';
import { showData, takeData } from './data.tsx';
import { addressOf, COMPANY, Frame, type PageName, pathOf, WORDS } from './frame.tsx';
import { serveKeysOfCompany } from './keys.tsx';
import { showMails } from './mails.tsx';
import { showOffice, takeOffice } from './office.tsx';
import { showSettings, takeSettings } from './settings.tsx';
import { showSignIn, takeSignIn } from './sign-in.tsx';
import { showUsers, takeInvitation, takeUser } from './users.tsx';

/** The settings that administrators make for their company. */
export const company: Screen = {
	links: [{ path: COMPANY, title: { en: WORDS.en.company, de: WORDS.de.company } }],
	isFor: (visitor) => reachOf(visitor, 'updateCompany') !== null,
	serve(app) {
		serve(app, 'settings', 'updateCompany', showSettings);
		takeSettings(app);
		serve(app, 'office', 'updatePayrollSettings', showOffice);
		takeOffice(app);
		serve(app, 'users', 'listUsers', showUsers);
		takeInvitation(app);
		takeUser(app);
		takeSignIn(app);
		serve(app, 'sign-in', 'setSingleSignOn', (c) => showSignIn(c));
		serve(app, 'keys', 'listApiKeys', serveKeysOfCompany(app));
		serve(app, 'mails', 'listMails', showMails);
		serve(app, 'access', 'listAccessEventsOfCompany', showAccess);
		serve(app, 'data', 'updateCompany', showData);
		takeData(app);
	},
};

/** Serves a page. Readers who reach several companies choose one first. */
function serve(
	app: App,
	name: PageName,
	operation: Operation,
	show: (c: Context) => Promise<Response>,
): void {
	app.get(`/company${pathOf(name)}`, (c) => {
		const scope = authorize(c.var.call.actor, operation);
		if (companyIn(c, operation) !== null) return show(c);
		const { company: title, noCompany: none } = WORDS[c.var.language];
		return chooseCompany(c, { scope, title, none, addressOf: (id) => addressOf(id, pathOf(name)) });
	});
}

/** Sign-ins and downloads of the people of a company. */
async function showAccess(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listAccessEventsOfCompany');
	const { userId, before } = askedIn(c);
	const found = await readLatestAccessOfCompany(c.var.call, companyId, userId, before, PAGE_AND_ONE);
	return page(
		c,
		{ title: ACCESS_WORDS[c.var.language].title },
		<Frame companyId={companyId} name="access">
			<AccessLog found={found} />
		</Frame>,
	);
}
