import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, at } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

const SETTINGS = {
	adviserNumber: '1234567',
	clientNumber: '42',
	wageTypes: { INTERNET: { number: '2100', lodasKey: '2' } },
};
const LAST_OF_FEBRUARY = '2023-02-28T23:59:59.999Z';

let spender: Spender;
let runs: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '17' });
	runs = `/companies/${spender.company.id}/flex/payroll-runs`;
	await configure();
});

const configure = (changes: object = { bookingMonth: 'FOLLOWING' }) =>
	as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, { ...SETTINGS, ...changes });
const closed = async (month = '2023-02'): Promise<string> => (await spender.close(month)).body.id;
const exported = (run: string, query: string) =>
	as(spender.admin).get(`${runs}/${run}/export?format=${query}`);
/** The rows of a LODAS file, as month, amount and number. */
const booked = async (run: string, query = '') => {
	const { body } = await exported(run, `datev-lodas${query}`);
	const rows = (body as string).split('[Bewegungsdaten]\r\n')[1]?.split('\r\n').filter(Boolean) ?? [];
	return rows.map((row) => {
		const [, period, value, , , number] = row.split(';');
		return [period, value, number];
	});
};
const lug = async (run: string, query = ''): Promise<string> =>
	(await exported(run, `datev-lug${query}`)).body;
const files = async (run: string) => (await as(spender.admin).get(`${runs}/${run}/files`)).body;
const terminate = (who: Spender, dateTerminated: string | null) =>
	as(who.admin).put(`/employees/${who.employeeId}`, { dateTerminated });
const open = async () => (await as(spender.admin).get(`${runs}/open`)).body;

describe('the month that a DATEV file carries', () => {
	test.each([
		['RUN', '01.02.2023', '02/2023'],
		['FOLLOWING', '01.03.2023', '03/2023'],
	])('with %s is %s for the run of February', async (bookingMonth, period, header) => {
		await configure({ bookingMonth });
		await spender.approved();
		const run = await closed();
		expect(await booked(run)).toEqual([[period, '10,00', '17']]);
		const file = `1234567;42;${header};\r\n17;2100;10,00;;\r\n`;
		expect(await lug(run)).toBe(file);
		const [month, year] = header.split('/');
		expect(await lug(run, `&month=${year}-${month}`)).toBe(file);
		expect((await as(spender.admin).get(`${runs}/${run}`)).body).toMatchObject({ bookingMonth });
	});

	test('is that of the run without a setting', async () => {
		await configure({});
		await spender.approved();
		expect(await booked(await closed())).toEqual([['01.02.2023', '10,00', '17']]);
	});

	test('after December is January of the next year', async () => {
		at('2024-01-05T12:00:00.000Z');
		await spender.approved({ date: '2023-12-20' });
		const run = await closed('2023-12');
		expect(await booked(run)).toEqual([['01.01.2024', '10,00', '17']]);
		expect(await lug(run)).toContain('1234567;42;01/2024;\r\n');
	});

	test('stays as it was when the run was closed, also in a new version', async () => {
		await spender.approved();
		const run = await closed();
		await configure({ bookingMonth: 'RUN', clientNumber: '43' });
		expect(await lug(run)).toBe('1234567;43;03/2023;\r\n17;2100;10,00;;\r\n');
		await configure({ bookingMonth: 'RUN' });
		expect(await lug(run, '&reissue=true')).toContain('1234567;42;03/2023;');
		expect(await booked(run)).toEqual([['01.03.2023', '10,00', '17']]);
	});

	test('is, for a correction, that of the run that pays it', async () => {
		const { id } = await spender.transactionOf(await spender.approved());
		await closed();
		await configure({ bookingMonth: 'RUN' });
		await spender.correct(id, -5);
		expect(await booked(await closed('2023-03'))).toEqual([['01.03.2023', '-0,05', '17']]);
	});
});

describe('the lines of leavers', () => {
	let leaver: Spender;

	beforeEach(async () => {
		leaver = await newSpender({}, spender.company, {
			personnelNumber: '18',
			firstName: 'Ada',
			lastName: 'Lovelace',
		});
	});

	test.each([
		[LAST_OF_FEBRUARY, '01.02.2023'],
		['2023-02-27T23:59:59.999Z', '01.02.2023'],
		['2023-03-01T23:59:59.999Z', '01.03.2023'],
		['2023-03-31T23:59:59.999Z', '01.03.2023'],
		[null, '01.03.2023'],
	])('after a last day of %s are booked on %s', async (dateTerminated, period) => {
		await leaver.approved({ date: '2023-02-20' });
		await spender.approved();
		await terminate(leaver, dateTerminated);
		expect((await booked(await closed())).toSorted()).toEqual(
			[
				['01.03.2023', '10,00', '17'],
				[period, '10,00', '18'],
			].toSorted(),
		);
	});

	test('stay in their last month when a later run pays them, and are added up by month', async () => {
		await configure({ bookingMonth: 'FOLLOWING', sumsBookings: true });
		const { id } = await leaver.transactionOf(await leaver.approved({ date: '2023-02-20' }));
		const late = await leaver.submitted({ date: '2023-02-20', amount: cents(500) });
		await terminate(leaver, LAST_OF_FEBRUARY);
		await closed();
		await leaver.approve(late);
		await leaver.correct(id, -100);
		expect(await booked(await closed('2023-03'))).toEqual([['01.02.2023', '4,00', '18']]);
	});

	test('are booked with all others if the run is booked in its own month', async () => {
		await configure({ bookingMonth: 'RUN' });
		await leaver.approved({ date: '2023-02-20' });
		await terminate(leaver, LAST_OF_FEBRUARY);
		expect((await open()).warnings).toEqual([]);
		expect(await booked(await closed())).toEqual([['01.02.2023', '10,00', '18']]);
	});

	test('are a part of their own in Lohn und Gehalt, with the month in its header and its name', async () => {
		const { id } = await leaver.transactionOf(await leaver.approved({ date: '2023-02-20' }));
		await spender.approved();
		await terminate(leaver, LAST_OF_FEBRUARY);
		const run = await closed();
		const first = '1234567;42;03/2023;\r\n17;2100;10,00;;\r\n';
		const second = '1234567;42;02/2023;\r\n18;2100;10,00;;\r\n';
		expect(await lug(run)).toBe(first);
		expect(await lug(run, '&month=2023-03')).toBe(first);
		const { headers, body } = await exported(run, 'datev-lug&month=2023-02');
		expect(body).toBe(second);
		expect(headers.get('Content-Disposition')).toBe(
			'attachment; filename="lug_42_2023-02_leavers_2023-02.txt"',
		);
		expect(await exported(run, 'datev-lug&month=2023-01')).toMatchObject(refusal(409, 'export_empty'));
		expect(await files(run)).toMatchObject([
			{
				version: 1,
				bookedEarlier: [{ transactionId: id, month: '2023-02' }],
				sha256: createHash('sha256')
					.update(first + second)
					.digest('hex'),
			},
		]);
	});

	test('are in the whole file of other formats, whatever month is asked for', async () => {
		await leaver.approved({ date: '2023-02-20' });
		await spender.approved();
		await terminate(leaver, LAST_OF_FEBRUARY);
		const run = await closed();
		expect(await booked(run, '&month=2023-02')).toHaveLength(2);
		expect((await exported(run, 'csv&month=2023-01')).status).toBe(200);
	});

	test('are the first part if nothing else was paid', async () => {
		await leaver.approved({ date: '2023-02-20' });
		await terminate(leaver, LAST_OF_FEBRUARY);
		const run = await closed();
		expect(await lug(run)).toBe('1234567;42;02/2023;\r\n18;2100;10,00;;\r\n');
		expect(await exported(run, 'datev-lug&month=2023-03')).toMatchObject(refusal(409, 'export_empty'));
	});

	test('keep the month of the first version, until a new one is requested after a changed last day', async () => {
		await leaver.approved({ date: '2023-02-20' });
		const run = await closed();
		expect(await booked(run)).toEqual([['01.03.2023', '10,00', '18']]);
		await terminate(leaver, LAST_OF_FEBRUARY);
		expect(await booked(run)).toEqual([['01.03.2023', '10,00', '18']]);
		expect(await booked(run, '&reissue=true')).toEqual([['01.02.2023', '10,00', '18']]);
	});

	test('are a warning in the open run and in the preview of closing it', async () => {
		await leaver.approved({ date: '2023-02-20' });
		await leaver.approved({ date: '2023-02-21', amount: cents(250) });
		await spender.approved();
		await terminate(leaver, '2023-03-31T23:59:59.999Z');
		expect((await open()).warnings).toEqual([]);
		await terminate(leaver, LAST_OF_FEBRUARY);
		const { month, warnings } = await open();
		expect(month).toBe('2023-02');
		expect(warnings).toEqual([
			{
				code: 'booked_in_last_month',
				employeeId: leaver.employeeId,
				personnelNumber: '18',
				firstName: 'Ada',
				lastName: 'Lovelace',
				amount: cents(1250),
				limit: null,
				bookedIn: '2023-02',
			},
		]);
		const preview = await as(spender.admin).post(`${runs}?dryRun=true`, { month: '2023-02', early: true });
		expect(preview.body.warnings).toEqual(warnings);
	});
});
