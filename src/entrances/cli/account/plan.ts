import { spawnSync } from 'node:child_process';
import { allMigrations } from '../../site/schema.ts';
import { breaksOf } from '../additive.ts';
import { type Account, type AccountResources, valueIn } from './ask.ts';
import {
	checkBackup,
	checkQueues,
	checkSecrets,
	checkSettings,
	checkStorage,
	compareMigrations,
	otherDatabase,
} from './checks.ts';
import { bad, failures, type Line } from './lines.ts';
import type { Needs } from './needs.ts';

export interface Plan {
	announcement: string;
	/** Reasons not to deploy. */
	refusals: Line[];
	pending: string[];
	/** True if the database has no tables yet. */
	isFirst: boolean;
	/** Stands beside the version in Cloudflare's list of deployments. */
	message: string;
}

export function planDeployment(needs: Needs, account: Account, found: AccountResources, now: number): Plan {
	const { pending, foreign } = compareMigrations(needs, found);
	const isFirst = 'value' in found.stored && !found.stored.value?.applied.length;
	const version = [needs.version, ...commitOf()].join(' ');
	const backup = checkBackup(found, now);
	return {
		announcement: announce(needs, account, found, { version, pending, backup }),
		refusals: [
			...failures([
				...checkStorage(needs, found),
				...checkQueues(needs, found),
				...checkSecrets(needs, found),
				...checkSettings(needs),
				...backup,
			]).filter(({ isTolerable }) => !isTolerable),
			...(foreign.length > 0 ? [otherDatabase(needs, foreign)] : []),
			...breakLines(pending),
		],
		pending,
		isFirst,
		message: version,
	};
}

/** Returns the commit; empty outside a repository. */
function commitOf(): string[] {
	const asked = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' });
	return asked.status === 0 ? [asked.stdout.trim()] : [];
}

/** Warns of migrations that the old Worker cannot live with. It serves until the new one is uploaded, and after a rollback. */
function breakLines(pending: readonly string[]): Line[] {
	if (pending.length === 0) return [];
	const all = allMigrations();
	const added = all.filter(({ name }) => pending.includes(name));
	const applied = all.filter(({ name }) => !pending.includes(name));
	return breaksOf(applied, added)
		.filter(({ allowed }) => allowed === null)
		.map(({ problem }) =>
			bad(
				`The migrations do not only add. ${problem}`,
				'Write migrations with which the present version works too.',
			),
		);
}

function announce(
	needs: Needs,
	account: Account,
	found: AccountResources,
	{ version, pending, backup }: { version: string; pending: string[]; backup: Line[] },
): string {
	const { deployment, secrets, stored } = found;
	const now = valueIn(deployment);
	const names = valueIn(secrets) ?? [];
	const count = `${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'}`;
	const migrations = pending.length === 0 ? 'none' : `${count}, before the upload: ${pending.join(', ')}`;
	return `This deploys Zubrot ${version} as the Worker ${needs.worker} into ${account.name} (${account.id}).

Now there   ${now ? `the version of ${now.date}${now.message && `: ${now.message}`}` : 'nothing'}
Migrations  ${'error' in stored ? 'not known, because wrangler cannot read the database' : migrations}
Database    ${needs.database}
Buckets     ${needs.buckets.map(({ name, jurisdiction }) => (jurisdiction ? `${name} (${jurisdiction})` : name)).join(', ')}
Queues      ${needs.queues.map(({ name }) => name).join(', ')}
Cron        ${needs.crons.join(', ')}
Settings    ${Object.keys(needs.values).join(', ') || 'none'}
Secrets     ${names.join(', ') || 'none'}
Backup      ${backup[0]?.text ?? 'not needed, because there are no companies'}`;
}
