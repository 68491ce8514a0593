import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { flexAccesses } from '../../../src/benefits/flex/access/table.ts';
import { defaultAccesses } from '../../../src/benefits/goodies/default-access/table.ts';
import { plannedVouchers } from '../../../src/benefits/goodies/plans/table.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { end, type Period } from '../../../src/foundation/core/timeline.ts';
import {
	as,
	at,
	db,
	newCompany,
	newEmployee,
	now,
	runCron,
	type TestCompany,
} from '../../harness/service.ts';

const T = Date.parse('2023-05-10T12:00:00.000Z');

/** Periods as [from, until] in milliseconds from the termination. */
type Offsets = [from: number, until: number | null][];

const aroundIt = [-1, 0, 1].flatMap((from) =>
	[0, 1, 2, null].filter((until) => until === null || until >= from).map((until): Offsets => [[from, until]]),
);

const TIMELINES: Offsets[] = [
	[],
	...aroundIt,
	...[-2, -1, 0, 1, null].map((until): Offsets => [[-9, until]]),
	[
		[-9, -5],
		[-4, 0],
		[1, 3],
		[4, null],
	],
	[
		[-9, -2],
		[-1, 5],
		[6, null],
	],
	[
		[-9, -1],
		[0, 0],
		[1, 1],
	],
];

const VALUES = {
	flex_accesses: {
		table: flexAccesses,
		values: {
			budgetValue: 5000,
			budgetCurrency: 'EUR_CENT',
			allowedModules: ['MEALS'],
			accumulateBudget: false,
			taxRuleTemplateId: 'default',
		},
	},
	planned_vouchers: {
		table: plannedVouchers,
		values: {
			goodiesVoucherType: 'GENERIC',
			interval: 'MONTHLY',
			amountValue: 5000,
			amountCurrency: 'EUR_CENT',
			anchor: T,
			nextOccurrence: null,
		},
	},
	default_accesses: { table: defaultAccesses, values: {} },
} as const;

let company: TestCompany;
const kept: { employeeId: string; name: string; timeline: Period[] }[] = [];

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	for (const offsets of TIMELINES) {
		const employeeId = await newEmployee(company, { dateTerminated: new Date(T).toISOString() });
		for (const [name, { table, values }] of Object.entries(VALUES)) {
			const timeline = offsets.map(([from, until]) => ({
				id: newId(now()),
				validFrom: T + from,
				validUntil: until === null ? null : T + until,
			}));
			kept.push({ employeeId, name, timeline });
			for (const period of timeline) {
				const dates = { dateCreated: now(), dateModified: now() };
				await db.insert(table).values({ ...dates, ...values, ...period, employeeId } as never);
			}
		}
	}
	await runCron(new Date(T).toISOString());
});

const stored = async (name: string, employeeId: string, isDeleted: boolean) => {
	const { results } = await env.DB.prepare(
		`SELECT id, valid_from AS validFrom, valid_until AS validUntil FROM ${name}
		WHERE employee_id = ? AND date_deleted IS ${isDeleted ? 'NOT NULL' : 'NULL'} ORDER BY valid_from`,
	)
		.bind(employeeId)
		.all<Period>();
	return results;
};

describe.each(Object.keys(VALUES))('the cron ends %s as the rule of one timeline says', (table) => {
	test.each(TIMELINES.map((offsets, index) => ({ offsets: JSON.stringify(offsets), index })))(
		'$offsets',
		async ({ index }) => {
			const own = kept.filter(({ name }) => name === table)[index];
			if (own === undefined) throw new Error('not prepared');
			const expected = end(own.timeline, T);

			expect(await stored(table, own.employeeId, false)).toEqual(expected.timeline);
			expect(await stored(table, own.employeeId, true)).toEqual(expected.removed);
		},
	);
});

test('employees whose date lies a millisecond later, or who stay, keep everything', async () => {
	const later = new Date(T + 1).toISOString();
	for (const dateTerminated of [later, null]) {
		const employee = `/employees/${await newEmployee(company, { dateTerminated })}`;
		const setting = {
			budget: { value: 1, currency: 'EUR_CENT' },
			accumulateBudget: false,
			startDate: '2023-04-01T00:00:00.000Z',
		};
		await as(company.admin).put(`${employee}/flex/access`, setting);
		await runCron(new Date(T).toISOString());
		const { results } = await env.DB.prepare('SELECT valid_until FROM flex_accesses WHERE employee_id = ?')
			.bind(employee.slice('/employees/'.length))
			.all();
		expect(results).toEqual([{ valid_until: null }]);
	}
});
