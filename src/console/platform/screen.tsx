import { findUsers } from '../../administration/accounts/search/actions.ts';
import { listJobs } from '../../administration/overview/jobs/actions.ts';
import type { JobState } from '../../administration/overview/jobs/store.ts';
import { isOfSeveral } from '../../foundation/core/actor.ts';
import { authorizeForAll, PLATFORM_KEY_OPERATIONS } from '../../foundation/core/policy.ts';
import { databasesOf } from '../../foundation/http/near.ts';
import { createKey } from '../../tenants/auth/keys/actions.ts';
import { createPlatformKeyRoute } from '../../tenants/auth/keys/contract.ts';
import { readLatestAccess } from '../../tenants/history/access-events/actions.ts';
import { type App, asApi, type Context, type Screen } from '../env.ts';
import { FormFor, form } from '../forms.tsx';
import { AccessLog, askedIn, placeIn } from '../history/access-log.tsx';
import { KEY_FIELDS, serveKeys } from '../keys/keys.tsx';
import { WORDS as KEYS_WORDS } from '../keys/words.ts';
import { manyOf, text } from '../kinds.tsx';
import { afterIn, Filters, List, PAGE_AND_ONE } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Note, Panel } from '../parts.tsx';
import { UserList } from '../users/access.tsx';
import { ERASURE_WORDS } from '../users/words.ts';
import { showCells } from './cells.tsx';
import { serveCompanies } from './companies.tsx';
import { KEYS, platformPage, USERS } from './frame.tsx';
import { serveGiving } from './giving.tsx';
import { serveMove } from './move.tsx';
import { serveRepair } from './repair.tsx';
import { showRequest } from './requests.tsx';
import { serveRestore } from './restore.tsx';
import { serveTills } from './tills.tsx';
import { serveUser } from './user.tsx';
import { KEY_RIGHTS, WORDS } from './words.ts';

/** The pages for operators of the service: companies, users, keys, access log, databases and jobs. */
export const platform: Screen = {
	links: [
		{
			path: '/platform',
			group: 'setUp',
			operation: 'listCompanies',
			title: (language) => WORDS[language].platform,
		},
	],
	serve(app) {
		app.use('/platform/*', async (c, next) => {
			authorizeForAll(c.var.call.actor, 'listCompanies');
			await next();
		});
		serveCompanies(app);
		serveGiving(app);
		serveMove(app);
		serveRestore(app);
		app.get('/platform/users', showUsers);
		serveUser(app);
		app.get('/platform/access', showAccess);
		app.get('/platform/requests', showRequest);
		app.get('/platform/keys', serveKeysOfPlatform(app));
		serveTills(app);
		app.get('/platform/cells', showCells);
		serveRepair(app);
		app.get('/platform/jobs', showJobs);
	},
};

async function showAccess(c: Context): Promise<Response> {
	const { userId, before: position, companyId } = askedIn(c);
	const { call, language } = c.var;
	const after = { companyId, id: '', position };
	const { rows, rest } = await readLatestAccess(databasesOf(asApi(c)), call, userId, after, PAGE_AND_ONE);
	return platformPage(
		c,
		{ part: 'access' },
		<AccessLog
			found={rows.map((row) => ({ ...row.event, at: row }))}
			cursorOf={({ at }) => placeIn(at)}
			rest={rest && placeIn({ companyId: rest })}
			hint={isOfSeveral(call.actor) ? WORDS[language].accessOrder : undefined}
		/>,
	);
}

async function showUsers(c: Context): Promise<Response> {
	const users = await findUsers(
		databasesOf(asApi(c)),
		c.var.call,
		c.req.query('q')?.trim() ?? '',
		afterIn(c),
		PAGE_AND_ONE,
	);
	const words = WORDS[c.var.language];
	return platformPage(
		c,
		{ part: 'users' },
		<>
			{c.req.query('erased') !== undefined && <Note mood="good">{ERASURE_WORDS[c.var.language].done}</Note>}
			<Filters to={USERS} fields={{ q: text({ type: 'search' }) }} words={WORDS} button={words.search} />
			<UserList
				caption={words.users}
				rows={users}
				cursorOf={({ emailKey }) => emailKey}
				none={words.nobody}
				toOf={(userId) => `${USERS}/${userId}`}
			/>
		</>,
	);
}

async function showJobs(c: Context): Promise<Response> {
	const jobs = await listJobs(c.var.call);
	const words = WORDS[c.var.language];
	return platformPage(
		c,
		{ part: 'runs' },
		<>
			<List
				caption={words.runs}
				columns={[
					{ title: words.job, of: ({ job }) => words.jobs[job] },
					{ title: words.state, of: (state) => <RunState of={state} /> },
					{ title: words.waiting, of: (state) => <Waiting of={state} /> },
					{ title: words.handled, of: ({ handled }) => handled ?? '', isNumeric: true },
					{ title: words.lastRun, of: ({ dateRun }) => (dateRun === null ? '' : { time: dateRun }) },
				]}
				rows={jobs}
			/>
			<p class="hint">{words.runsHint}</p>
		</>,
	);
}

function RunState({ of: { dateRun, dateSucceeded } }: { of: JobState }) {
	const { say, words } = useReader(WORDS);
	if (dateRun === null) return <Badge mood="calm">{words.never}</Badge>;
	if (dateSucceeded === dateRun) return <Badge mood="good">{words.done}</Badge>;
	return (
		<>
			<Badge mood="bad">{words.failed}</Badge>
			{dateSucceeded !== null && <small class="below">{words.succeeded(say.time(dateSucceeded))}</small>}
		</>
	);
}

function Waiting({ of: { waiting, waitingSince } }: { of: JobState }) {
	const { say, words } = useReader(WORDS);
	if (waiting === null) return '';
	return (
		<>
			{say.number(waiting)}
			{waitingSince !== null && <small class="below">{words.waitingSince(say.time(waitingSince))}</small>}
		</>
	);
}

const key = form({
	words: {
		en: { ...KEYS_WORDS.en, operations: KEYS_WORDS.en.rights },
		de: { ...KEYS_WORDS.de, operations: KEYS_WORDS.de.rights },
	},
	fields: {
		name: KEY_FIELDS.name,
		operations: manyOf(PLATFORM_KEY_OPERATIONS, KEY_RIGHTS),
		dateExpires: KEY_FIELDS.dateExpires,
	},
	contract: createPlatformKeyRoute,
	attempt: (call, _: string | null, fields) => createKey(call, null, fields),
});

const serveKeysOfPlatform = (app: App) =>
	serveKeys(app, {
		path: '/platform/keys',
		param: 'platformKeyId',
		forms: key,
		companyOf: () => null,
		answer: (c, content, title) => platformPage(c, { part: 'keys', title }, content),
		creation: Creation,
	});

function Creation() {
	const words = useWords(KEYS_WORDS);
	return (
		<Panel title={words.makeKey}>
			<p class="hint">{useWords(WORDS).keyHint}</p>
			<FormFor of={key} to={KEYS} save={words.make} />
		</Panel>
	);
}
