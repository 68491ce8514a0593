import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
	addDays,
	addMonths,
	endOfDay,
	endOfMonth,
	startOfMonth,
	toIso,
	toYearMonth,
} from '../../../src/foundation/core/instant.ts';
import { json, login, newCompany, newUser, runCron, send } from './service.ts';

const AN_HOUR_MS = 3_600_000;
const budget = { value: 5000, currency: 'EUR_CENT' };

test('an employee gets benefits, vouchers and a termination that lasts', async () => {
	const { companyId, email, ...admin } = await newCompany();
	let { token } = admin;
	const nextMonth = startOfMonth(addMonths(Date.now(), 1));
	const leaves = endOfMonth(nextMonth);
	const startDate = toIso(nextMonth);

	const created = await json('POST', '/employees', token, {
		email: `e-${companyId}@test.example`,
		companyId,
	});
	expect(created.status).toBe(201);
	expect(created.headers.location).toBe(`/api/v2/employees/${created.body.employeeId}`);
	const employee = `/employees/${created.body.employeeId}`;
	const access = { budget, accumulateBudget: true, startDate };
	expect(await json('PUT', `${employee}/flex/access`, token, access)).toMatchObject({
		status: 200,
		body: [{ budget, validFrom: startDate, validUntil: null }],
	});
	const planned = await json('PUT', `${employee}/goodies/budget`, token, { budget, startDate });
	expect(planned).toMatchObject({
		status: 200,
		body: [{ amount: budget, nextDate: startDate, endDate: null }],
	});

	token = await runCron(nextMonth - 1, email);
	expect((await json('GET', `${employee}/goodies/vouchers`, token)).body).toEqual([]);
	token = await runCron(nextMonth, email);
	token = await runCron(nextMonth, email);
	const issued = await json('GET', `${employee}/goodies/vouchers`, token);
	expect(issued.body).toMatchObject([
		{ amount: budget, dueDate: startDate, plannedVoucherId: planned.body[0].id },
	]);
	expect((await json('GET', `${employee}/goodies/planned-vouchers`, token)).body).toMatchObject([
		{ nextDate: toIso(addMonths(nextMonth, 1)) },
	]);

	const dateTerminated = toIso(leaves);
	await json('PUT', employee, token, { dateTerminated });
	const ended = [{ validFrom: startDate, validUntil: dateTerminated }];
	expect((await json('GET', `${employee}/flex/access`, token)).body).toMatchObject(ended);
	token = await runCron(leaves + AN_HOUR_MS, email);
	token = await runCron(addDays(addMonths(leaves, 2), 1), email);
	await json('PUT', employee, token, { dateTerminated: null });
	expect((await json('GET', `${employee}/flex/access`, token)).body).toMatchObject(ended);
	expect((await json('GET', `${employee}/goodies/planned-vouchers`, token)).body).toMatchObject([
		{ endDate: dateTerminated, nextDate: null },
	]);
	expect((await json('GET', `${employee}/goodies/vouchers`, token)).body).toEqual(issued.body);
});

test('a receipt becomes a line of a closed payroll run, in three formats', async () => {
	const { companyId, email, ...admin } = await newCompany();
	let { token } = admin;
	const verifier = await newUser('FLEX_DOCUMENT_VERIFIER', companyId);
	const month = startOfMonth(Date.now());
	const wageTypes = { MEALS: { number: '2100', lodasKey: '2' } };
	const settings = { adviserNumber: '1234567', clientNumber: '42', wageTypes };
	expect((await json('PUT', `/companies/${companyId}/payroll-settings`, token, settings)).status).toBe(200);
	const { employeeId } = (
		await json('POST', '/employees', token, {
			email: `e-${companyId}@test.example`,
			companyId,
			personnelNumber: '00017',
			costCenter: 'Küche',
		})
	).body;
	const access = { budget, accumulateBudget: true, startDate: toIso(month) };
	await json('PUT', `/employees/${employeeId}/flex/access`, token, access);

	const amount = { value: 1290, currency: 'EUR_CENT' };
	const lunch = { module: 'MEALS', amount, date: toIso(month).slice(0, 10), days: 1, note: '=1+1' };
	const expense = await json('POST', `/employees/${employeeId}/flex/expenses`, token, lunch);
	expect(expense).toMatchObject({ status: 201, body: { state: 'SUBMITTED' } });
	const { id } = expense.body;
	const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x80, 0xc3, 0xfe]);
	const receipts = `/api/v2/flex/expenses/${id}/receipts`;
	const bearer = { Authorization: `Bearer ${token}` };
	const added = await send('POST', receipts, jpeg, { ...bearer, 'Content-Type': 'image/jpeg' });
	expect(added.status).toBe(201);

	const checking = (await login(verifier)).idToken;
	const receipt = await send('GET', String(added.headers.location), undefined, {
		Authorization: `Bearer ${checking}`,
	});
	expect(receipt.headers['content-type']).toBe('image/jpeg');
	expect(receipt.headers['content-disposition']).toMatch(/^attachment; filename="receipt-[\w-]+\.jpe?g"$/);
	expect(receipt.bytes).toEqual(jpeg);
	expect(await json('POST', `/flex/expenses/${id}/approval`, checking)).toMatchObject({
		status: 200,
		body: { state: 'APPROVED' },
	});
	const reference = endOfDay(addDays(addMonths(month, 1), 6));
	const pending = await json('GET', `/companies/${companyId}/flex/payroll-transactions`, token);
	const line = { flexDataId: id, personnelNumber: '00017', amount, payrollReferenceDate: toIso(reference) };
	expect(pending.body).toMatchObject([{ ...line, state: 'PENDING' }]);

	const runs = `/companies/${companyId}/flex/payroll-runs`;
	token = await runCron(reference - 1, email);
	expect((await json('GET', runs, token)).body).toEqual([]);
	token = await runCron(reference + 1, email);
	token = await runCron(reference + AN_HOUR_MS, email);
	const closed = (await json('GET', runs, token)).body;
	expect(closed).toMatchObject([
		{ month: toYearMonth(month), state: 'CLOSED', lineCount: 1, sums: [{ module: 'MEALS', amount }] },
	]);

	const [run] = closed;
	const files = await exportsOf(`${runs}/${run.id}`, token);
	expect(await exportsOf(`${runs}/${run.id}`, token)).toEqual(files);
	expect(files.map(({ type }) => type)).toEqual([
		'text/csv; charset=utf-8',
		'text/plain; charset=windows-1252',
		'text/plain; charset=windows-1252',
	]);
	const [csv, lodas, lug] = files.map(({ bytes }) => bytes);
	expect(csv && createHash('sha256').update(csv).digest('hex')).toBe(run.sha256);
	expect(csv?.toString()).toContain(`,${id},${companyId},00017,Küche,MEALS,1290,EUR_CENT,COMMITTED,`);
	const [year, monthOfYear] = toYearMonth(month).split('-');
	const lodasLine = `\r\n1;01.${monthOfYear}.${year};12,90;2;2100;17;Küche;Essen 01.${monthOfYear}.${year};\r\n`;
	expect(lodas?.toString('latin1')).toContain(lodasLine);
	expect(lug?.toString('latin1')).toBe(`1234567;42;${monthOfYear}/${year};\r\n17;2100;12,90;Küche;\r\n`);
});

/** The files of a run in all three formats. */
async function exportsOf(run: string, token: string) {
	const files: { bytes: Buffer; type: string | undefined }[] = [];
	for (const format of ['csv', 'datev-lodas', 'datev-lug']) {
		const path = `/api/v2${run}/export?format=${format}`;
		const answer = await send('GET', path, undefined, { Authorization: `Bearer ${token}` });
		expect(answer.status).toBe(200);
		files.push({ bytes: answer.bytes, type: answer.headers['content-type'] });
	}
	return files;
}
