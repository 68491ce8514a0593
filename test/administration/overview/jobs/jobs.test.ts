import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { runDueJobs } from '../../../../src/entrances/jobs/schedule.ts';
import { JOBS } from '../../../../src/foundation/core/jobs.ts';
import { intercepted } from '../../../harness/intercepted.ts';
import { newMail } from '../../../harness/mail.ts';
import { as, at, newUser, runCron, type TestUser } from '../../../harness/service.ts';
import { eachTestFinds } from '../../../harness/snapshot.ts';

const NOON = '2026-03-07T12:00:00.000Z';
const LATER = '2026-03-07T13:00:00.000Z';

let platform: TestUser;
eachTestFinds(async () => {
	at(NOON);
	platform = await newUser(['PLATFORM_ADMIN']);
});
beforeEach(() => at(LATER));

interface Shown {
	job: string;
	dateRun: string | null;
	dateSucceeded: string | null;
	handled: number | null;
	waiting: number | null;
	waitingSince: string | null;
}

const listed = async (): Promise<Shown[]> => (await as(platform).get('/jobs')).body.jobs;
const mailJob = async () => (await listed()).find(({ job }) => job === 'sendDueMails');

test('every job of the cron is listed in its order, also before it has run', async () => {
	const jobs = await listed();
	expect(jobs.map(({ job }) => job)).toEqual([...JOBS]);
	expect(new Set(jobs.map(({ dateRun }) => dateRun))).toEqual(new Set([null]));
	await runCron(NOON);
	const after = await listed();
	expect(new Set(after.map(({ dateRun }) => dateRun))).toEqual(new Set([NOON]));
	expect(after.every(({ handled }) => handled !== null)).toBe(true);
});

test('records that wait for a job are counted, with the time since which they are due', async () => {
	expect(await mailJob()).toMatchObject({ waiting: 0, waitingSince: null });
	at(NOON);
	await newMail(platform.userId, { kind: 'new_device' });
	await newMail(platform.userId, { kind: 'new_device' });
	expect(await mailJob()).toMatchObject({ waiting: 2, waitingSince: NOON });
	expect((await listed()).find(({ job }) => job === 'clearOldKeys')).toMatchObject({ waiting: null });
});

test('a job that fails keeps when it last succeeded, and a late run takes nothing back', async () => {
	await runCron(NOON);
	const DB = intercepted(/access_events/, () => Promise.reject(new Error('no such luck')));
	const { failed } = await runDueJobs({ ...env, DB }, Date.parse(LATER));
	expect(Object.keys(failed)).toContain('clearAccessEvents');
	const state = async () => (await listed()).find(({ job }) => job === 'clearAccessEvents');
	expect(await state()).toMatchObject({ dateRun: LATER, dateSucceeded: NOON });
	await runCron(NOON);
	expect(await state()).toMatchObject({ dateRun: LATER, dateSucceeded: NOON });
	await runCron('2026-03-07T14:00:00.000Z');
	expect(await state()).toMatchObject({
		dateRun: '2026-03-07T14:00:00.000Z',
		dateSucceeded: '2026-03-07T14:00:00.000Z',
	});
});
