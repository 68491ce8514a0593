import { beforeEach, describe, expect, test } from 'vitest';
import { bytesOf, sendBytes } from '../../../harness/bytes.ts';
import { as, at, newCompany, newUser, runCron, type TestUser } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

const SETTINGS = {
	adviserNumber: '1234567',
	clientNumber: '42',
	wageTypes: { INTERNET: { number: '2100', lodasKey: '2' } },
};
const CSV_HEADER =
	'id,dateCreated,dateModified,flexDataId,companyId,personnelNumber,costCenter,module,amountValue,amountCurrency,state,payrollReferenceDate,submittedDate,correctsId,reason\r\n';

let spender: Spender;
let runs: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '00017', costCenter: 'Köln €' });
	runs = `/companies/${spender.company.id}/flex/payroll-runs`;
	await configure(SETTINGS);
});

const configure = (settings: object) =>
	as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, settings);
const closed = async (month = '2023-02'): Promise<string> => (await spender.close(month)).body.id;
const exported = (runId: string, format: string, by: TestUser = spender.admin) =>
	sendBytes(by, 'GET', `${runs}/${runId}/export?format=${format}`);
const faults = async (runId: string, format: string) => {
	const { status, body } = await as(spender.admin).get(`${runs}/${runId}/export?format=${format}`);
	expect({ status, code: body.code }).toEqual({ status: 409, code: 'export_incomplete' });
	return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
};

const LODAS = [
	'[Allgemein]',
	'Ziel=LODAS',
	'BeraterNr=1234567',
	'MandantenNr=42',
	'Feldtrennzeichen=;',
	'Zahlenkomma=,',
	'Datumsformat=TT.MM.JJJJ',
	'',
	'[Satzbeschreibung]',
	'1;u_lod_bwd_buchung_standard;abrechnung_zeitraum#bwd;bs_wert_butab#bwd;bs_nr#bwd;la_eigene#bwd;pnr#bwd;kostenstelle#bwd;bemerkung#bwd;',
	'',
	'[Bewegungsdaten]',
	'1;01.02.2023;12,90;2;2100;17;Köln €;Internet 27.02.2023;',
	'',
].join('\r\n');
const LUG = '1234567;42;02/2023;\r\n17;2100;12,90;Köln €;\r\n';

describe('the file of a closed run', () => {
	test.each([
		['csv', 'payroll_2023-02.csv', 'text/csv; charset=utf-8', null],
		['datev-lodas', 'lodas_42_2023-02.txt', 'text/plain; charset=windows-1252', LODAS],
		['datev-lug', 'lug_42_2023-02.txt', 'text/plain; charset=windows-1252', LUG],
	])(
		'as %s has its name, charset and content, byte for byte the same each time',
		async (format, name, type, text) => {
			const expense = await spender.approved({ amount: cents(1290) });
			const line = await spender.transactionOf(expense);
			const run = await closed();
			const response = await exported(run, format);
			expect(response.status).toBe(200);
			expect(Object.fromEntries(response.headers)).toMatchObject({
				'content-type': type,
				'content-disposition': `attachment; filename="${name}"`,
				'x-content-type-options': 'nosniff',
				'cache-control': 'no-store',
			});
			const bytes = await bytesOf(response);
			const charset = format === 'csv' ? 'utf-8' : 'windows-1252';
			const moment = '2023-03-07T12:00:00.000Z';
			const row = `${line.id},${moment},${moment},${expense},${spender.company.id},00017,Köln €,INTERNET,1290,EUR_CENT,COMMITTED,2023-03-07T23:59:59.999Z,${moment},,\r\n`;
			expect(new TextDecoder(charset).decode(bytes)).toBe(text ?? CSV_HEADER + row);

			await as(spender.admin).put(`/employees/${spender.employeeId}`, {
				costCenter: 'x',
				personnelNumber: '1',
			});
			at('2023-03-07T18:00:00.000Z');
			expect(await bytesOf(await exported(run, format))).toEqual(bytes);
		},
	);

	test('is not made of an empty run', async () => {
		const run = await closed();
		for (const format of ['csv', 'csv-de', 'datev-lug', 'datev-lodas']) {
			const answer = await as(spender.admin).get(`${runs}/${run}/export?format=${format}`);
			expect(answer).toMatchObject(refusal(409, 'export_empty'));
		}
	});

	test('for German spreadsheets has a name of its own beside the other CSV', async () => {
		await spender.approved();
		const { headers } = await exported(await closed(), 'csv-de');
		expect(headers.get('Content-Disposition')).toBe('attachment; filename="payroll_2023-02_de.csv"');
	});

	test('carries a negative correction as a number', async () => {
		const { id } = await spender.transactionOf(await spender.approved());
		await closed();
		await spender.correct(id, -5);
		const run = await closed('2023-03');
		expect(await (await exported(run, 'csv')).text()).toContain(',INTERNET,-5,EUR_CENT,');
		expect(await (await exported(run, 'datev-lug')).text()).toContain('17;2100;-0,05;');
	});

	test.each(['=1+1', '+1', '-1', '@A1'])('neutralises the formula %j in CSV', async (costCenter) => {
		const one = await newSpender({}, spender.company, { costCenter });
		await one.approved();
		const text = await (await exported(await closed(), 'csv')).text();
		const cell = text.slice(CSV_HEADER.length).split(',INTERNET,')[0]?.split(',').at(-1);
		expect(cell?.replaceAll('"', '')).toBe(`'${costCenter}`);
	});

	test('quotes what would break a CSV row', async () => {
		const one = await newSpender({}, spender.company, { costCenter: 'a "b", c' });
		await one.approved();
		expect(await (await exported(await closed(), 'csv')).text()).toContain(',"a ""b"", c",INTERNET,');
	});
});

describe('lines that a format cannot carry', () => {
	test('is a 409 with every offending line, and CSV carries it all the same', async () => {
		const numberless = await newSpender({}, spender.company, { costCenter: 'a;b' });
		const lettered = await newSpender({}, spender.company, { personnelNumber: 'A1', costCenter: '"' });
		const huge = await newSpender({}, spender.company, {
			personnelNumber: '100000',
			costCenter: 'x'.repeat(14),
		});
		const swiss = await newSpender({ budget: cents(9000, 'CHF_CENTIMES') }, spender.company, {
			personnelNumber: '18',
			costCenter: '東京',
		});
		const ids = [
			await numberless.approved(),
			await lettered.approved({ module: 'KITA' }),
			await huge.approved(),
			await swiss.approved({ amount: cents(1, 'CHF_CENTIMES') }),
			await spender.approved(),
		];
		const lines = await spender.transactions();
		const [a, b, c, d] = ids.map((id) => `#/lines/${lines.find((line) => line.flexDataId === id)?.id}`);
		const run = await closed();
		const expected = [
			[a, 'personnel_number_missing'],
			[a, 'cost_center_not_supported'],
			[d, 'currency_not_supported'],
			[d, 'cost_center_not_supported'],
			[b, 'wage_type_missing'],
			[b, 'personnel_number_not_numeric'],
			[b, 'cost_center_not_supported'],
			[c, 'personnel_number_not_numeric'],
			[c, 'cost_center_not_supported'],
		];
		expect(await faults(run, 'datev-lodas')).toEqual(expected);
		expect(await faults(run, 'datev-lug')).toEqual(expected);
		expect((await exported(run, 'csv')).status).toBe(200);
	});

	test('includes missing numbers of the office, and for LODAS the missing key', async () => {
		const { id } = await spender.transactionOf(await spender.approved());
		const run = await closed();
		await configure({ clientNumber: '42', wageTypes: { INTERNET: { number: '1' } } });
		const office = ['#/settings', 'office_numbers_missing'];
		expect(await faults(run, 'datev-lug')).toEqual([office]);
		expect(await faults(run, 'datev-lodas')).toEqual([office, [`#/lines/${id}`, 'lodas_key_missing']]);
		await configure(SETTINGS);
		expect((await exported(run, 'datev-lodas')).status).toBe(200);
	});
});

test.each(['', '?format=', '?format=xml', '?format=CSV'])('the format (%j) is required', async (query) => {
	const answer = await as(spender.admin).get(`${runs}/${await closed()}/export${query}`);
	expect(answer).toMatchObject(
		refusal(400, 'validation_failed', { errors: [{ pointer: '#/query/format' }] }),
	);
});

test('strangers find nothing, also under an address of their own company', async () => {
	await spender.approved();
	await runCron('2023-03-08T00:00:00.000Z');
	const [{ id }] = await spender.runs();
	const foreign = await newCompany();
	const both = await newUser(['COMPANY_ADMIN'], [foreign.id, spender.company.id]);
	expect((await exported(id, 'csv', foreign.admin)).status).toBe(404);
	const elsewhere = `/companies/${foreign.id}/flex/payroll-runs/${id}/export?format=csv`;
	expect((await as(both).get(elsewhere)).status).toBe(404);
	expect((await exported(crypto.randomUUID(), 'csv')).status).toBe(404);
});
