import { createInterface } from 'node:readline/promises';
import { askAccount, askAccounts } from './account/ask.ts';
import { checkAccounts } from './account/checks.ts';
import { print } from './account/lines.ts';
import { readNeeds } from './account/needs.ts';
import { type Plan, planDeployment } from './account/plan.ts';
import { exitCodeOf } from './copies/service.ts';
import { misused, optionsOf } from './options.ts';
import { askWrangler, showWrangler } from './wrangler.ts';

const USAGE = `Usage: npm run deploy -- [--yes] [--force "<why>"]
Says what it will do, migrates the database, then uploads the Worker. --yes does not ask. --force deploys although something is missing; the
reason, of 10 to 80 characters, stands in the list of deployments.
Ends with 0 when the version is deployed, 1 when the deployment is refused or not wanted, and 2 when it failed.`;

const options = optionsOf(USAGE, { yes: { type: 'boolean', default: false }, force: { type: 'string' } });
const why = options.force?.trim();
if (why !== undefined && (why.length < 10 || why.length > 80)) misused(USAGE);
process.exitCode = await exitCodeOf(run);

async function run(): Promise<number> {
	const needs = readNeeds();
	const { account, line } = checkAccounts(needs, await askAccounts());
	if (account === null) {
		print('Nothing was changed:', [line]);
		return 2;
	}
	const plan = planDeployment(needs, account, await askAccount(needs), Date.now());
	console.log(plan.announcement);
	print('This is missing:', plan.refusals);
	if (plan.refusals.length > 0) {
		if (why === undefined) {
			console.error(
				'\nNothing was changed. Follow the remedies, or give the reason to deploy all the same: --force "<why>"',
			);
			return 1;
		}
		console.log(`\nDeploying anyway: ${why}`);
	}
	if (!options.yes && !(await isWanted())) return 1;
	return deploy(plan);
}

async function isWanted(): Promise<boolean> {
	if (!process.stdin.isTTY) {
		console.error('\nNothing was changed. Without a terminal to ask, confirm with --yes.');
		return false;
	}
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	const answer = await terminal.question('\nDeploy? [y/N] ');
	terminal.close();
	if (/^y(es)?$/i.test(answer.trim())) return true;
	console.log('Nothing was changed.');
	return false;
}

async function deploy({ pending, isFirst, message }: Plan): Promise<number> {
	const migration =
		pending.length === 0 ? null : await askWrangler(['d1', 'migrations', 'apply', 'DB', '--remote']);
	if (migration !== null && migration.code !== 0) {
		// Only errors are shown, because wrangler prints the table of all migrations once for each of them.
		console.error(`${migration.stderr}
A migration failed, and no Worker was uploaded. Migrations before the failed one stay applied; the failed one changed nothing.
${isFirst ? 'Nothing serves yet.' : 'The version that was there still serves.'} Correct what wrangler says above, then run npm run deploy again.`);
		return 2;
	}
	if (migration !== null) console.log(`\nMigrated: ${pending.join(', ')}\n`);
	const told = why === undefined ? message : `${message}, forced: ${why}`;
	if (!(await showWrangler(['deploy', '--message', told]))) {
		console.error(`
The upload failed. ${pending.length === 0 ? 'The database is as before.' : 'All migrations are applied.'}${isFirst ? '' : ' The version that was there goes on with this database.'}
If the Worker is uploaded but its cron or queues are not, npx wrangler deployments status shows it. Correct what wrangler says above, then run
npm run deploy again.`);
		return 2;
	}
	console.log(
		isFirst
			? `
Deployed. Create the first platform administrator: npm run admin:create -- --email you@company.example --remote
Then check everything: npm run doctor`
			: `
Deployed. Check it: npm run doctor. To go back: npx wrangler rollback. The version before goes on with the new schema.`,
	);
	return 0;
}
