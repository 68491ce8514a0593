import { authorizeForAll } from '../../core/policy.ts';
import { readLatestAccess } from '../../history/access-events/actions.ts';
import { AccessLog, askedIn } from '../access-log/list.tsx';
import { ACCESS_WORDS } from '../access-log/words.ts';
import type { Context } from '../env.ts';
import { PAGE_AND_ONE } from '../listing.tsx';
import { page } from '../page.tsx';
import type { Screen } from '../screen.ts';
import { reachOf } from '../screen.ts';
import { askForProof } from '../sign-in/routes.ts';
import { requireProof } from '../visit.ts';
import { serveCompanies } from './companies.tsx';
import { PLATFORM, PlatformHeading } from './frame.tsx';
import { serveGiving } from './giving.tsx';
import { showJobs } from './jobs.tsx';
import { serveKeysOfPlatform } from './keys.tsx';
import { serveUser } from './user.tsx';
import { showUsers } from './users.tsx';
import { WORDS } from './words.ts';

/** The pages for operators of the service: companies, users, keys, access log and jobs. */
export const platform: Screen = {
	links: [{ path: PLATFORM, title: { en: WORDS.en.platform, de: WORDS.de.platform } }],
	isFor: (visitor) => reachOf(visitor, 'listCompanies') !== null,
	serve(app) {
		app.use('/platform/*', async (c, next) => {
			authorizeForAll(c.var.call.actor, 'listCompanies');
			await next();
		});
		serveCompanies(app);
		serveGiving(app);
		app.get('/platform/users', showUsers);
		serveUser(app);
		app.get('/platform/access', showAccess);
		app.get('/platform/keys', serveKeysOfPlatform(app, requireProof(askForProof)));
		app.get('/platform/jobs', showJobs);
	},
};

/** The access log of all companies, or of one user. */
async function showAccess(c: Context): Promise<Response> {
	const { userId, before } = askedIn(c);
	const found = await readLatestAccess(c.var.call, userId, before, PAGE_AND_ONE);
	return page(
		c,
		{ title: ACCESS_WORDS[c.var.language].title },
		<>
			<PlatformHeading part="access" />
			<AccessLog found={found} />
		</>,
	);
}
