import { endViewing } from '../../accounts/closure/actions.ts';
import { authorizeForAll } from '../../core/policy.ts';
import type { Screen } from '../screen.ts';
import { reachOf } from '../screen.ts';
import { askForProof } from '../sign-in/routes.ts';
import { changed, submitted } from '../submit.ts';
import { requireProof, requireProofToSave } from '../visit.ts';
import { showAccess } from './access.tsx';
import { changeUser, showUser, USER_FORMS } from './changes.tsx';
import { create, showCompanies, showCreation } from './companies.tsx';
import { handOver, showCompany } from './company.tsx';
import { erase, showErasure } from './erasure.tsx';
import { give, showGiving } from './giving.tsx';
import { showJobs } from './jobs.tsx';
import { makeKey, revoke, showKeys } from './keys.tsx';
import { PLATFORM, USERS } from './parts.tsx';
import { showUsers } from './users.tsx';
import { WORDS } from './words.ts';

/** For whoever runs the service: its companies, users and jobs. */
export const platform: Screen = {
	links: [{ path: PLATFORM, title: { en: WORDS.en.platform, de: WORDS.de.platform } }],
	isFor: (visitor) => reachOf(visitor, 'listCompanies') !== null,
	serve(app) {
		app.use('/platform/*', async (c, next) => {
			authorizeForAll(c.var.call.actor, 'listCompanies');
			await next();
		});
		app.get('/platform', (c) => showCompanies(c));
		app.get('/platform/companies/new', (c) => showCreation(c));
		app.post('/platform/companies/new', (c) =>
			submitted(
				c,
				(typed) => create(c, typed),
				(refused, status) => showCreation(c, refused, status),
			),
		);
		app.get('/platform/companies/:companyId', (c) => showCompany(c));
		app.post('/platform/companies/:companyId/administrators', (c) =>
			submitted(
				c,
				(typed) => handOver(c, typed),
				(refused, status) => showCompany(c, refused, status),
			),
		);
		app.get('/platform/companies/:companyId/giving', (c) => showGiving(c));
		app.on('POST', '/platform/companies/:companyId/giving', requireProofToSave(askForProof), (c) =>
			submitted(
				c,
				(typed) => give(c, typed),
				(refused, status) => showGiving(c, refused, status),
			),
		);
		app.get('/platform/users', (c) => showUsers(c));
		app.get('/platform/users/:userId', (c) => showUser(c));
		app.use('/platform/users/:userId/roles', requireProofToSave(askForProof));
		for (const path of ['users/:userId/second-factor', 'users/:userId/erasure', 'viewing/:userId']) {
			app.use(`/platform/${path}`, requireProof(askForProof));
		}
		app.get('/platform/users/:userId/erasure', (c) => showErasure(c));
		app.post('/platform/users/:userId/erasure', erase);
		app.get('/platform/access', showAccess);
		for (const part of USER_FORMS) {
			app.post(`/platform/users/:userId/${part}`, (c) => changeUser(c, part));
		}
		app.post('/platform/viewing/end', (c) =>
			changed(c, { attempt: endViewing, to: () => `${USERS}/${c.var.visitor?.viewed?.userId ?? ''}` }),
		);
		app.post('/platform/viewing/:userId', (c) => changeUser(c, 'viewing'));
		app.get('/platform/keys', (c) => showKeys(c));
		for (const [path, save] of Object.entries({ '': makeKey, '/:platformKeyId/revoke': revoke })) {
			app.on('POST', `/platform/keys${path}`, requireProof(askForProof), (c) =>
				submitted(
					c,
					(typed) => save(c, typed),
					(refused, status) => showKeys(c, refused, status),
				),
			);
		}
		app.get('/platform/jobs', (c) => showJobs(c));
	},
};
