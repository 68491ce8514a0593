import { isUnreleased } from '../../../foundation/cells/schema.ts';
import { faultsBesideSecrets } from '../../../foundation/core/settings.ts';
import { type Account, type AccountResources, type Answer, valueIn } from './ask.ts';
import { bad, good, type Line, open, setNew, tolerable } from './lines.ts';
import type { Needs } from './needs.ts';

const DAY_MS = 86_400_000;

/** Returns the account that a deployment would use, and the line about it. */
export function checkAccounts(
	{ accountId }: Needs,
	asked: Answer<Account[] | null>,
): { account: Account | null; line: Line } {
	const none = (line: Line) => ({ account: null, line });
	if ('error' in asked)
		return none(
			bad(`Wrangler cannot ask Cloudflare: ${asked.error}`, 'Check the network and the API token.'),
		);
	if (asked.value === null)
		return none(
			bad('Wrangler is not signed in.', 'Run npx wrangler login, or set CLOUDFLARE_API_TOKEN in scripts.'),
		);
	const usable = asked.value.filter(({ id }) => accountId === undefined || id === accountId);
	const [account] = usable;
	if (account === undefined)
		return none(
			bad(
				`Wrangler cannot use the account ${accountId}.`,
				'Correct account_id in wrangler.toml or CLOUDFLARE_ACCOUNT_ID, or sign in with another account.',
			),
		);
	if (usable.length > 1)
		return none(
			bad(
				`Wrangler can use several accounts: ${usable.map(({ name, id }) => `${name} (${id})`).join(', ')}.`,
				'Put the right one into wrangler.toml as account_id, or set CLOUDFLARE_ACCOUNT_ID.',
			),
		);
	return { account, line: good(`Wrangler is signed in to ${account.name} (${account.id}).`) };
}

/** Wrangler cannot tell the plan, so the operator names it. */
export function checkPlan({ hasCpuLimit }: Needs, plan: string | undefined, { id }: Account): Line {
	if (plan === undefined)
		return open(
			'The plan is not known, because wrangler does not tell it.',
			'Name it with --plan paid or --plan free.',
		);
	if (plan === 'paid') return good('The plan is Workers Paid.');
	const limit = hasCpuLimit ? ', and so does cpu_ms in wrangler.toml' : '';
	return bad(
		`The plan is Workers Free. Checking a password needs Workers Paid${limit}.`,
		`Change the plan at https://dash.cloudflare.com/${id}/workers/plans`,
	);
}

/** Returns the lines about an answer. If there is none, the line says why. */
const known = <T>(asked: Answer<T>, what: string, read: (value: T) => Line[]): Line[] =>
	'error' in asked
		? [
				bad(
					`Wrangler cannot read ${what}: ${asked.error}`,
					'Check the permissions of the API token, then try again.',
				),
			]
		: read(asked.value);

/** The place where data must stay, by the buckets in `wrangler.toml`. */
const placeOf = ({ buckets }: Needs): string | undefined =>
	buckets.map(({ jurisdiction }) => jurisdiction).find((place) => place !== undefined);

export function checkStorage(needs: Needs, found: AccountResources): Line[] {
	const place = placeOf(needs);
	const flag = place === undefined ? '' : ` --jurisdiction ${place}`;
	const { database } = needs;
	const ofDatabase = known(found.database, `the database ${database}`, (there) => {
		if (there === null)
			return [bad(`There is no database ${database}.`, `npx wrangler d1 create ${database}${flag}`)];
		const text = `The database ${database} is there`;
		if (place === undefined || there.jurisdiction === place)
			return [good(`${text}, ${place === undefined ? 'in any place' : `in the jurisdiction ${place}`}.`)];
		const isEmpty = 'value' in found.stored && found.stored.value === null;
		return [
			tolerable(
				`${text}, but not in the jurisdiction ${place}, as the buckets are.`,
				isEmpty
					? `npx wrangler d1 delete ${database}, then npx wrangler d1 create ${database}${flag}`
					: 'A database never moves. Restore a backup into a new one, as docs/backups.md says.',
			),
		];
	});
	const ofBuckets = known(found.buckets, 'the buckets', (there) =>
		needs.buckets.map(({ name, jurisdiction }) => {
			const where = jurisdiction === undefined ? '' : ` in the jurisdiction ${jurisdiction}`;
			const create = jurisdiction === undefined ? name : `${name} --jurisdiction ${jurisdiction}`;
			return there.includes(name)
				? good(`The bucket ${name} is there${where}.`)
				: bad(`There is no bucket ${name}${where}.`, `npx wrangler r2 bucket create ${create}`);
		}),
	);
	return [...ofDatabase, ...ofBuckets, ...cellLines(needs, place)];
}

function cellLines({ values }: Needs, place: string | undefined): Line[] {
	if (place === undefined || values.CELL_JURISDICTION === place) return [];
	const [text, remedy] = [
		`New cells are not kept in the jurisdiction ${place}.`,
		`Set CELL_JURISDICTION = "${place}" in [vars] of wrangler.toml before the first company gets a cell.`,
	];
	return [values.NEW_COMPANIES === 'CELL' ? bad(text, remedy) : open(text, remedy)];
}

export function checkQueues(needs: Needs, found: AccountResources): Line[] {
	const isDeployed = valueIn(found.deployment) !== null;
	return known(found.queues, 'the queues', (there) =>
		needs.queues.map(({ name, isConsumed }) => {
			const consumers = there.get(name);
			if (consumers === undefined)
				return bad(`There is no queue ${name}.`, `npx wrangler queues create ${name}`);
			if (!isConsumed || !isDeployed) return good(`The queue ${name} is there.`);
			return consumers > 0
				? good(`The queue ${name} is there, and a Worker consumes it.`)
				: tolerable(`Nobody consumes the queue ${name}.`, 'npm run deploy');
		}),
	);
}

/** Only the Worker knows how long its secrets are, so this checks that they are set. The operator's key is optional. */
export function checkSecrets({ secrets }: Needs, { secrets: asked, stored }: AccountResources): Line[] {
	const hasData = 'error' in stored || Boolean(stored.value?.applied.length);
	return known(asked, 'the names of the secrets', (there) => [
		...secrets.map((name) =>
			there?.includes(name)
				? good(`The secret ${name} is set.`)
				: bad(
						`The secret ${name} is not set.`,
						hasData ? `Set it from your copy: npx wrangler secret put ${name}` : setNew(name),
					),
		),
		there?.includes('OPERATOR_KEY')
			? good('The secret OPERATOR_KEY is set.')
			: tolerable(
					'The secret OPERATOR_KEY is not set, so nobody can monitor or save the service.',
					setNew('OPERATOR_KEY'),
				),
	]);
}

export function checkSettings({ values }: Needs): Line[] {
	const faults = faultsBesideSecrets(values, false);
	if (faults.length > 0) return faults.map((fault) => bad(fault, 'Correct it in [vars] of wrangler.toml.'));
	const names = Object.keys(values);
	return [
		good(names.length === 0 ? 'No setting is mistyped.' : `These settings are valid: ${names.join(', ')}.`),
	];
}

/** Returns the migrations that the database lacks, in order, and those that only the database has. */
export function compareMigrations(
	{ migrations }: Needs,
	{ stored }: AccountResources,
): { pending: string[]; foreign: string[] } {
	const applied = valueIn(stored)?.applied ?? [];
	return {
		pending: migrations.filter((name) => !applied.includes(name)),
		foreign: applied.filter((name) => !migrations.includes(name)),
	};
}

/** Migrations that only the database has are of a newer version, or from before the first release. */
export const otherDatabase = ({ database }: Needs, foreign: readonly string[]): Line =>
	foreign.some(isUnreleased)
		? bad(
				`The database ${database} is from before the first release and cannot be migrated.`,
				`Start again: npx wrangler d1 delete ${database}, then follow docs/deploying.md.`,
			)
		: bad(
				`The database has migrations of a newer version: ${foreign.join(', ')}.`,
				'Update this copy of Zubrot.',
			);

/** The last success of the nightly backups must be younger than a day. A service without companies needs none. */
export function checkBackup({ stored }: AccountResources, now: number): Line[] {
	return known(stored, 'the database', (there) => {
		if (there === null || !there.hasCompanies) return [];
		const { lastBackup } = there;
		const hours = lastBackup === null ? null : Math.floor((now - lastBackup) / 3_600_000);
		const remedy = 'Look for job_failed with backUpCompanies in the log, or run npm run backup.';
		if (lastBackup === null || hours === null)
			return [bad('The nightly backups have never succeeded.', remedy)];
		return [
			now - lastBackup > DAY_MS
				? bad(`The last nightly backups succeeded ${hours} hours ago, more than a day.`, remedy)
				: good(
						`The nightly backups last succeeded ${hours === 0 ? 'less than an hour' : `${hours} hours`} ago.`,
					),
		];
	});
}

export function checkDeployment(needs: Needs, found: AccountResources): Line[] {
	return known(found.deployment, 'the deployments', (deployment) => {
		if (deployment === null)
			return [open('The service is not deployed yet.', 'Follow docs/deploying.md, then run npm run deploy.')];
		const version = deployment.message === '' ? '' : `: ${deployment.message}`;
		return [
			good(`The service was deployed at ${deployment.date}${version}.`),
			// The lines about the backup say why the database cannot be read.
			...('error' in found.stored ? [] : [schemaLine(needs, found)]),
		];
	});
}

function schemaLine(needs: Needs, found: AccountResources): Line {
	const { pending, foreign } = compareMigrations(needs, found);
	if (foreign.length > 0) return otherDatabase(needs, foreign);
	return pending.length > 0
		? bad(`The database lacks these migrations: ${pending.join(', ')}.`, 'npm run deploy')
		: good('All migrations are applied.');
}
