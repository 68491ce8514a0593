import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startOfMonth, toIso } from '../../../src/foundation/core/instant.ts';
import { json, newCompany, send } from './service.ts';

const folder = mkdtempSync(join(tmpdir(), 'zubrot-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PDF = Buffer.alloc(300_000, 'receipt ').fill('%PDF-1.7', 0, 8);

test('unzip reads the export of an employee and of a company, which hold the receipt as it was uploaded', async () => {
	const { companyId, token } = await newCompany();
	const person = { email: `export-${companyId}@test.example`, companyId, firstName: 'Jürgen' };
	const employeeId: string = (await json('POST', '/employees', token, person)).body.employeeId;
	const month = toIso(startOfMonth(Date.now()));
	const budget = { value: 5000, currency: 'EUR_CENT' };
	await json('PUT', `/employees/${employeeId}/flex/access`, token, {
		budget,
		accumulateBudget: true,
		startDate: month,
	});
	const spent = { module: 'SPORTS', amount: { value: 100, currency: 'EUR_CENT' }, date: month.slice(0, 10) };
	const expense = await json('POST', `/employees/${employeeId}/flex/expenses`, token, spent);
	const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/pdf' };
	const receipt = await send('POST', `/api/v2/flex/expenses/${expense.body.id}/receipts`, PDF, headers);
	expect(receipt.status).toBe(201);

	for (const of of [`employees/${employeeId}`, `companies/${companyId}`]) {
		const answer = await send('GET', `/api/v2/${of}/export`, undefined, { Authorization: `Bearer ${token}` });
		expect(answer.headers).toMatchObject({
			'content-type': 'application/zip',
			'content-disposition': `attachment; filename="${of.replace('ies/', 'y-').replace('s/', '-')}.zip"`,
			'cache-control': 'no-store',
		});
		const file = join(folder, 'export.zip');
		writeFileSync(file, answer.bytes);
		expect(execFileSync('unzip', ['-t', file], { encoding: 'utf8' })).toContain('No errors detected');
		execFileSync('unzip', ['-q', '-o', file, '-d', folder]);
		const [user] = JSON.parse(readFileSync(join(folder, 'profile/user.json'), 'utf8'));
		expect(user).toMatchObject({ firstName: 'Jürgen', email: person.email });
		const id = JSON.parse(receipt.text).id;
		expect(readFileSync(join(folder, 'receipts', expense.body.id, `${id}.pdf`)).equals(PDF)).toBe(true);
		expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).problems).toEqual([]);
		expect(() => execFileSync('unzip', ['-t', cut(file)], { stdio: 'ignore' })).toThrow();
	}
});

/** The archive without its last bytes. */
function cut(file: string): string {
	writeFileSync(`${file}.cut`, readFileSync(file).subarray(0, -100));
	return `${file}.cut`;
}
