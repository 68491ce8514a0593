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
interface Issued {
	format: string;
	bookedEarlier: { month: string }[];
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
async function requireFiles({ company }: World, paid: number, leavers: { parts: number }): Promise<Run[]> {
	const get = async (rest: string) => {
		const { status, body } = await as(company.admin).get(`/companies/${company.id}/flex/${rest}`);
		expect(status, JSON.stringify(body)).toBe(200);
		return body;
	};
	/** Returns all parts of a file for Lohn und Gehalt that begins with this one. */
	const partsOf = async (id: string, first: string): Promise<string[]> => {
		const [, mm, yyyy] = /^\d+;\d+;(\d\d)\/(\d{4});/.exec(first) ?? [];
		const files: Issued[] = await get(`payroll-runs/${id}/files`);
		const given = files.findLast(({ format }) => format === 'datev-lug')?.bookedEarlier ?? [];
		const others = new Set(given.map((line) => line.month).filter((one) => one !== `${yyyy}-${mm}`));
		const parts = [first];
		for (const one of others)
			parts.push(await get(`payroll-runs/${id}/export?format=datev-lug&month=${one}`));
		return parts;
	};
	const closed: Run[] = await get('payroll-runs');
	for (const { id, month, lineCount, sums } of closed) {
		if (lineCount === 0) continue;
		for (const [format, sumOf] of Object.entries(FORMATS)) {
			const file = await get(`payroll-runs/${id}/export?format=${format}`);
			const parts = format === 'datev-lug' ? await partsOf(id, file) : [file];
			expect(total(parts.map(sumOf)), `${format} of ${month}`).toBe(
				total(sums.map(({ amount }) => amount.value)),
			);
			leavers.parts += parts.length - 1;
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
		const leavers = { parts: 0 };
		const property = fc.asyncProperty(years, async (year) => {
			const world = await play(year);
			const closed = await requireFiles(world, await requireLines(world), leavers);
			heldOver += total(closed.map(({ heldOverCount }) => heldOverCount));
			const kinds = `/companies/${world.company.id}/flex/payroll-transactions?kind=MEALS_TAX_FREE`;
			free += (await as(world.company.admin).get(kinds)).body.length;
		});
		await fc.assert(property, { numRuns: runs, seed, path, endOnFailure: runs > 3 });
		expect(free, 'free parts of meals').toBeGreaterThan(0);
		expect(heldOver, 'lines held over').toBeGreaterThan(0);
		expect(leavers.parts, 'parts for leavers').toBeGreaterThan(0);
	},
	60_000 + months * 20_000,
);
