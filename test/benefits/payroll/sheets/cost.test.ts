import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../../../harness/console.ts';
import { counting } from '../../../harness/counting.ts';
import { at } from '../../../harness/service.ts';
import { newSpender, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let visit: Visit;
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	visit = await visitOf(spender.admin);
});

async function costOf(path: string) {
	const { counted, bindings } = counting();
	const { status } = await browse(visit, bindings).get(path);
	expect([status, counted.trips], path).toEqual([200, 2]);
	return counted.rowsRead;
}

test('a month, a run and a line are read by their own rows, however many lines other months have', async () => {
	await spender.approved();
	const run = `/payroll/runs/${(await spender.close('2023-02')).body.id}`;
	const [first] = await spender.transactions();
	const pages = ['/payroll', run, `/payroll/lines/${first?.id}`];
	const before: number[] = [];
	for (const page of pages) before.push(await costOf(page));
	for (let one = 0; one < 10; one++)
		await spender.approved({ date: '2023-03-01', amount: { value: 1, currency: 'EUR_CENT' } });
	await spender.close('2023-03');
	const after: number[] = [];
	for (const page of pages) after.push(await costOf(page));
	// The second run itself, and what leads to it. Each of its lines would cost more.
	for (const [index, rows] of after.entries()) expect(rows - (before[index] ?? 0)).toBeLessThan(5);
});
