import { SCHEMA } from '../../foundation/cells/schema.ts';
import { argumentsOf, misused } from './options.ts';
import { runWrangler } from './wrangler.ts';

/** Marks the cells with an older schema as due, and lists them. The cron wakes 100 an hour, and a cell migrates as it starts. */
const USAGE = 'Usage: npm run cells -- migrate [--remote]';
const { values: options, positionals } = argumentsOf(USAGE, { remote: { type: 'boolean', default: false } });
if (positionals.join(' ') !== 'migrate') misused(USAGE);

interface Behind {
	company_id: string;
	schema: string;
	last_run: number | null;
}

/** The schema needs no quoting: it has letters, digits and underscores. The cron first wakes cells that have been due longest. */
const WAKE = `UPDATE places SET next_due = 0 WHERE schema < '${SCHEMA}' RETURNING company_id, schema, last_run`;

const behind = options.remote ? await askRemotely() : await askLocally();
if (behind.length === 0) console.log(`Every cell has the schema ${SCHEMA}.`);
else {
	const lines = behind.map((one) => `  ${one.company_id}  ${one.schema}  ${ranAt(one)}`);
	console.log(
		`${behind.length === 1 ? '1 cell has' : `${behind.length} cells have`} an older schema than ${SCHEMA}. The cron wakes 100 cells an hour, and a cell
migrates as it starts. If one of these has run since you deployed, its migration failed: look for cell_migration_failed in the log.
  company                               schema  last run
${lines.join('\n')}`,
	);
	process.exitCode = 1;
}

function ranAt({ last_run }: Behind): string {
	return last_run === null ? 'never' : new Date(last_run).toISOString();
}

async function askLocally(): Promise<Behind[]> {
	// The local runtime takes a second to load.
	const { withLocalState } = await import('./local-state.ts');
	return withLocalState(async ({ DB }) => (await DB.prepare(WAKE).all<Behind>()).results);
}

async function askRemotely(): Promise<Behind[]> {
	const printed = await runWrangler([
		'd1',
		'execute',
		'DB',
		'--yes',
		'--json',
		'--remote',
		'--command',
		WAKE,
	]);
	const answer = JSON.parse(printed.slice(printed.indexOf('['))) as { results: Behind[] }[];
	return answer.flatMap(({ results }) => results);
}
