import { findUsers } from '../../accounts/me/actions.ts';
import { authorizeForAll } from '../../core/policy.ts';
import { readLatestAccess } from '../../history/access-events/actions.ts';
import { type Context, reachOf, type Screen } from '../env.ts';
import { AccessLog, askedIn } from '../history/access-log.tsx';
import { text } from '../kinds.tsx';
import { afterIn, Filters, PAGE_AND_ONE } from '../listing.tsx';
import { Note } from '../parts.tsx';
import { UserList } from '../users/list.tsx';
import { ERASURE_WORDS } from '../users/words.ts';
import { serveCompanies } from './companies.tsx';
import { PLATFORM, platformPage, USERS } from './frame.tsx';
import { serveGiving } from './giving.tsx';
import { showJobs } from './jobs.tsx';
import { serveKeysOfPlatform } from './keys.tsx';
import { serveUser } from './user.tsx';
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
		app.get('/platform/keys', serveKeysOfPlatform(app));
		app.get('/platform/jobs', showJobs);
	},
};

/** The access log of all companies, or of one user. */
async function showAccess(c: Context): Promise<Response> {
	const { userId, before } = askedIn(c);
	const found = await readLatestAccess(c.var.call, userId, before, PAGE_AND_ONE);
	return platformPage(c, 'access', <AccessLog found={found} />);
}

async function showUsers(c: Context): Promise<Response> {
	const users = await findUsers(c.var.call, c.req.query('q')?.trim() ?? '', afterIn(c), PAGE_AND_ONE);
	const words = WORDS[c.var.language];
	return platformPage(
		c,
		'users',
		<>
			{c.req.query('erased') !== undefined && <Note mood="good">{ERASURE_WORDS[c.var.language].done}</Note>}
			<Filters to={USERS} fields={{ q: text({ type: 'search' }) }} words={WORDS} button={words.search} />
			<UserList
				caption={words.users}
				users={users}
				cursorOf={({ emailKey }) => emailKey}
				none={words.nobody}
				toOf={(userId) => `${USERS}/${userId}`}
			/>
		</>,
	);
}
