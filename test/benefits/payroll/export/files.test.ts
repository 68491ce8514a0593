import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { bytesOf, sendBytes } from '../../../harness/bytes.ts';
import { as, at } from '../../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../../harness/spending.ts';

const SETTINGS = {
	adviserNumber: '1234567',
	clientNumber: '42',
	wageTypes: { INTERNET: { number: '2100', lodasKey: '2' } },
};

let spender: Spender;
let run: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '17' });
	await configure(SETTINGS);
	await spender.approved();
	run = `/companies/${spender.company.id}/flex/payroll-runs/${(await spender.close('2023-02')).body.id}`;
});

const configure = (settings: object) =>
	as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, settings);
const exported = async (query: string, by = spender.admin) => {
	const response = await sendBytes(by, 'GET', `${run}/export?${query}`);
	expect(response.status).toBe(200);
	return { name: response.headers.get('Content-Disposition'), bytes: await bytesOf(response) };
};
const files = async () => (await as(spender.admin).get(`${run}/files`)).body;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a file once given', () => {
	test('stays as it was given when the settings change, until a new version is asked for', async () => {
		const { bytes } = await exported('format=datev-lug');
		await configure({ ...SETTINGS, wageTypes: { INTERNET: { number: '2200' } }, clientNumber: '43' });
		expect((await exported('format=datev-lug')).bytes).toEqual(bytes);

		const second = await exported('format=datev-lug&reissue=true', spender.verifier);
		expect(second.name).toBe('attachment; filename="lug_43_2023-02_v2.txt"');
		expect(new TextDecoder().decode(second.bytes)).toContain('17;2200;10,00;');
		expect((await exported('format=datev-lug')).bytes).toEqual(second.bytes);
		expect(await files()).toMatchObject([
			{ format: 'datev-lug', version: 1, authorId: spender.admin.userId, sha256: sha256(bytes) },
			{ format: 'datev-lug', version: 2, authorId: spender.verifier.userId, sha256: sha256(second.bytes) },
		]);
	});

	test('gets no new version if its content would not change', async () => {
		await exported('format=datev-lodas');
		await exported('format=datev-lodas&reissue=true');
		expect(await files()).toHaveLength(1);
	});

	test('is in the register once, though eight ask at once, and every format has its own', async () => {
		const all = await Promise.all(Array.from({ length: 8 }, () => exported('format=datev-lodas')));
		expect(new Set(all.map(({ bytes }) => sha256(bytes))).size).toBe(1);
		await exported('format=csv');
		await exported('format=csv-de');
		expect(
			(await files()).map(({ format, version }: { format: string; version: number }) => [format, version]),
		).toEqual([
			['datev-lodas', 1],
			['csv', 1],
			['csv-de', 1],
		]);
	});

	test('is recorded in the history, and the database keeps its record', async () => {
		await exported('format=datev-lug');
		const { body } = await as(spender.admin).get('/events?type=payroll_file.issued');
		expect(body).toMatchObject([{ after: { format: 'datev-lug', version: 1 } }]);
		for (const sql of ['UPDATE payroll_files SET version = 9', 'DELETE FROM payroll_files']) {
			await expect(env.DB.exec(sql)).rejects.toThrow(/committed/);
		}
	});
});

describe('the file for German spreadsheets', () => {
	/** Keeps the byte order mark. */
	const withMark = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	const german = async (query = '') => withMark.decode((await exported(`format=csv-de${query}`)).bytes);
	const rename = (lastName: string) =>
		as(spender.admin).put(`/users/${spender.employee.userId}`, { lastName });

	test('has the name of the first download, until a new version is requested', async () => {
		await rename('Lovelace');
		const first = await german();
		expect(first).toContain('\r\n17;Lovelace;');
		await rename('Byron');
		expect(await german()).toBe(first);
		expect(await german('&reissue=true')).toBe(first.replace('Lovelace', 'Byron'));
		expect(await files()).toMatchObject([
			{ version: 1, sha256: createHash('sha256').update(first).digest('hex') },
			{ version: 2 },
		]);
		await expect(env.DB.exec("UPDATE payroll_file_names SET last_name = 'x'")).rejects.toThrow(/committed/);
	});

	test('is the same though eight ask at once', async () => {
		const all = await Promise.all(Array.from({ length: 8 }, () => german()));
		expect(new Set(all).size).toBe(1);
	});

	test('keeps the columns of its run if that was closed with the first layout', async () => {
		const path = `/companies/${spender.company.id}/flex/payroll-runs`;
		await spender.approved({ date: '2023-03-01' });
		const { id } = (await spender.close('2023-03')).body;
		const guard = "SELECT sql FROM sqlite_master WHERE name = 'payroll_runs_guard_closed'";
		const created = await env.DB.prepare(guard).first<string>('sql');
		await env.DB.batch([
			env.DB.prepare('DROP TRIGGER payroll_runs_guard_closed'),
			env.DB.prepare('UPDATE payroll_runs SET csv_layout = 1 WHERE id = ?').bind(id),
			env.DB.prepare(created ?? ''),
		]);
		run = `${path}/${id}`;
		const file = await german();
		expect(file.split('\r\n')[0]).toBe(
			'\ufeffid;dateCreated;dateModified;flexDataId;companyId;personnelNumber;costCenter;module;' +
				'amountValue;amountCurrency;state;payrollReferenceDate;submittedDate;correctsId;reason',
		);
		const lodas = new TextDecoder().decode((await exported('format=datev-lodas')).bytes);
		expect(lodas).not.toContain('bemerkung#bwd');
	});
});

describe('a run that was closed with a line that the format cannot carry', () => {
	let blocked: Spender;

	beforeEach(async () => {
		blocked = await newSpender({}, spender.company);
		await blocked.approved({ date: '2023-03-01' });
		run = `/companies/${spender.company.id}/flex/payroll-runs/${(await spender.close('2023-03')).body.id}`;
	});

	test('comes to a file once the employee has a number', async () => {
		expect(await as(spender.admin).get(`${run}/export?format=datev-lug`)).toMatchObject(
			refusal(409, 'export_incomplete', { errors: [{ code: 'personnel_number_missing' }] }),
		);
		await as(spender.admin).put(`/employees/${blocked.employeeId}`, { personnelNumber: '18' });
		const { bytes } = await exported('format=datev-lug');
		expect(new TextDecoder().decode(bytes)).toContain('18;2100;10,00;');
		await as(spender.admin).put(`/employees/${blocked.employeeId}`, { personnelNumber: '19' });
		expect((await exported('format=datev-lug')).bytes).toEqual(bytes);
	});

	test('comes to a file without the line when that is asked for, and the register names it', async () => {
		const leaveOut = 'format=datev-lug&leaveOut=true';
		expect(await as(spender.admin).get(`${run}/export?${leaveOut}`)).toMatchObject(
			refusal(409, 'export_empty'),
		);
		at('2023-04-07T12:00:00.000Z');
		await spender.approved({ date: '2023-04-01' });
		const left = await blocked.transactionOf(await blocked.approved({ date: '2023-04-01' }));
		run = `/companies/${spender.company.id}/flex/payroll-runs/${(await spender.close('2023-04')).body.id}`;
		const { bytes } = await exported(leaveOut);
		expect(new TextDecoder().decode(bytes)).toBe('1234567;42;04/2023;\r\n17;2100;10,00;;\r\n');
		expect(await files()).toMatchObject([{ leftOut: [left.id] }]);
	});
});
