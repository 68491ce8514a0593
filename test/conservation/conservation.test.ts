import fc from 'fast-check';
import { expect, test } from 'vitest';
import { as } from '../harness/service.ts';
import { asked } from '../random/asked.ts';
import { FORMATS } from './files.ts';
import { play, type World } from './world.ts';
import { MONTHS_PLAYED, years } from './year.ts';

const { runs = 3, seed = 20230307, path = '' } = asked;

interface Line {
	flexDataId: string;
	amount: { value: number };
	state: string;
}
interface Run {
	id: string;
	month: string;
	lineCount: number;
	heldOverCount: number;
	sums: { amount: { value: number } }[];
}

const total = (all: Iterable<number>): number => [...all].reduce((sum, one) => sum + one, 0);

/** Every expense has in its lines what was approved and corrected, and the vouchers theirs. */
async function requireLines({ people: [someone], owed, issued, returned }: World): Promise<number> {
	const lines: Line[] = (await someone?.transactions()) ?? [];
	expect(lines.filter(({ state }) => state !== 'COMMITTED')).toEqual([]);
	const paid = new Map([...owed.keys()].map((id) => [id, 0]));
	let vouchers = 0;
	for (const { flexDataId, amount } of lines) {
		const before = paid.get(flexDataId);
		if (before === undefined) vouchers += amount.value;
		else paid.set(flexDataId, before + amount.value);
	}
	expect(paid, 'lines of expenses').toEqual(owed);
	expect(vouchers, 'lines of vouchers').toBe(issued + returned);
	return total(owed.values()) + vouchers;
}

/** Every file of a run pays what the run counts, and all runs together what all lines are. */
async function requireFiles({ company }: World, paid: number): Promise<Run[]> {
	const get = async (rest: string) => {
		const { status, body } = await as(company.admin).get(`/companies/${company.id}/flex/${rest}`);
		expect(status, JSON.stringify(body)).toBe(200);
		return body;
	};
	const closed: Run[] = await get('payroll-runs');
	for (const { id, month, lineCount, sums } of closed) {
		if (lineCount === 0) continue;
		for (const [format, sumOf] of Object.entries(FORMATS)) {
			const file = await get(`payroll-runs/${id}/export?format=${format}`);
			expect(sumOf(file), `${format} of ${month}`).toBe(total(sums.map(({ amount }) => amount.value)));
		}
	}
	const counted = closed.flatMap(({ sums }) => sums.map(({ amount }) => amount.value));
	expect(total(counted), 'runs').toBe(paid);
	return closed;
}

const months = runs * MONTHS_PLAYED;

test(
	`approved and issued amounts, with corrections, are in the files to the cent: ${runs} random companies, ${months} months (seed ${seed})`,
	async () => {
		let free = 0;
		let heldOver = 0;
		const property = fc.asyncProperty(years, async (year) => {
			const world = await play(year);
			const closed = await requireFiles(world, await requireLines(world));
			heldOver += total(closed.map(({ heldOverCount }) => heldOverCount));
			const kinds = `/companies/${world.company.id}/flex/payroll-transactions?kind=MEALS_TAX_FREE`;
			free += (await as(world.company.admin).get(kinds)).body.length;
		});
		await fc.assert(property, { numRuns: runs, seed, path, endOnFailure: runs > 3 });
		expect(free, 'free parts of meals').toBeGreaterThan(0);
		expect(heldOver, 'lines held over').toBeGreaterThan(0);
	},
	60_000 + months * 20_000,
);
