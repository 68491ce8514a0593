import { beforeEach, describe, expect, test } from 'vitest';
import { browse, visitOf } from '../../../harness/console.ts';
import { as, at, call, newCompany, runCron } from '../../../harness/service.ts';
import { newSpender, type Spender } from '../../../harness/spending.ts';

const NOON = '2023-03-07T12:00:00.000Z';
let spender: Spender;
let path: string;

beforeEach(async () => {
	at(NOON);
	spender = await newSpender({}, await newCompany(7));
	path = `/companies/${spender.company.id}`;
});

/** The days of the cut-offs of January to April, as the API tells them. */
async function cutOffs(): Promise<string[]> {
	const { body } = await as(spender.admin).get(`${path}/calendar?from=2023-02-01&to=2023-05-31`);
	return body.flatMap(({ kind, date }: { kind: string; date: string }) => (kind === 'CUT_OFF' ? date : []));
}
const close = async (month: string) => expect((await spender.close(month)).status).toBe(201);

const [JANUARY, FEBRUARY, MARCH, APRIL] = ['2023-02-07', '2023-03-07', '2023-04-07', '2023-05-07'];

describe('the calendar tells the cut-off of a month', () => {
	test('that is open, also when another company has closed it early', async () => {
		await (await newSpender()).close('2023-02');
		expect(await cutOffs()).toEqual([JANUARY, FEBRUARY, MARCH, APRIL]);
	});

	test.each([
		['2023-03-07T23:59:59.998Z', [JANUARY, MARCH, APRIL]],
		['2023-03-07T23:59:59.999Z', [JANUARY, FEBRUARY, MARCH, APRIL]],
		['2023-03-08T00:00:00.000Z', [JANUARY, FEBRUARY, MARCH, APRIL]],
	])('unless it was closed before it: closed at %s', async (instant, told) => {
		at(instant);
		await close('2023-02');
		expect(await cutOffs()).toEqual(told);
		at('2023-05-30T12:00:00.000Z');
		expect(await cutOffs()).toEqual(told);
	});

	test('unless it was closed before it was over, or with a later month', async () => {
		await close('2023-03');
		expect(await cutOffs()).toEqual([JANUARY, APRIL]);
	});

	test('that the cron has closed, until the company sets a later day than that of the closing', async () => {
		await spender.approved();
		await runCron('2023-03-08T00:00:00.000Z');
		expect(await spender.runs()).toMatchObject([{ month: '2023-02' }]);
		expect(await cutOffs()).toContain(FEBRUARY);
		await as(spender.admin).put(path, { payrollReferenceDay: 28 });
		expect(await cutOffs()).toEqual(['2023-02-28', '2023-04-28', '2023-05-28']);
	});
});

test('the calendar of the console and its file tell no cut-off of a month closed early either', async () => {
	const { body } = await as(spender.admin).post(`${path}/calendar/address`, { showsNames: false });
	const visit = await visitOf(spender.admin);
	const file = async () => {
		const { body: text } = await call('GET', body.address);
		return [...text.matchAll(/UID:cut_off-(\d{8})/g)].map(([, day]) => day).slice(0, 3);
	};
	const list = async () => {
		const { body: page } = await browse(visit).get('/calendar?view=list&from=2023-02');
		return [...page.matchAll(/datetime="([\d-]+)[^>]*>[^<]*<\/time><\/td><td[^>]*>Payroll cut-off/g)]
			.map(([, day]) => day)
			.slice(0, 3);
	};
	const grids = async () => {
		const { body: page } = await browse(visit).get('/calendar?from=2023-02');
		return [...page.matchAll(/data-kind="CUT_OFF"><a href="[^"]*day=([\d-]+)/g)].map(([, day]) => day);
	};
	expect(await file()).toEqual(['20230207', '20230307', '20230407']);
	expect(await list()).toEqual([JANUARY, FEBRUARY, MARCH]);
	expect(await grids()).toEqual([JANUARY, FEBRUARY, MARCH]);
	await close('2023-02');
	expect(await file()).toEqual(['20230207', '20230407', '20230507']);
	expect(await list()).toEqual([JANUARY, MARCH, APRIL]);
	expect(await grids()).toEqual([JANUARY, MARCH]);
});
