import { beforeAll, expect, test } from 'vitest';
import type { AccountResources } from '../../../../src/entrances/cli/account/ask.ts';
import {
	checkAccounts,
	checkDeployment,
	checkPlan,
	checkQueues,
	checkSecrets,
	checkStorage,
} from '../../../../src/entrances/cli/account/checks.ts';
import type { Line } from '../../../../src/entrances/cli/account/lines.ts';
import { checkMailDomain, checkReceiptsDomain } from '../../../../src/entrances/cli/account/mail-domain.ts';
import { type Needs, readNeeds } from '../../../../src/entrances/cli/account/needs.ts';
import { planDeployment } from '../../../../src/entrances/cli/account/plan.ts';
import { startResolver } from '../../../harness/outside/resolver.ts';

const NOW = Date.parse('2026-03-07T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const ACCOUNT = { id: '0123', name: 'Benefits Inc.' };
let needs: Needs;
let resolver: string;

beforeAll(async () => {
	needs = readNeeds();
	resolver = await startResolver();
});

/** A service that lacks nothing. */
const found = (others: Partial<AccountResources> = {}): AccountResources => ({
	database: { value: { jurisdiction: 'eu' } },
	buckets: { value: needs.buckets.map(({ name }) => name) },
	queues: { value: new Map(needs.queues.map(({ name }) => [name, 1])) },
	secrets: { value: ['JWT_SECRET', 'ENCRYPTION_KEY', 'OPERATOR_KEY'] },
	deployment: { value: { date: '2026-03-01T00:00:00Z', message: '1.0.0' } },
	stored: stored(),
	...others,
});

const stored = (
	applied = needs.migrations,
	hours: number | null = 11,
	hasCompanies = true,
): AccountResources['stored'] => ({
	value: { applied, lastBackup: hours === null ? null : NOW - hours * HOUR_MS, hasCompanies },
});

const asText = (lines: readonly Line[]) =>
	lines.map(({ mark, text, remedy }) => [mark, text, remedy].join(' | '));
const refusals = (others: Partial<AccountResources>, changed: Partial<Needs> = {}) =>
	asText(planDeployment({ ...needs, ...changed }, ACCOUNT, found(others), NOW).refusals);

test.each<[string, () => Partial<AccountResources>, () => Partial<Needs>, string[]]>([
	['nothing is missing', () => ({}), () => ({}), []],
	[
		'there was no backup for more than a day',
		() => ({ stored: stored(undefined, 25) }),
		() => ({}),
		[
			'✗ | The last nightly backups succeeded 25 hours ago, more than a day. | Look for job_failed with backUpCompanies in the log, or run npm run backup.',
		],
	],
	[
		'there was never a backup',
		() => ({ stored: stored(undefined, null) }),
		() => ({}),
		[
			'✗ | The nightly backups have never succeeded. | Look for job_failed with backUpCompanies in the log, or run npm run backup.',
		],
	],
	['there is no company to save', () => ({ stored: stored(undefined, null, false) }), () => ({}), []],
	['the database is empty', () => ({ stored: { value: null }, deployment: { value: null } }), () => ({}), []],
	[
		'a secret is missing',
		() => ({ secrets: { value: ['JWT_SECRET'] } }),
		() => ({}),
		[
			'✗ | The secret ENCRYPTION_KEY is not set. | Set it from your copy: npx wrangler secret put ENCRYPTION_KEY',
		],
	],
	[
		'the operator’s key is missing',
		() => ({ secrets: { value: ['JWT_SECRET', 'ENCRYPTION_KEY'] } }),
		() => ({}),
		[],
	],
	[
		'nobody consumes a queue yet',
		() => ({ queues: { value: new Map(needs.queues.map(({ name }) => [name, 0])) } }),
		() => ({}),
		[],
	],
	[
		'the database is in another place',
		() => ({ database: { value: { jurisdiction: null } } }),
		() => ({}),
		[],
	],
	[
		'a setting is mistyped',
		() => ({}),
		() => ({ values: { PUBLIC_URL: 'https://benefits.example/app' } }),
		[
			'✗ | PUBLIC_URL must be an origin like https://benefits.example, not https://benefits.example/app. | Correct it in [vars] of wrangler.toml.',
		],
	],
	[
		'the database has a newer schema',
		() => ({ stored: stored([...needs.migrations, '9999_later']) }),
		() => ({}),
		['✗ | The database has migrations of a newer version: 9999_later. | Update this copy of Zubrot.'],
	],
	[
		'the database is from before the first release',
		() => ({ stored: stored(['2000_schema', '2001_invariants']) }),
		() => ({}),
		[
			'✗ | The database zubrot is from before the first release and cannot be migrated. | Start again: npx wrangler d1 delete zubrot, then follow docs/deploying.md.',
		],
	],
	[
		'wrangler may not read the secrets',
		() => ({ secrets: { error: 'Authentication error [code: 10000]' } }),
		() => ({}),
		[
			'✗ | Wrangler cannot read the names of the secrets: Authentication error [code: 10000] | Check the permissions of the API token, then try again.',
		],
	],
])('a deployment if %s', (_, others, changed, expected) => {
	expect(refusals(others(), changed())).toEqual(expected);
});

test('a deployment names the pending migrations, and may be the first one', () => {
	const plan = planDeployment(needs, ACCOUNT, found({ stored: stored(needs.migrations.slice(0, -1)) }), NOW);
	const last = needs.migrations.at(-1) ?? '';
	expect([plan.pending, plan.isFirst]).toEqual([[last], false]);
	expect(plan.announcement).toContain(`1 migration, before the upload: ${last}`);
	expect(plan.announcement).toContain('the version of 2026-03-01T00:00:00Z: 1.0.0');
	expect(planDeployment(needs, ACCOUNT, found({ stored: { value: null } }), NOW)).toMatchObject({
		isFirst: true,
		pending: needs.migrations,
		refusals: [],
	});
});

test('nothing is said about what wrangler cannot read', () => {
	const unread = found({ stored: { error: 'timeout' }, secrets: { error: 'timeout' } });
	expect(planDeployment(needs, ACCOUNT, unread, NOW).announcement).toContain(
		'Migrations  not known, because wrangler cannot read the database',
	);
	expect(asText(checkDeployment(needs, unread))).toEqual([
		'✓ | The service was deployed at 2026-03-01T00:00:00Z: 1.0.0. | ',
	]);
	expect(asText(checkSecrets(needs, unread))).toEqual([
		'✗ | Wrangler cannot read the names of the secrets: timeout | Check the permissions of the API token, then try again.',
	]);
});

test('a new service gets new secrets, and one with data those from the copy', () => {
	const none = { secrets: { value: null } };
	const remediesOf = (others: Partial<AccountResources>) =>
		checkSecrets(needs, found({ ...none, ...others })).map(({ remedy }) => remedy);
	const operatorKey = 'openssl rand -base64 48 | tee operator-key.txt | npx wrangler secret put OPERATOR_KEY';
	expect(remediesOf({ stored: { value: null } })).toEqual([
		'openssl rand -base64 48 | tee jwt-secret.txt | npx wrangler secret put JWT_SECRET',
		'openssl rand -base64 48 | tee encryption-key.txt | npx wrangler secret put ENCRYPTION_KEY',
		operatorKey,
	]);
	expect(remediesOf({})).toEqual([
		'Set it from your copy: npx wrangler secret put JWT_SECRET',
		'Set it from your copy: npx wrangler secret put ENCRYPTION_KEY',
		operatorKey,
	]);
});

test('the doctor says which account it looks at', () => {
	const one = (accountId: string | undefined, asked: Parameters<typeof checkAccounts>[1]) =>
		asText([checkAccounts({ ...needs, accountId }, asked).line])[0];
	const others = { value: [ACCOUNT, { id: '4567', name: 'Another' }] };
	expect(one(undefined, { value: [ACCOUNT] })).toBe('✓ | Wrangler is signed in to Benefits Inc. (0123). | ');
	expect(one('4567', others)).toBe('✓ | Wrangler is signed in to Another (4567). | ');
	expect(one(undefined, others)).toContain(
		'✗ | Wrangler can use several accounts: Benefits Inc. (0123), Another (4567).',
	);
	expect(one('89', others)).toContain('✗ | Wrangler cannot use the account 89.');
	expect(one(undefined, { value: null })).toContain('✗ | Wrangler is not signed in.');
	expect(one(undefined, { error: 'fetch failed' })).toContain(
		'✗ | Wrangler cannot ask Cloudflare: fetch failed',
	);
});

test('the doctor takes the plan from the operator', () => {
	expect(checkPlan(needs, undefined, ACCOUNT).mark).toBe('–');
	expect(checkPlan(needs, 'paid', ACCOUNT)).toEqual({ mark: '✓', text: 'The plan is Workers Paid.' });
	expect(asText([checkPlan(needs, 'free', ACCOUNT)])).toEqual([
		'✗ | The plan is Workers Free. Checking a password needs Workers Paid, and so does cpu_ms in wrangler.toml. | Change the plan at https://dash.cloudflare.com/0123/workers/plans',
	]);
});

test('the doctor finds a database in another place, cells in any place, queues that nobody consumes and an older schema', () => {
	const elsewhere = { database: { value: { jurisdiction: null } } };
	const wrong = (lines: readonly Line[]) => asText(lines.filter(({ mark }) => mark !== '✓'));
	const cells = { ...needs, values: { NEW_COMPANIES: 'CELL' } };
	expect(wrong(checkStorage(cells, found(elsewhere)))).toEqual([
		'✗ | The database zubrot is there, but not in the jurisdiction eu, as the buckets are. | A database never moves. Restore a backup into a new one, as docs/backups.md says.',
		'✗ | New cells are not kept in the jurisdiction eu. | Set CELL_JURISDICTION = "eu" in [vars] of wrangler.toml before the first company gets a cell.',
	]);
	expect(wrong(checkStorage(needs, found({ ...elsewhere, stored: { value: null } })))[0]).toContain(
		'npx wrangler d1 delete zubrot, then npx wrangler d1 create zubrot --jurisdiction eu',
	);
	const queues = { value: new Map(needs.queues.map(({ name }) => [name, name === 'zubrot-mail' ? 0 : 1])) };
	expect(wrong(checkQueues(needs, found({ queues })))).toEqual([
		'✗ | Nobody consumes the queue zubrot-mail. | npm run deploy',
	]);
	expect(wrong(checkDeployment(needs, found({ stored: stored(needs.migrations.slice(0, -1)) })))).toEqual([
		`✗ | The database lacks these migrations: ${needs.migrations.at(-1)}. | npm run deploy`,
	]);
});

const publish = (records: Record<string, string[]>) =>
	Promise.all(
		Object.entries(records).map(([name, texts]) =>
			fetch(new URL(`/records/${name}`, resolver), {
				method: 'PUT',
				body: JSON.stringify(texts.map((text) => `"${text}"`)),
			}),
		),
	);

const mailOf = async (MAIL_FROM: string, secrets: string[] = []) =>
	asText(
		await checkMailDomain(
			{ ...needs, values: { MAIL_FROM, PUBLIC_URL: 'https://benefits.example', DNS_RESOLVER: resolver } },
			secrets,
		),
	);

test('the doctor looks for Email Routing at the domain of receipts', async () => {
	const receiptsAt = async (RECEIPTS_DOMAIN?: string) =>
		asText(
			await checkReceiptsDomain({
				...needs,
				values: { DNS_RESOLVER: resolver, ...(RECEIPTS_DOMAIN && { RECEIPTS_DOMAIN }) },
			}),
		);
	await publish({ 'in.good.example': ['v=spf1 include:_spf.mx.cloudflare.net ~all'] });
	expect(await receiptsAt()).toEqual([]);
	expect(await receiptsAt('in.good.example')).toEqual([
		'✓ | Receipts by mail: in.good.example has the records of Email Routing. | ',
	]);
	expect(await receiptsAt('in.none.example')).toEqual([
		'✗ | Receipts by mail: in.none.example lacks the SPF record of Email Routing. | Enable Email Routing for in.none.example in the dashboard (docs/receipts-by-mail.md).',
	]);
	expect(await receiptsAt('in.refused.example')).toEqual([
		'✗ | The domain of receipts cannot be checked: DNS lookup failed. Try again in a minute. | Try again in a minute.',
	]);
});

test('the doctor looks for the DNS records of the carrier', async () => {
	expect(await mailOf('a@mail.none.example')).toEqual([
		'✗ | SPF: cf-bounce.mail.none.example does not permit Cloudflare’s Email Service. | npx wrangler email sending dns get mail.none.example lists the records.',
		'✗ | DKIM: cf-bounce._domainkey.mail.none.example has no key. | npx wrangler email sending dns get mail.none.example lists the records.',
		'✗ | DMARC: mail.none.example has no record. | Add the TXT record _dmarc.mail.none.example with "v=DMARC1; p=quarantine".',
	]);
	await publish({
		'send.mail.weak.example': ['v=spf1 include:amazonses.com ~all', 'v=spf1 -all'],
		'resend._domainkey.mail.weak.example': ['p='],
		'_dmarc.weak.example': ['v=DMARC1; p=reject; sp=none'],
	});
	expect(await mailOf('Benefits <a@mail.weak.example>', ['RESEND_API_KEY'])).toEqual([
		'✗ | SPF: send.mail.weak.example has several records, so none of them counts. | https://resend.com/domains lists the records of mail.weak.example.',
		'✗ | DKIM: resend._domainkey.mail.weak.example has no key. | https://resend.com/domains lists the records of mail.weak.example.',
		'✗ | DMARC: _dmarc.weak.example has the policy none. | Set p=quarantine at _dmarc.weak.example when reports show no surprises.',
	]);
	await publish({
		'send.mail.good.example': ['v=spf1 include:amazonses.com ~all'],
		'resend._domainkey.mail.good.example': ['p=MIGf'],
		'_dmarc.good.example': ['v=DMARC1; p=reject; sp=quarantine'],
	});
	expect(await mailOf('a@mail.good.example', ['RESEND_API_KEY'])).toEqual([
		'✓ | SPF: send.mail.good.example permits Resend. | ',
		'✓ | DKIM: resend._domainkey.mail.good.example has the key of Resend. | ',
		'✓ | DMARC: _dmarc.good.example has the policy quarantine. | ',
	]);
	expect(await mailOf('a@mail.refused.example')).toEqual([
		'✗ | The mail domain cannot be checked: DNS lookup failed. Try again in a minute. | Try again in a minute.',
	]);
	expect(asText(await checkMailDomain({ ...needs, values: {} }, []))).toEqual([
		'– | No mail leaves, because MAIL_FROM or PUBLIC_URL is not set. | Set both in [vars] of wrangler.toml.',
	]);
});
