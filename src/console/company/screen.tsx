import { authorize } from '../../foundation/core/policy.ts';
import { readLatestAccessOfCompany } from '../../tenants/history/access-events/actions.ts';
import { chooseCompany, companyNamed } from '../company-choice.tsx';
import { type App, addressFor, type Context, companyIn, type Screen } from '../env.ts';
import { AccessLog, askedIn } from '../history/access-log.tsx';
import { PAGE_AND_ONE } from '../listing.tsx';
import { takeDeliveries } from '../webhooks/deliveries.tsx';
import { takeDelivery } from '../webhooks/delivery.tsx';
import { takeEndpoint } from '../webhooks/endpoint.tsx';
import { showEndpoints, takeEndpoints } from '../webhooks/endpoints.tsx';
import { showApprovals, takeApprovals } from './approvals.tsx';
import { showData, takeData } from './data.tsx';
import { companyPage, OPERATION_OF, type PagePath, WORDS } from './frame.tsx';
import { serveKeysOfCompany } from './keys.tsx';
import { showMail, showMails } from './mails.tsx';
import { showOffice, takeOffice } from './office.tsx';
import { showProposals, takeProposals } from './proposals.tsx';
import { showRequests, takeRequests } from './requests.tsx';
import { showSandbox, takeSandbox } from './sandbox.tsx';
import { showSettings, takeSettings } from './settings.tsx';
import { showSignIn, takeSignIn } from './sign-in.tsx';
import { showUsers, takeUsers } from './users.tsx';

/** The settings that administrators make for their company. */
export const company: Screen = {
	links: [
		{
			path: '/company',
			group: 'setUp',
			operation: 'updateCompany',
			title: (language) => WORDS[language].company,
			waits: 'proposals',
		},
		{ path: '/team', group: 'setUp', operation: 'listUsers', title: (language) => WORDS[language].team },
		{
			path: '/integrations',
			group: 'setUp',
			operation: 'listApiKeys',
			title: (language) => WORDS[language].integrations,
		},
	],
	serve(app) {
		serve(app, '/company', showSettings);
		serve(app, '/company/office', showOffice);
		serve(app, '/company/approvals', showApprovals);
		serve(app, '/company/mails', showMails);
		app.get('/company/mails/:mailId', showMail);
		serve(app, '/company/data', showData);
		serve(app, '/company/proposals', showProposals);
		serve(app, '/company/sandbox', showSandbox);
		serve(app, '/team', showUsers);
		// These stand before the pages of users, whose ids are in the same place.
		serve(app, '/team/requests', showRequests);
		takeRequests(app);
		takeSignIn(app);
		serve(app, '/team/sign-in', showSignIn);
		serve(app, '/team/access', showAccess);
		serve(app, '/integrations', serveKeysOfCompany(app));
		serve(app, '/integrations/webhooks', showEndpoints);
		for (const take of [takeSettings, takeOffice, takeApprovals, takeUsers, takeData]) take(app);
		for (const take of [takeProposals, takeSandbox]) take(app);
		for (const take of [takeEndpoints, takeEndpoint, takeDeliveries, takeDelivery]) take(app);
	},
};

/** Serves a page. Readers who reach several companies choose one first. */
function serve(app: App, path: PagePath, show: (c: Context) => Response | Promise<Response>): void {
	const operation = OPERATION_OF[path];
	app.get(path, (c) => {
		authorize(c.var.call.actor, operation);
		if (companyIn(c, operation) !== null) return show(c);
		const { company: title, noCompany: none } = WORDS[c.var.language];
		return chooseCompany(c, { operation, title, none, addressOf: (id) => addressFor(path, id) });
	});
}

/** Sign-ins and downloads of the people of a company. */
async function showAccess(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listAccessEventsOfCompany');
	const { userId, before } = askedIn(c);
	const found = await readLatestAccessOfCompany(c.var.call, companyId, userId, before, PAGE_AND_ONE);
	return companyPage(
		c,
		{ path: '/team/access' },
		<AccessLog found={found} cursorOf={({ position }) => String(position)} />,
	);
}
