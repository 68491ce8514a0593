import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { runDueJobs } from '../../../../src/entrances/jobs/schedule.ts';
import { publish, setTexts } from '../../../harness/dns.ts';
import { as, at, newCompany, newUser, runCron, type TestCompany } from '../../../harness/service.ts';
import { eachTestFinds } from '../../../harness/snapshot.ts';

let company: TestCompany;
let record: { name: string; value: string };

/** A domain that was proven on 7 March at noon. */
eachTestFinds(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	const name = `${company.id}.test.example`;
	const path = `/companies/${company.id}/single-sign-on`;
	const provider = { issuer: 'https://login.test.example', clientId: 'zubrot', clientSecret: 'a secret' };
	const { body } = await as(company.admin).put(path, { ...provider, domains: [name] });
	record = body.domains[0].record;
	await publish(record);
	await as(company.admin).post(`${path}/domains/${name}/verification`);
});

beforeEach(() => publish(record));

const PROVEN = '2023-03-07T12:00:00.000Z';

async function domain() {
	const { body } = await as(company.admin).get(`/companies/${company.id}/single-sign-on`);
	const { dateVerified, dateMissing } = body.domains[0];
	return { dateVerified, dateMissing };
}

/** Makes the domain one without records in the resolver of the tests. */
const moveUnder = (label: string) =>
	env.DB.prepare(`UPDATE company_domains SET domain = 'a.' || ? || '.' || domain`).bind(label).run();

test('a record is looked for a day after the last time, not a millisecond before', async () => {
	await setTexts(record.name, []);
	expect((await runCron('2023-03-08T11:59:59.999Z')).checkDomains).toBe(0);
	expect(await domain()).toEqual({ dateVerified: PROVEN, dateMissing: null });
	expect((await runCron('2023-03-08T12:00:00.000Z')).checkDomains).toBe(1);
	expect(await domain()).toEqual({ dateVerified: PROVEN, dateMissing: '2023-03-08T12:00:00.000Z' });
});

test('a domain whose record is missing stays proven for 7 days, and not a millisecond more', async () => {
	await setTexts(record.name, []);
	await runCron('2023-03-08T12:00:00.000Z');
	await runCron('2023-03-14T11:59:59.999Z');
	const proven = { dateVerified: PROVEN, dateMissing: '2023-03-08T12:00:00.000Z' };
	expect(await domain()).toEqual(proven);
	await runCron('2023-03-15T12:00:00.000Z');
	expect(await domain()).toEqual({ dateVerified: null, dateMissing: null });
	expect((await runCron('2023-03-16T12:00:00.000Z')).checkDomains).toBe(0);
});

test('a record that comes back in time is as if it had never been missing', async () => {
	await setTexts(record.name, []);
	await runCron('2023-03-08T12:00:00.000Z');
	await publish(record);
	await runCron('2023-03-09T12:00:00.000Z');
	expect(await domain()).toEqual({ dateVerified: PROVEN, dateMissing: null });
	await setTexts(record.name, []);
	await runCron('2023-03-15T12:00:00.000Z');
	expect(await domain()).toEqual({ dateVerified: PROVEN, dateMissing: '2023-03-15T12:00:00.000Z' });
});

test('a resolver that cannot be reached fails the job and changes nothing', async () => {
	await moveUnder('refused');
	const { failed } = await runDueJobs(env, Date.parse('2023-03-31T12:00:00.000Z'));
	expect(Object.keys(failed)).toEqual(['checkDomains']);
	expect(await domain()).toEqual({ dateVerified: PROVEN, dateMissing: null });
});

test('name servers that fail are no missing record', async () => {
	await moveUnder('broken');
	expect((await runCron('2023-03-31T12:00:00.000Z')).checkDomains).toBe(1);
	expect(await domain()).toEqual({ dateVerified: PROVEN, dateMissing: null });
});

test('a mail informs administrators when a record is missing and when the domain is lost, each once', async () => {
	const others = [
		await newUser(['COMPANY_ADMIN'], [company.id]),
		await newUser(['TECHNICAL_USER'], [company.id]),
	];
	await newCompany();
	const told = async () =>
		(await as(company.admin).get(`/companies/${company.id}/mails`)).body
			.filter(({ kind }: { kind: string }) => kind.startsWith('domain_'))
			.map(({ kind, userId }: { kind: string; userId: string }) => [kind, userId]);
	const to = (kind: string) => [company.admin, others[0]].map((admin) => [kind, admin?.userId]);
	await runCron('2023-03-08T12:00:00.000Z');
	expect(await told()).toEqual([]);
	await setTexts(record.name, []);
	for (const day of ['09', '10', '15']) await runCron(`2023-03-${day}T12:00:00.000Z`);
	expect((await told()).toSorted()).toEqual(to('domain_missing').toSorted());
	for (const day of ['16', '17']) await runCron(`2023-03-${day}T12:00:00.000Z`);
	const all = [...to('domain_missing'), ...to('domain_lost')];
	expect((await told()).toSorted()).toEqual(all.toSorted());
	const { results } = await env.DB.prepare(
		`SELECT DISTINCT data FROM mails WHERE kind = 'domain_missing'`,
	).all();
	expect(results).toEqual([{ data: expect.stringContaining('"until":"2023-03-16"') }]);
});
