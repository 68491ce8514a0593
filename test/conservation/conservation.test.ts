import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { as } from '../harness/service.ts';
import { asked } from '../random/asked.ts';
import { months, play, type Told } from './month.ts';

const { runs = 15, seed = 20230307, path = '' } = asked;

/** Cents of a number with a decimal comma, read without any code of the service. */
const centsOf = (text = ''): number => Number(text.replace(',', ''));

const csvSum = (file: string, delimiter: string): number =>
	Papa.parse<Record<string, string>>(file.replace('\ufeff', ''), {
		header: true,
		delimiter,
		skipEmptyLines: true,
	})
		.data.map(({ amountValue }) => centsOf(amountValue))
		.reduce((sum, value) => sum + value, 0);

const datevSum = (file: string, isRow: (cells: string[]) => boolean, at: number): number =>
	file
		.split('\r\n')
		.map((row) => row.split(';'))
		.filter(isRow)
		.reduce((sum, cells) => sum + centsOf(cells[at]), 0);

const FORMATS: Record<string, (file: string) => number> = {
	csv: (file) => csvSum(file, ','),
	'csv-de': (file) => csvSum(file, ';'),
	'datev-lodas': (file) => datevSum(file, ([first, period]) => first === '1' && /^\d/.test(period ?? ''), 2),
	'datev-lug': (file) => datevSum(file, (cells) => cells.length === 5, 2),
};

/** Returns how many free parts of meals there were. */
async function requireConserved({ company, spender, approved, issued, corrected }: Told): Promise<number> {
	const lines = await spender.transactions();
	expect(lines.filter(({ state }) => state !== 'COMMITTED')).toEqual([]);
	const paid = lines.reduce((sum, { amount }) => sum + amount.value, 0);
	expect(paid, 'lines').toBe(approved + issued + corrected);
	const closed = (await spender.runs()).filter(({ lineCount }: { lineCount: number }) => lineCount > 0);
	for (const [format, sumOf] of Object.entries(FORMATS)) {
		let inFiles = 0;
		for (const { id } of closed) {
			const { status, body } = await as(spender.admin).get(
				`${company}/flex/payroll-runs/${id}/export?format=${format}`,
			);
			expect(status, JSON.stringify(body)).toBe(200);
			inFiles += sumOf(body);
		}
		expect(inFiles, format).toBe(paid);
	}
	const free = await as(spender.admin).get(`${company}/flex/payroll-transactions?kind=MEALS_TAX_FREE`);
	return free.body.length;
}

test(
	`what is approved and issued, with its corrections, is in the files to the cent: ${runs} random months (seed ${seed})`,
	async () => {
		let split = 0;
		const property = fc.asyncProperty(months, async (month) => {
			split += await requireConserved(await play(month));
		});
		await fc.assert(property, { numRuns: runs, seed, path, endOnFailure: runs > 50 });
		expect(split, 'free parts of meals').toBeGreaterThan(0);
	},
	60_000 + runs * 20_000,
);
