import { isOfThisMachine } from '../../foundation/core/addresses.ts';
import { askAccount, askAccounts, valueIn } from './account/ask.ts';
import {
	checkAccounts,
	checkBackup,
	checkDeployment,
	checkPlan,
	checkQueues,
	checkSecrets,
	checkSettings,
	checkStorage,
} from './account/checks.ts';
import { failures, type Line, open, print } from './account/lines.ts';
import { checkMailDomain, checkReceiptsDomain } from './account/mail-domain.ts';
import { type Needs, readNeeds } from './account/needs.ts';
import { checkService } from './account/service.ts';
import { exitCodeOf } from './copies/service.ts';
import { misused, optionsOf } from './options.ts';

const USAGE = `Usage: npm run doctor -- [--plan paid|free] [--url https://benefits.example]
Checks the account at Cloudflare, the DNS of the mail domain and the service, before and after a deployment. --url is PUBLIC_URL by default.
With the address of a service on this machine, it checks only that service. The environment variable OPERATOR_KEY has the operator's key.
Ends with 0 when nothing is wrong, 1 when something is, and 2 when the account cannot be checked.`;

const options = optionsOf(USAGE, { plan: { type: 'string' }, url: { type: 'string' } });
const isPlan = options.plan === undefined || ['paid', 'free'].includes(options.plan);
if (!isPlan || (options.url !== undefined && !URL.canParse(options.url))) misused(USAGE);
const all: Line[] = [];
process.exitCode = await exitCodeOf(run);

async function run(): Promise<number> {
	const needs = readNeeds();
	const url = (options.url ?? (needs.values.PUBLIC_URL as string | undefined))?.replace(/\/$/, '');
	if (url !== undefined && isOfThisMachine(url)) {
		tell('Service on this machine', await checkService(url));
		return conclude();
	}
	console.log(`Zubrot ${needs.version} asks wrangler, the DNS and the service.`);
	const { account, line } = checkAccounts(needs, await askAccounts());
	tell('Account', [line, ...(account === null ? [] : [checkPlan(needs, options.plan, account)])]);
	if (account === null) return 2;
	await checkAll(needs, url);
	return conclude();
}

async function checkAll(needs: Needs, url: string | undefined): Promise<void> {
	const found = await askAccount(needs);
	tell('Database and buckets', checkStorage(needs, found));
	tell('Queues', checkQueues(needs, found));
	tell('Settings', [...checkSecrets(needs, found), ...checkSettings(needs)]);
	tell('Mail', [
		...(await checkMailDomain(needs, valueIn(found.secrets) ?? [])),
		...(await checkReceiptsDomain(needs)),
	]);
	tell('Deployment', checkDeployment(needs, found));
	if (valueIn(found.deployment) === null) return;
	tell('Service', [...checkBackup(found, Date.now()), ...(await askService(url))]);
}

function askService(url: string | undefined): Promise<Line[]> | Line[] {
	if (url !== undefined) return checkService(url);
	return [
		open(
			'The service was not asked, because its address is not known.',
			'Name it with --url, or set PUBLIC_URL.',
		),
	];
}

function tell(title: string, lines: readonly Line[]): void {
	print(title, lines);
	all.push(...lines);
}

function conclude(): number {
	const { length } = failures(all);
	const left = all.filter(({ mark }) => mark === '–').length;
	const open =
		left === 0
			? ''
			: ` ${left} ${left === 1 ? 'line' : 'lines'} with – could not be checked, or are only worth knowing.`;
	console.log(
		`\n${length === 0 ? 'Nothing is wrong.' : `${length} ${length === 1 ? 'thing is' : 'things are'} wrong. Each line names its remedy.`}${open}`,
	);
	return length === 0 ? 0 : 1;
}
