import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type { Interval } from '../../../../src/benefits/goodies/plans/rules.ts';
import { plannedVouchers } from '../../../../src/benefits/goodies/plans/table.ts';
import { newId } from '../../../../src/foundation/core/id.ts';
import { isTried } from '../../../harness/sampling.ts';
import { as, at, db, newCompany, newEmployee, now, runCron } from '../../../harness/service.ts';

const HOUR = 3_600_000;
const FIRST = Date.parse('2024-01-28T00:00:00.000Z');
const HOURS = 24 * 8;
const iso = (time: number) => new Date(time).toISOString();

/** Reproducible random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

interface Person {
	employment: Record<string, string>;
	budgets: { value: number; startDate: string; endDate: string | null }[];
	special: { interval: Interval; start: number; end: number | null };
}

function randomPerson(random: () => number): Person {
	const moment = () => FIRST + Math.floor(random() * HOURS) * HOUR;
	const pauseStart = moment();
	const intervals = ['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
	const start = moment();
	return {
		employment: {
			...(random() < 0.5 && { datePausedStart: iso(pauseStart) }),
			...(random() < 0.4 && { dateTerminated: iso(moment()) }),
		},
		budgets: [moment(), moment()].map((from, value) => ({
			value,
			startDate: iso(from),
			endDate: random() < 0.5 ? null : iso(from + 1 + Math.floor(random() * 96) * HOUR),
		})),
		special: {
			interval: intervals[Math.floor(random() * intervals.length)] ?? 'ONCE',
			start,
			end: random() < 0.5 ? null : start + 1 + Math.floor(random() * 96) * HOUR,
		},
	};
}

/** Sets the people up in a company of their own and answers their employee ids. */
async function settle(people: Person[]): Promise<string[]> {
	at('2024-01-01T00:00:00.000Z');
	const company = await newCompany();
	const ids: string[] = [];
	for (const { employment, budgets, special } of people) {
		const id = await newEmployee(company);
		ids.push(id);
		for (const { value, ...dates } of budgets) {
			const body = { budget: { value, currency: 'EUR_CENT' }, ...dates };
			const { status } = await as(company.admin).put(`/employees/${id}/goodies/budget`, body);
			expect(status).toBe(200);
		}
		await as(company.admin).put(`/employees/${id}`, employment);
		await db.insert(plannedVouchers).values({
			id: newId(now()),
			dateCreated: now(),
			dateModified: now(),
			employeeId: id,
			goodiesVoucherType: 'SPECIAL',
			interval: special.interval,
			amountValue: 9,
			amountCurrency: 'EUR_CENT',
			validFrom: special.start,
			validUntil: special.end,
			anchor: special.start,
			nextOccurrence: special.start,
		});
	}
	return ids;
}

/** Everything that the cron decides about an employee, without ids and the moments of the runs. */
async function stateOf(employeeId: string) {
	const [vouchers, plans, employee] = await env.DB.batch([
		env.DB.prepare(
			`SELECT goodies_voucher_type AS type, interval, amount_value AS amount, due_date AS due FROM issued_vouchers
			WHERE employee_id = ? ORDER BY due_date, goodies_voucher_type, amount_value`,
		).bind(employeeId),
		env.DB.prepare(
			`SELECT goodies_voucher_type AS type, amount_value AS amount, valid_from, valid_until, next_occurrence,
			date_deleted IS NOT NULL AS is_deleted FROM planned_vouchers
			WHERE employee_id = ? ORDER BY goodies_voucher_type, valid_from, amount_value`,
		).bind(employeeId),
		env.DB.prepare(
			'SELECT date_termination_settled IS NOT NULL AS is_settled FROM employees WHERE id = ?',
		).bind(employeeId),
	]);
	return { vouchers: vouchers?.results, plans: plans?.results, employee: employee?.results };
}

const hourly = Array.from({ length: HOURS + 1 }, (_, hour) => FIRST + hour * HOUR);

/** Most runs are missed, some doubled, some late behind their successors; the last one comes. */
function disturbed(random: () => number): number[][] {
	const runs = hourly.filter(() => random() < 0.15);
	for (let index = 1; index < runs.length; index++) {
		const [earlier, later] = [runs[index - 1], runs[index]];
		if (earlier !== undefined && later !== undefined && random() < 0.3) {
			[runs[index - 1], runs[index]] = [later, earlier];
		}
	}
	const last = hourly.at(-1) ?? FIRST;
	return [...runs.map((run) => (random() < 0.3 ? [run, run] : [run])), [last]];
}

/** People of each seed, and what hourly runs make of them, all seeds together. `npm test` tries one of two seeds. */
const cases = [1, 2, 3, 4]
	.filter((_, index) => isTried(index, 2))
	.map((seed) => {
		const random = randomFrom(seed);
		const people = Array.from({ length: 8 }, () => randomPerson(random));
		return { seed, random, people, timely: [] as string[] };
	});

beforeAll(async () => {
	for (const one of cases) one.timely = await settle(one.people);
	for (const run of hourly) await runCron(iso(run));
});

test.each(cases)(
	'missed, late and doubled runs end in the state of timely hourly ones (seed $seed)',
	async ({ random, people, timely }) => {
		const late = await settle(people);
		for (const runs of disturbed(random)) await Promise.all(runs.map((run) => runCron(iso(run))));

		const expected = await Promise.all(timely.map(stateOf));
		expect(await Promise.all(late.map(stateOf))).toEqual(expected);
		expect(expected.flatMap(({ vouchers }) => vouchers).length, 'vouchers compared').toBeGreaterThan(8);
	},
);
