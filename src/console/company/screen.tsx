import { authorize, type Operation } from '../../core/policy.ts';
import { readLatestAccessOfCompany } from '../../history/access-events/actions.ts';
import { chooseCompany, companyNamed } from '../company-choice.tsx';
import { type App, addressFor, type Context, companyIn, reachOf, type Screen } from '../env.ts';
import { AccessLog, askedIn } from '../history/access-log.tsx';
import { PAGE_AND_ONE } from '../listing.tsx';
import { showData, takeData } from './data.tsx';
import { COMPANY, companyPage, type PageName, pathOf, WORDS } from './frame.tsx';
import { serveKeysOfCompany } from './keys.tsx';
import { showMails } from './mails.tsx';
import { showOffice, takeOffice } from './office.tsx';
import { showSettings, takeSettings } from './settings.tsx';
import { showSignIn, takeSignIn } from './sign-in.tsx';
import { showUsers, takeUsers } from './users.tsx';

/** The settings that administrators make for their company. */
export const company: Screen = {
	links: [{ path: COMPANY, title: { en: WORDS.en.company, de: WORDS.de.company } }],
	isFor: (visitor) => reachOf(visitor, 'updateCompany') !== null,
	serve(app) {
		serve(app, 'settings', 'updateCompany', showSettings);
		serve(app, 'office', 'updatePayrollSettings', showOffice);
		serve(app, 'users', 'listUsers', showUsers);
		takeSignIn(app);
		serve(app, 'sign-in', 'setSingleSignOn', showSignIn);
		serve(app, 'keys', 'listApiKeys', serveKeysOfCompany(app));
		serve(app, 'mails', 'listMails', showMails);
		serve(app, 'access', 'listAccessEventsOfCompany', showAccess);
		serve(app, 'data', 'updateCompany', showData);
		for (const take of [takeSettings, takeOffice, takeUsers, takeData]) take(app);
	},
};

/** Serves a page. Readers who reach several companies choose one first. */
function serve(
	app: App,
	name: PageName,
	operation: Operation,
	show: (c: Context) => Response | Promise<Response>,
): void {
	const path = `/company${pathOf(name)}`;
	app.get(path, (c) => {
		const scope = authorize(c.var.call.actor, operation);
		if (companyIn(c, operation) !== null) return show(c);
		const { company: title, noCompany: none } = WORDS[c.var.language];
		return chooseCompany(c, { scope, title, none, addressOf: (id) => addressFor(path, id) });
	});
}

/** Sign-ins and downloads of the people of a company. */
async function showAccess(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listAccessEventsOfCompany');
	const { userId, before } = askedIn(c);
	const found = await readLatestAccessOfCompany(c.var.call, companyId, userId, before, PAGE_AND_ONE);
	return companyPage(c, { name: 'access' }, <AccessLog found={found} />);
}
