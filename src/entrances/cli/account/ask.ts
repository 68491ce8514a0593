import { stripVTControlCharacters } from 'node:util';
import { askWrangler } from '../wrangler.ts';
import type { Needs } from './needs.ts';

/** An answer of wrangler, or the reason why there is none. */
export type Answer<T> = { value: T } | { error: string };

/** Returns null also if wrangler gave no answer. */
export const valueIn = <T>(asked: Answer<T>): T | null => ('value' in asked ? asked.value : null);

/** The account at Cloudflare, as wrangler describes it. Null stands for something that does not exist. */
export interface AccountResources {
	database: Answer<{ jurisdiction: string | null } | null>;
	/** The names of the release's buckets that exist. */
	buckets: Answer<string[]>;
	/** How many Workers consume each queue, by its name. */
	queues: Answer<Map<string, number>>;
	/** The names of the Worker's secrets. Nobody can read their values. */
	secrets: Answer<string[] | null>;
	deployment: Answer<{ date: string; message: string } | null>;
	stored: Answer<Stored | null>;
}

/** The content of the database that matters to a deployment. */
interface Stored {
	/** The names of applied migrations, without `.sql`. */
	applied: string[];
	/** When the nightly backups last succeeded, in milliseconds since 1970; null if they never have. */
	lastBackup: number | null;
	/** True if there is something to save. */
	hasCompanies: boolean;
}

export interface Account {
	id: string;
	name: string;
}

/** Returns the accounts that wrangler can use; null if nobody is signed in. */
export const askAccounts = (): Promise<Answer<Account[] | null>> =>
	askJson(['whoami', '--json'], /"loggedIn": ?false/, ({ accounts }: { accounts: Account[] }) => accounts);

/** Asks wrangler for all that the release needs. Three commands run at a time, because each takes 150 MB. */
export async function askAccount(needs: Needs): Promise<AccountResources> {
	const [ofDatabase, ofWorker, ofOthers] = await Promise.all([
		askDatabase(),
		askWorker(),
		askBucketsAndQueues(needs),
	]);
	return { ...ofDatabase, ...ofWorker, ...ofOthers };
}

async function askDatabase(): Promise<Pick<AccountResources, 'database' | 'stored'>> {
	const jurisdictionOf = ({ jurisdiction = null }: { jurisdiction?: string | null }) => ({ jurisdiction });
	const database = await askJson(['d1', 'info', 'DB', '--json'], NO_DATABASE, jurisdictionOf);
	if (isNone(database)) return { database, stored: database };
	const query = ['d1', 'execute', 'DB', '--remote', '--json', '--command', STORED];
	return { database, stored: await askJson(query, NO_TABLE, storedIn) };
}

async function askWorker(): Promise<Pick<AccountResources, 'secrets' | 'deployment'>> {
	const namesOf = (list: { name: string }[]) => list.map(({ name }) => name);
	const secrets = await askJson(['secret', 'list'], NO_WORKER, namesOf);
	if (isNone(secrets)) return { secrets, deployment: secrets };
	const deployment = await askJson(['deployments', 'status', '--json'], NO_DEPLOYMENT, deploymentIn);
	return { secrets, deployment };
}

async function askBucketsAndQueues(needs: Needs): Promise<Pick<AccountResources, 'buckets' | 'queues'>> {
	return { buckets: await askBuckets(needs), queues: await askQueues(needs) };
}

/** True if wrangler said that the thing does not exist. */
const isNone = (asked: Answer<unknown>): asked is { value: null } => 'value' in asked && asked.value === null;

/** Wrangler's messages about things that do not exist. */
const NO_DATABASE = /Couldn't find a D1 DB|code: 7404\b/;
const NO_TABLE = /no such table/;
const NO_WORKER = /Worker "[^"]+"[^\n]* not found/;
const NO_DEPLOYMENT = /has no deployments|code: 10007\b/;
const NO_BUCKET = /code: 10006\b/;

interface Deployment {
	created_on: string;
	annotations?: Record<string, string>;
}
const deploymentIn = ({ created_on, annotations = {} }: Deployment) => ({
	date: created_on,
	message: annotations['workers/message'] ?? '',
});

const STORED = `SELECT (SELECT json_group_array(replace(name, '.sql', '')) FROM d1_migrations) AS applied,
	(SELECT jobs ->> '$.backUpCompanies.dateSucceeded' FROM job_runs WHERE job = 'ALL') AS lastBackup,
	EXISTS (SELECT 1 FROM companies) OR EXISTS (SELECT 1 FROM places) AS hasCompanies`;

interface Row {
	applied: string;
	lastBackup: number | null;
	hasCompanies: 0 | 1;
}

function storedIn([{ results }]: [{ results: [Row] }]): Stored {
	const [{ applied, lastBackup, hasCompanies }] = results;
	return { applied: JSON.parse(applied) as string[], lastBackup, hasCompanies: hasCompanies === 1 };
}

/** Wrangler lists at most this many buckets of a jurisdiction, and does not say that there are more. */
const LISTED_BUCKETS = 20;

async function askBuckets({ buckets }: Needs): Promise<Answer<string[]>> {
	const there: string[] = [];
	for (const place of new Set(buckets.map(({ jurisdiction }) => jurisdiction))) {
		const flags = place === undefined ? [] : ['--jurisdiction', place];
		const listed = await askText(['r2', 'bucket', 'list', ...flags]);
		if ('error' in listed) return listed;
		const names = [...listed.value.matchAll(/^name: +(\S+)$/gm)].map(([, name = '']) => name);
		for (const { name, jurisdiction } of buckets) {
			if (jurisdiction !== place) continue;
			if (names.includes(name)) there.push(name);
			else if (names.length >= LISTED_BUCKETS) {
				const one = await askJson(['r2', 'bucket', 'info', name, ...flags, '--json'], NO_BUCKET, () => name);
				if ('error' in one) return one;
				if (one.value !== null) there.push(one.value);
			}
		}
	}
	return { value: there };
}

/** A page that lists fewer queues is the last one. */
const FULL_PAGE = 10;

async function askQueues({ queues }: Needs): Promise<Answer<Map<string, number>>> {
	const there = new Map<string, number>();
	for (let page = 1; ; page++) {
		const listed = await askText(['queues', 'list', '--page', String(page)]);
		if ('error' in listed) return listed;
		// │ id │ name │ created_on │ modified_on │ producers │ consumers │
		const rows = listed.value
			.split('\n')
			.map((line) => line.split('│').map((cell) => cell.trim()))
			.filter((cells) => /^\d+$/.test(cells[6] ?? ''));
		for (const cells of rows) there.set(cells[2] ?? '', Number(cells[6]));
		if (rows.length < FULL_PAGE || queues.every(({ name }) => there.has(name))) return { value: there };
	}
}

async function askText(args: string[]): Promise<Answer<string>> {
	const { code, stdout, stderr } = await askWrangler(args);
	const printed = stripVTControlCharacters(stdout);
	return code === 0 ? { value: printed } : { error: reasonIn(printed + stripVTControlCharacters(stderr)) };
}

/** Returns null if wrangler's message matches `nothing`. */
async function askJson<A, T>(
	args: string[],
	nothing: RegExp,
	read: (answer: A) => T,
): Promise<Answer<T | null>> {
	const { code, stdout, stderr } = await askWrangler(args);
	const printed = stripVTControlCharacters(stdout + stderr);
	if (code !== 0) return nothing.test(printed) ? { value: null } : { error: reasonIn(printed) };
	try {
		return { value: read(JSON.parse(stdout.slice(stdout.search(/[[{]/)))) };
	} catch {
		return { error: `wrangler ${args.slice(0, 2).join(' ')} printed something unexpected.` };
	}
}

/** Returns an error without the place of the log and the invitation to report it. */
function reasonIn(printed: string): string {
	const inJson = [...printed.matchAll(/"text": "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
	const [, inText = printed] = /\[ERROR\] ([\s\S]*)/.exec(printed) ?? [];
	const [text = ''] = (inJson.length > 0 ? inJson.join(' ') : inText).split(/If you think this is a bug|🪵/u);
	return text.replaceAll(/\s+/g, ' ').trim() || 'It ended without a reason.';
}
