import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { as } from '../../harness/service.ts';
import { asked, ways } from '../../tools/random/asked.ts';
import { FORMATS } from './files.ts';
import { play, type World } from './world.ts';
import { MONTHS_PLAYED, moving, type Played, years } from './year.ts';

/** `npm test` plays one year, which reaches everything that is counted. */
const { runs = 1, seed = 8, path = '' } = asked;

interface Line {
	flexDataId: string;
	amount: { value: number };
	state: string;
}
/** How often the random years reached each thing that is worth a check. */
interface Counts {
	/** Tax-free parts of meals. */
	free: number;
	heldOver: number;
	/** Parts of files for leavers. */
	parts: number;
	settled: number;
	takenBack: number;
	reopened: number;
	/** Months of standing expenses. */
	recurred: number;
	/** Approved by a rule, and left to its sample. */
	byRule: number;
	sampled: number;
}
interface Settlement extends Omit<Line, 'state'> {
	takenBack: { value: number };
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

/**
 * Every expense and voucher has what was approved, issued and corrected in its committed lines, and in settlements that were
 * not taken back. Returns what the committed lines pay.
 */
async function requireLines(
	{ people: [someone], owed, issued, returned }: World,
	counts: Counts,
): Promise<number> {
	const lines: Line[] = (await someone?.transactions()) ?? [];
	expect(lines.filter(({ state }) => state !== 'COMMITTED')).toEqual([]);
	const settlements: Settlement[] = (await someone?.settlements()) ?? [];
	const outside = settlements.map(({ flexDataId, amount, takenBack }) => ({
		flexDataId,
		amount: { value: amount.value - takenBack.value },
	}));
	counts.settled += settlements.length;
	counts.takenBack += settlements.filter(({ takenBack }) => takenBack.value !== 0).length;
	const paid = new Map([...owed.keys()].map((id) => [id, 0]));
	let vouchers = 0;
	for (const { flexDataId, amount } of [...lines, ...outside]) {
		const before = paid.get(flexDataId);
		if (before === undefined) vouchers += amount.value;
		else paid.set(flexDataId, before + amount.value);
	}
	expect(paid, 'lines of expenses').toEqual(owed);
	expect(vouchers, 'lines of vouchers').toBe(issued + returned);
	return total(lines.map(({ amount }) => amount.value));
}

/** Every file of a run pays the total of the run, and all runs together pay the total of all lines. */
async function requireFiles({ company }: World, paid: number, counts: Counts): Promise<void> {
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
			counts.parts += parts.length - 1;
		}
	}
	counts.heldOver += total(closed.map(({ heldOverCount }) => heldOverCount));
	const counted = closed.flatMap(({ sums }) => sums.map(({ amount }) => amount.value));
	expect(total(counted), 'runs').toBe(paid);
}

const months = runs * MONTHS_PLAYED;

/** Returns a check of random plays. All its counts must have grown in the end. */
function checking(counts: Counts, moved?: { moves: number; refused: number }) {
	return async (plays: Played[]): Promise<void> => {
		const worlds = await play(plays);
		for (const world of worlds) {
			await requireFiles(world, await requireLines(world, counts), counts);
			counts.reopened += world.reopened;
			counts.recurred += world.recurred;
			counts.byRule += world.byRule;
			counts.sampled += world.sampled;
			const kinds = `/companies/${world.company.id}/flex/payroll-transactions?kind=MEALS_TAX_FREE`;
			counts.free += (await as(world.company.admin).get(kinds)).body.length;
		}
		if (moved === undefined) return;
		moved.moves += worlds[0]?.moves ?? 0;
		moved.refused += worlds[0]?.refused ?? 0;
	};
}

const newCounts = (): Counts => ({
	free: 0,
	heldOver: 0,
	parts: 0,
	settled: 0,
	takenBack: 0,
	reopened: 0,
	recurred: 0,
	byRule: 0,
	sampled: 0,
});

test.runIf(ways.includes(false))(
	`approved and issued amounts, with corrections and without settlements, are in the files to the cent: ${runs} random companies, ${months} months (seed ${seed})`,
	async () => {
		const counts = newCounts();
		const check = checking(counts);
		const property = fc.asyncProperty(years, (year) => check([{ year }]));
		await fc.assert(property, { numRuns: runs, seed, path, endOnFailure: runs > 3 });
		for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0);
	},
	60_000 + months * 20_000,
);

/** How many companies move at a time. */
const COMPANIES = 4;

// `.ci/nightly` runs it.
test.runIf(ways.includes(true) && asked.runs !== undefined)(
	`no cent is lost between D1 and cells while ${COMPANIES} companies move at random: ${runs} times ${MONTHS_PLAYED} months (seed ${seed})`,
	async () => {
		vi.spyOn(console, 'log').mockImplementation(() => {});
		const [counts, moved] = [newCounts(), { moves: 0, refused: 0 }];
		const property = fc.asyncProperty(moving(COMPANIES, MONTHS_PLAYED), checking(counts, moved));
		await fc.assert(property, { numRuns: runs, seed, path, endOnFailure: true });
		for (const [name, count] of Object.entries({ ...counts, ...moved }))
			expect(count, name).toBeGreaterThan(0);
		console.warn(`${moved.moves} moves, ${moved.refused} requests that waited for them`);
	},
	60_000 + runs * MONTHS_PLAYED * COMPANIES * 20_000,
);
