import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { json, newCompany, originOf } from './service.ts';

const folder = mkdtempSync(join(tmpdir(), 'zubrot-'));
const file = join(folder, 'employees.csv');
const refusedFile = join(folder, 'employees.refused.csv');

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command line on the file, and returns its exit code and what it printed. */
function runImport(token: string, ...args: string[]): Promise<{ code: number; printed: string }> {
	const env = { ...process.env, ZUBROT_TOKEN: token };
	const command = ['src/entrances/cli/import.ts', file, '--url', originOf(), ...args];
	return new Promise((resolve) => {
		execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
			resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
		);
	});
}

test('npm run import checks a file, imports it, and writes the refused rows to another one', {
	timeout: 120_000,
}, async () => {
	const { companyId, token } = await newCompany();
	const company = ['--company', companyId];
	const rows = Array.from(
		{ length: 700 },
		(_, index) => `person-${index}@${companyId}.example;${index};=1+1`,
	);
	writeFileSync(file, ['E-Mail;Personalnummer;Gruppen', ...rows, 'nobody;700;=1+1'].join('\r\n'));

	expect((await runImport(token)).code).toBe(2);
	expect(await runImport('no token', ...company)).toMatchObject({
		code: 2,
		printed: expect.stringContaining('token'),
	});
	const employees = async () => (await json('GET', '/employees', token)).body;

	const tried = await runImport(token, ...company, '--dry-run');
	expect(tried).toMatchObject({
		code: 1,
		printed: expect.stringContaining('700 to create, 0 to update, 0 unchanged, 1 refused.'),
	});
	expect((await runImport(token, ...company)).printed).toContain('Nothing was imported.');
	expect(await employees()).toEqual([]);

	const imported = await runImport(token, ...company, '--partial');
	expect(imported).toMatchObject({
		code: 1,
		printed: expect.stringContaining('Imported: 700 created, 0 updated, 1 refused.'),
	});
	expect(imported.printed).toContain('Row 702: email: Must be an e-mail address');
	expect(await employees()).toHaveLength(700);

	const refused = readFileSync(refusedFile, 'utf8');
	expect(refused).toMatch(/^\uFEFFE-Mail;Personalnummer;Gruppen;row;reason\r\nnobody;700;'=1\+1;702;email: /);
	writeFileSync(file, refused.replace('nobody', `somebody@${companyId}.example`));
	expect(await runImport(token, ...company)).toMatchObject({
		code: 0,
		printed: expect.stringContaining('1 created'),
	});
	expect((await employees()).at(-1)).toMatchObject({ personnelNumber: '700', groups: ['=1+1'] });
});
