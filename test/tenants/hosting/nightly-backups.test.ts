import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { takeCompany } from '../../../src/entrances/jobs/companies.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import type { CompanyMessage } from '../../../src/foundation/core/jobs.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { readBackup } from '../../../src/tenants/hosting/backup-files/remote.ts';
import { backUpCompanies } from '../../../src/tenants/hosting/nightly-backups/actions.ts';
import { counting } from '../../harness/counting.ts';
import { databaseOver } from '../../harness/database.ts';
import { type Fault, failing, faultsOf, nameOf } from '../../harness/failing.ts';
import { jobsQueue, messageOf } from '../../harness/jobs.ts';
import { isTried } from '../../harness/sampling.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	restart,
	runCron,
	runCronOver,
	type TestUser,
} from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { newWorld, type World } from '../../whole/contract/world.ts';

const NOON = '2023-03-07T12:00:00.000Z';

const NIGHT = '2023-03-08T01:00:00.000Z';

let platform: TestUser;

let own: World;

eachTestFinds(async () => {
	at(NOON);
	platform = await newUser(['PLATFORM_ADMIN']);
	own = await newWorld();
	await runCron(NOON);
});

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at(NOON);
	restart();
	const { objects } = await env.BACKUPS.list();
	if (objects.length > 0) await env.BACKUPS.delete(objects.map(({ key }) => key));
});

const backupsOf = async ({ companyId }: World) =>
	(await as(platform).get(`/companies/${companyId}/backups`)).body;

/** Lets something happen in the company. */
async function change({ companyId, userId, sessionId }: World, name = 'Renamed'): Promise<void> {
	const answer = await as({ userId, sessionId }).put(`/companies/${companyId}`, { name });
	expect(answer.status).toBe(200);
}

const datesOf = async (world: World): Promise<string[]> =>
	(await backupsOf(world)).map(({ date }: { date: string }) => date);

const objectsAt = async (prefix: string) => (await env.BACKUPS.list({ prefix })).objects;

test('a night begins at 01:00, and nothing is stored in a night after which nothing has happened', async () => {
	expect(await runCronOver(env, '2023-03-08T00:59:59.999Z')).toMatchObject({ backUpCompanies: 0 });
	expect(await runCronOver(env, NIGHT)).toMatchObject({ backUpCompanies: 1 });
	expect(await runCronOver(env, '2023-03-08T23:00:00.000Z')).toMatchObject({ backUpCompanies: 0 });
	const copies = () => objectsAt(`${own.companyId}/objects/`);
	const before = await copies();
	expect(before.length).toBeGreaterThan(0);
	// The jobs of the night may have left events.
	await runCronOver(env, '2023-03-09T01:00:00.000Z');
	await runCronOver(env, '2023-03-10T01:00:00.000Z');
	const dates = await datesOf(own);
	expect(await runCronOver(env, '2023-03-11T01:00:00.000Z')).toMatchObject({ backUpCompanies: 0 });
	expect(await datesOf(own)).toEqual(dates);
	await change(own);
	expect(await runCronOver(env, '2023-03-12T00:59:59.999Z')).toMatchObject({ backUpCompanies: 0 });
	expect(await runCronOver(env, '2023-03-12T01:00:00.000Z')).toMatchObject({ backUpCompanies: 1 });
	expect(await datesOf(own)).toEqual(['2023-03-12T01:00:00.000Z', ...dates]);
	// Files are copied once.
	const versions = (objects: R2Object[]) => objects.map(({ key, version }) => [key, version]);
	expect(versions(await copies())).toEqual(versions(before));
});

/** The database, in which something changes before so many second passes. */
function changingDuring(most: number): Bindings {
	let [passes, changes] = [0, 0];
	const DB = databaseOver(async (statements, queries) => {
		// Each pass begins with the people.
		if (queries.some((query) => query.includes(`'COMPANY' AS kind`))) passes++;
		if (passes === 2 * (changes + 1) && changes < most) await change(own, `Name ${++changes}`);
		return env.DB.batch(statements);
	});
	return { ...env, DB };
}

test('a company that never rests is tried each hour, and the job fails in the morning', async () => {
	expect(await runCronOver(changingDuring(9), NIGHT)).toMatchObject({ backUpCompanies: 0 });
	const { JOBS_QUEUE: _, ...changing } = changingDuring(9);
	const { failed } = await runDueJobs(changing, Date.parse('2023-03-08T07:00:00.000Z'));
	expect(failed).toEqual({ backUpCompanies: new Error('1 companies have no backup of this night') });
	expect(await objectsAt(`${own.companyId}/2`)).toEqual([]);
	expect(await runCronOver(env, '2023-03-08T08:00:00.000Z')).toMatchObject({ backUpCompanies: 1 });
	expect(await datesOf(own)).toEqual(['2023-03-08T08:00:00.000Z']);
});

/** Reads the latest backup as a whole, and returns its date. */
async function readLatest(): Promise<number> {
	const [date = ''] = await datesOf(own);
	for await (const piece of readBackup(env.BACKUPS, own.companyId, date)) expect(piece).toBeDefined();
	return Date.parse(date);
}

test('after any fault, each backup is whole, and the next hour makes the missing one', async () => {
	const save = (bindings: Bindings, date: number) =>
		backUpCompanies(connect(bindings.DB), bindings, date, () => true);
	const { bindings, calls } = failing(null, true);
	let night = Date.parse(NIGHT);
	await save(bindings, night);
	expect(calls.filter((name) => name === 'R2 put').length).toBeGreaterThan(3);
	const isOfInterest = ({ call, kind, moment }: Fault) =>
		kind === (moment === 'after' ? 'dead' : 'failed') &&
		(calls[call - 1]?.startsWith('R2') || call % 4 === 0);
	const faults = faultsOf(calls.length).filter(isOfInterest);
	for (const fault of faults.filter((_, index) => isTried(index, 6))) {
		const name = nameOf(fault, calls);
		night += 24 * 3_600_000;
		await change(own, name);
		await save(failing(fault, true).bindings, night).catch(() => undefined);
		await readLatest();
		await save(env, night + 3_600_000);
		expect(await readLatest(), name).toBeGreaterThanOrEqual(night);
	}
});

/** Runs the cron with a queue that nobody listens to. */
async function runWith(queue: ReturnType<typeof jobsQueue>, instant: string) {
	const { handled, failed } = await runDueJobs({ ...env, JOBS_QUEUE: queue.JOBS_QUEUE }, Date.parse(instant));
	return { saved: handled.backUpCompanies, failed: failed.backUpCompanies };
}

const take = async (body: CompanyMessage, bindings: Bindings = env, attempts = 1) => {
	const message = messageOf(body, attempts);
	await takeCompany(message, bindings, () => true);
	return message;
};

async function shown() {
	const { jobs } = (await as(platform).get('/jobs')).body;
	const { handled, dateRun, dateSucceeded } = jobs.at(-1);
	return [handled, dateRun, dateSucceeded];
}

test('with a queue, each company is saved by a message, and a lost, doubled or late one changes nothing', async () => {
	const known = await newCompany();
	const others = [known, await newCompany()].map(({ id }) => id);
	const queue = jobsQueue();
	expect(await runWith(queue, NIGHT)).toEqual({ saved: 0, failed: undefined });
	const wanted = [own.companyId, ...others].sort();
	expect(queue.sent.map(({ companyId }) => companyId).sort()).toEqual(wanted);
	const [message] = queue.sent.filter(({ companyId }) => companyId === own.companyId) as [CompanyMessage];
	expect(message).toEqual({
		companyId: own.companyId,
		scheduledTime: Date.parse(NIGHT),
		job: 'backUpCompanies',
	});
	expect(await shown()).toEqual([0, NIGHT, NIGHT]);

	// A message costs its company only, and a doubled one a single round trip.
	const { counted, bindings } = counting();
	expect((await take(message, bindings)).ack).toHaveBeenCalledOnce();
	const { trips } = counted;
	expect(trips).toBeLessThan(25);
	expect((await take(message, bindings)).ack).toHaveBeenCalledOnce();
	expect(counted.trips - trips).toBe(1);
	expect(await datesOf(own)).toEqual([NIGHT]);
	expect(await shown()).toEqual([1, NIGHT, NIGHT]);

	// The messages of the others are lost, or find no time. Each hour sends them again, and the morning reports them.
	const next = jobsQueue();
	await runWith(next, '2023-03-08T02:00:00.000Z');
	expect(next.sent.map(({ companyId }) => companyId).sort()).toEqual(others.sort());
	let steps = 0;
	for (const one of next.sent.slice(0, 1)) await takeCompany(messageOf(one), env, () => ++steps < 2);
	const error = new Error('2 companies have no backup of this night');
	expect(await runWith(jobsQueue(), '2023-03-08T07:00:00.000Z')).toEqual({ saved: undefined, failed: error });
	expect(await shown()).toEqual([0, '2023-03-08T07:00:00.000Z', '2023-03-08T02:00:00.000Z']);
	await Promise.all([...next.sent, ...next.sent].map((one) => take(one)));
	const after = jobsQueue();
	expect(await runWith(after, '2023-03-08T08:00:00.000Z')).toEqual({ saved: 0, failed: undefined });
	expect(after.sent).toEqual([]);

	// A message of an earlier night makes no backup, whatever has happened since.
	await change(own);
	await take(message);
	expect(await datesOf(own)).toEqual([NIGHT]);

	// If the queue is down, the cron saves all itself.
	expect(await runWith(jobsQueue(0), '2023-03-09T01:00:00.000Z')).toMatchObject({ saved: 1 });

	// The first run of a night calls nobody late, even if it comes in the morning. The next one does.
	at('2023-03-09T12:00:00.000Z');
	await newCompany();
	await newEmployee(known);
	expect(await runWith(jobsQueue(), '2023-03-10T08:00:00.000Z')).toEqual({ saved: 0, failed: undefined });
	const { failed } = await runWith(jobsQueue(), '2023-03-10T09:00:00.000Z');
	expect(failed).toEqual(new Error('2 companies have no backup of this night'));
});

test('a company that is being saved is late only after half an hour', async () => {
	const queue = jobsQueue();
	expect(await runWith(queue, '2023-03-08T08:00:00.000Z')).toEqual({ saved: 0, failed: undefined });
	let steps = 0;
	for (const one of queue.sent) await takeCompany(messageOf(one), env, () => ++steps < 2);
	const early = await runWith(jobsQueue(), '2023-03-08T08:29:59.999Z');
	expect(early).toEqual({ saved: 0, failed: undefined });
	const { failed } = await runWith(jobsQueue(), '2023-03-08T08:30:00.000Z');
	expect(failed).toEqual(new Error('1 companies have no backup of this night'));
});

test('a company whose backup fails holds up no other, is tried four times, and shows as failed', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const { id } = await newCompany();
	const scheduledTime = Date.parse(NIGHT);
	const messageFor = (companyId: string): CompanyMessage => ({
		companyId,
		scheduledTime,
		job: 'backUpCompanies',
	});
	await runWith(jobsQueue(), NIGHT);
	const put = async (key: string, ...rest: unknown[]) => {
		if (key.startsWith(id)) throw new Error('The bucket is down');
		return (env.BACKUPS.put as (...given: unknown[]) => unknown)(key, ...rest);
	};
	const BACKUPS = new Proxy(env.BACKUPS, {
		get: (bucket, name) => (name === 'put' ? put : Reflect.get(bucket, name).bind(bucket)),
	});
	const broken = { ...env, BACKUPS };
	for (const attempts of [1, 2, 3])
		expect((await take(messageFor(id), broken, attempts)).retry).toHaveBeenCalledOnce();
	expect((await take(messageFor(own.companyId), broken)).ack).toHaveBeenCalledOnce();
	expect(await shown()).toEqual([1, NIGHT, NIGHT]);
	expect((await take(messageFor(id), broken, 4)).ack).toHaveBeenCalledOnce();
	expect(await shown()).toEqual([1, NIGHT, NOON]);

	// A backup without one of its files is made, and reported at once.
	await env.RECEIPTS.delete(own.receiptId);
	await change(own);
	const next = jobsQueue();
	await runWith(next, '2023-03-09T01:00:00.000Z');
	for (const message of next.sent) await take(message);
	expect((await datesOf(own))[0]).toBe('2023-03-09T01:00:00.000Z');
});
