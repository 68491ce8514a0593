import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { runJobsOfCell } from '../../../src/entrances/jobs/cells.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { ring } from '../../harness/alarms.ts';
import { newCompanyInCell } from '../../harness/cells.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { databaseOver } from '../../harness/database.ts';
import { pageOf } from '../../harness/page.ts';
import { type Answer, as, at, newUser, now, type TestUser, WITHOUT_BACKUPS } from '../../harness/service.ts';

const NOON = '2031-03-07T12:00:00.000Z';
const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 24 * AN_HOUR_MS;
const BELOW = 6_999_999_999;
const WARNED = 7_000_000_000;

let platform: TestUser;

beforeEach(async () => {
	at(NOON);
	vi.spyOn(console, 'log').mockImplementation(() => {});
	await env.DB.exec('DELETE FROM places; DELETE FROM job_runs');
	platform = await newUser(['PLATFORM_ADMIN']);
});

interface Place {
	bytes?: number;
	nextDue?: number;
	lastRun?: number | null;
	dateCreated?: number;
}

/** A company that the directory knows, with a number at the end of its id. */
async function newPlace(number: number, fields: Place = {}): Promise<string> {
	const id = `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`;
	const { bytes = 1_150_000, nextDue = now(), lastRun = now(), dateCreated = 1 } = fields;
	const company = JSON.stringify({ id, name: `Company ${number}`, dateCreated });
	await env.DB.prepare(
		`INSERT INTO places (company_id, cell, schema, company, people, bytes, next_due, last_run, date_created)
			VALUES (?, ?, '3000_schema', ?, 20, ?, ?, ?, ?)`,
	)
		.bind(id, `aaaaaaaa${1000 + number}`, company, bytes, nextDue, lastRun, dateCreated)
		.run();
	return id;
}

const list = (query = '') => as(platform).get(`/cells${query}`);

describe('GET /cells', () => {
	test('lists nothing while no company has a database of its own', async () => {
		expect(await list()).toMatchObject({ status: 200, body: [] });
	});

	test('shows what a cell has reported after its last run', async () => {
		const { id, cell } = await newCompanyInCell();
		expect((await list()).body).toMatchObject([{ companyId: id, dateRun: null, bytes: 0, lagSeconds: 0 }]);
		await ring(cell, NOON);
		const { body } = await list();
		expect(body).toEqual([
			{
				companyId: id,
				companyName: `Company ${id}`,
				cell,
				bytes: expect.any(Number),
				people: 0,
				schema: expect.stringMatching(/^\d{4}_/),
				dateRun: NOON,
				lagSeconds: 0,
				warning: null,
			},
		]);
		expect(body[0].bytes).toBeGreaterThan(100_000);
	});

	test('has pages in the order of the companies’ ids', async () => {
		const ids = [await newPlace(3), await newPlace(1), await newPlace(2)].sort();
		const listed: string[] = [];
		for (let path: string | undefined = '/cells?limit=2'; path !== undefined; ) {
			const { body, headers }: Answer = await as(platform).get(path);
			listed.push(...body.map(({ companyId }: { companyId: string }) => companyId));
			path = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1]?.replace(/^.*\/api\/v2/, '');
		}
		expect(listed).toEqual(ids);
		expect(await list('?cursor=nonsense')).toMatchObject({ status: 400 });
	});

	test.each<[string, Place, number]>([
		['due later', { nextDue: Date.parse(NOON) + 1 }, 0],
		['due two hours ago', { nextDue: Date.parse(NOON) - 2 * AN_HOUR_MS }, 7200],
		['woken in vain for two days', { lastRun: Date.parse(NOON) - 3 * A_DAY_MS }, 2 * 86_400],
		['never run since yesterday noon', { lastRun: null, dateCreated: Date.parse(NOON) - A_DAY_MS - 1000 }, 1],
	])('a cell that is %s has the right lag', async (_, fields, lagSeconds) => {
		await newPlace(1, fields);
		expect((await list()).body).toMatchObject([{ lagSeconds }]);
	});

	test('warns from 7 GB on, and says what to do', async () => {
		await newPlace(1, { bytes: BELOW });
		await newPlace(2, { bytes: WARNED });
		const [below, warned] = (await list()).body;
		expect(below.warning).toBeNull();
		expect(warned.warning).toEqual({
			code: 'nearly_full',
			detail:
				'This database holds 7 of 10 GB. When it is full, every write fails. Erase former employees whose retention has ended, and shorten `retentionMonths`. Put new employees into a second company.',
		});
	});
});

describe('the page of databases', () => {
	const open = async (language: string, path = '/platform/cells') =>
		pageOf((await browse(await visitOf(platform)).get(path, { 'Accept-Language': language })).body);

	test.each([
		[
			'en',
			'Use one for a company with more than 20,000 employees, or when the shared database holds 7 GB. You can move a company on its page.',
		],
		[
			'de',
			'oder wenn die gemeinsame Datenbank 7 GB groß ist. Auf der Seite eines Unternehmens können Sie es umziehen.',
		],
	])('says in %s when to use one while there is none', async (language, sentence) => {
		expect((await open(language)).text).toContain(sentence);
	});

	test('lists size, people, last run and schema, and is late after two hours', async () => {
		await newPlace(1, { nextDue: now() - 2 * AN_HOUR_MS + 1000 });
		await newPlace(2, { nextDue: now() - 2 * AN_HOUR_MS });
		const [first, second] = (await open('en')).rows.map(({ text }) => text).slice(-2);
		expect(first).toMatch(/Company 1\D*20\D*1\.1 MB[\s\S]*3000_schema[\s\S]*aaaaaaaa1001/);
		expect(first).not.toContain('late');
		expect(second).toContain('2 h late');
		expect((await open('de')).text).toContain('2 Std. verspätet');
	});

	test('warns from 7 GB on, and says what to do', async () => {
		await newPlace(1, { bytes: BELOW });
		const below = (await open('en')).text;
		expect(below).toContain('6.9 GB');
		expect(below).not.toContain('nearly full');
		await newPlace(2, { bytes: WARNED });
		const [english, german] = [(await open('en')).text, (await open('de')).text];
		expect(english).toContain('7 GB nearly full');
		expect(english).toContain('Put new employees into a second company.');
		expect(german).toContain('Legen Sie neue Mitarbeitende in einem zweiten Unternehmen an.');
	});

	test('turns to the next 50', async () => {
		for (let number = 1; number <= 51; number++) await newPlace(number);
		const first = await open('en');
		expect(first.text).not.toContain('Company 51');
		const next = first.select('a[rel=next]')[0]?.href ?? '';
		expect((await open('en', next.slice('/console'.length))).text).toContain('Company 51');
	});
});

describe('the log', () => {
	const lines = (run: () => Promise<unknown>) => {
		const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
		return run().then(() => {
			const events = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
			logged.mockRestore();
			return events.filter(({ event }) => event === 'database_nearly_full');
		});
	};

	test('warns once a day of a cell that is nearly full', async () => {
		const { cell } = await newCompanyInCell();
		const object = env.CELLS.get(env.CELLS.idFromName(cell));
		const run = (bytes: number, time: number) => {
			const send = (asked: Parameters<typeof object.batch>[1]) => object.batch('', asked);
			return lines(() =>
				runJobsOfCell(
					{ name: cell, schema: '', bytes, wakeBy: () => {}, send },
					WITHOUT_BACKUPS,
					time,
					() => true,
				),
			);
		};
		expect(await run(BELOW, now())).toEqual([]);
		expect(await run(WARNED, now() + A_DAY_MS)).toMatchObject([
			{ cell, bytes: WARNED, errors: [{ message: expect.stringContaining('a second company') }] },
		]);
		expect(await run(WARNED, now() + A_DAY_MS + AN_HOUR_MS)).toEqual([]);
		expect(await run(WARNED, now() + 2 * A_DAY_MS)).toHaveLength(1);
	});

	test.runIf(env.DATABASE === 'D1')('warns once a day of a D1 that is nearly full', async () => {
		const run = (bytes: number, time: number) => {
			const DB = databaseOver(async (statements) => {
				const results = await env.DB.batch(statements);
				return results.map((result) => ({ ...result, meta: { ...result.meta, size_after: bytes } }));
			});
			return lines(() => runDueJobs({ ...env, DB }, time));
		};
		expect((await env.DB.prepare('SELECT 1').run()).meta.size_after).toBeGreaterThan(100_000);
		expect(await run(BELOW, now())).toEqual([]);
		expect(await run(WARNED, now() + A_DAY_MS)).toMatchObject([
			{ bytes: WARNED, errors: [{ message: expect.stringContaining('databases of their own') }] },
		]);
		expect(await run(WARNED, now() + A_DAY_MS)).toEqual([]);
		expect(await run(WARNED, now() + A_DAY_MS + AN_HOUR_MS)).toEqual([]);
	});
});
