import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { runDueJobs } from '../../../../src/entrances/jobs/schedule.ts';
import { archiveRows, CLOSED, storedFiles } from '../../../harness/archives.ts';
import { eventsFor } from '../../../harness/events.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	runCron,
	type TestUser,
} from '../../../harness/service.ts';
import { eachTestFinds } from '../../../harness/snapshot.ts';

const ERASED = '2022-04-02T12:00:00.000Z';
const SECRET = 'the-centre-of-ada';
const OTHER = 'the-centre-of-bo';

let platform: TestUser;
let employee: string;

/** Two employees with events in two months of 2021. One has left and may be erased. */
eachTestFinds(async () => {
	at('2021-10-15T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	const company = await newCompany();
	await as(platform).put(`/companies/${company.id}`, { retentionMonths: 0 });
	employee = await newEmployee(company, { costCenter: SECRET });
	const colleague = await newEmployee(company, { costCenter: OTHER });
	at('2021-11-15T12:00:00.000Z');
	await as(platform).put(`/employees/${colleague}`, { costCenter: `${OTHER}-2` });
	at('2021-12-15T12:00:00.000Z');
	await as(platform).put(`/employees/${employee}`, { costCenter: `${SECRET}-2` });
	at('2022-01-15T12:00:00.000Z');
	await as(platform).put(`/employees/${employee}`, { dateTerminated: '2022-01-31T00:00:00.000Z' });
	await runCron('2022-02-01T00:00:00.000Z');
});

const erase = async () => {
	at(ERASED);
	expect((await as(platform).post(`/employees/${employee}/erasure`)).status).toBe(200);
};

/** The keys of the files that hold a text. */
async function filesWith(text: string): Promise<string[]> {
	const found = await Promise.all(
		(await storedFiles()).map(async (key) => {
			const bytes = await (await env.HISTORY.get(key))?.arrayBuffer();
			const lines = new Blob([bytes ?? '']).stream().pipeThrough(new DecompressionStream('gzip'));
			return (await new Response(lines).text()).includes(text) ? [key] : [];
		}),
	);
	return found.flat();
}

const told = async () => JSON.stringify(await eventsFor(platform));

test('archived values are blanked at once for readers, then in the files, and nobody else loses any', async () => {
	await runCron(CLOSED);
	const before = await archiveRows();
	expect(await filesWith(SECRET)).toHaveLength(2);
	expect(await told()).toContain(SECRET);
	const events = await eventsFor(platform);

	await erase();
	expect(await told()).not.toContain(SECRET);
	const after = await eventsFor(platform);
	expect(after.slice(0, events.length).map(({ id, changedFields }) => [id, changedFields])).toEqual(
		events.map(({ id, changedFields }) => [id, changedFields]),
	);

	await runCron('2022-04-02T13:00:00.000Z');
	const rewritten = await archiveRows();
	expect(rewritten.filter(({ key }, index) => key !== before[index]?.key).map(({ month }) => month)).toEqual([
		'2021-10',
		'2021-12',
	]);
	expect(await eventsFor(platform)).toEqual(after);
	await runCron('2022-04-02T15:00:00.000Z');
	expect(await filesWith(SECRET)).toEqual([]);
	expect(await storedFiles()).toEqual(rewritten.map(({ key }) => key).sort());
	expect(await filesWith(OTHER)).toHaveLength(2);
	expect(await eventsFor(platform)).toEqual(after);
});

test('an erasure that comes while a file is written blanks that file too', async () => {
	const history = {
		put: async (key: string, bytes: ArrayBuffer) => {
			await env.HISTORY.put(key, bytes);
			if (key.includes('/2021-10/')) await erase();
		},
	} as unknown as R2Bucket;
	const { failed } = await runDueJobs({ ...env, HISTORY: history }, Date.parse(CLOSED));
	expect(failed).toHaveProperty('archiveHistory');
	expect(await filesWith(SECRET)).toHaveLength(1);
	expect(await told()).not.toContain(SECRET);

	await runCron('2022-04-02T13:00:00.000Z');
	await runCron('2022-04-02T15:00:00.000Z');
	expect(await filesWith(SECRET)).toEqual([]);
	expect(await told()).not.toContain(SECRET);
});
