import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { discardAbandoned } from '../../../src/benefits/expenses/files/store.ts';
import { receiptsOf } from '../../../src/benefits/expenses/receipts/store.ts';
import { receipts } from '../../../src/benefits/expenses/receipts/table.ts';
import { EXPENSE_STATES } from '../../../src/benefits/expenses/rules.ts';
import { type ExpenseFilter, expensesPage } from '../../../src/benefits/expenses/store.ts';
import { transactionsPage } from '../../../src/benefits/ledger/store.ts';
import type { Scope } from '../../../src/foundation/core/actor.ts';
import {
	archivesBehind,
	archivesDue,
	discardFiles,
	firstBefore,
	sliceOf,
} from '../../../src/tenants/history/archive/store.ts';
import type { EventCursor, EventFilter } from '../../../src/tenants/history/rules.ts';
import { eventsPage } from '../../../src/tenants/history/store.ts';
import { db } from '../../harness/service.ts';
import { tableNames } from '../../harness/storage.ts';

interface Query {
	toSQL(): { sql: string; params: unknown[] };
}

const tables = await tableNames(env.DB);

/** The steps of a query that read a whole table, its indexes included, and those that sort. */
async function slowSteps(query: Query): Promise<string[]> {
	const { sql: text, params } = query.toSQL();
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
		.bind(...params)
		.all<{ detail: string }>();
	const steps = results.map(({ detail }) => detail);
	expect(
		steps.some((step) => /USING .*(INDEX|PRIMARY KEY)/.test(step)),
		steps.join('\n'),
	).toBe(true);
	return steps.filter((step) => {
		const [, scanned = ''] = /^SCAN (\w+)/.exec(step) ?? [];
		return tables.includes(scanned) || scanned === 'e' || /TEMP B-TREE/.test(step);
	});
}

const FIRST = { id: '', dateModified: 0 };

const company = sql`(SELECT id FROM companies WHERE id = ${'a company'})`;
const employee = sql`(SELECT id FROM employees WHERE id = ${'an employee'})`;

describe('every list of expenses uses an index and needs no sort', () => {
	const filters: ExpenseFilter[] = [
		{},
		...EXPENSE_STATES.map((state) => ({ state })),
		{ module: 'MEALS' },
		{ month: 0 },
		{ state: 'SUBMITTED', module: 'MEALS', month: 0 },
	];
	test.each(filters)('%j', async (filter) => {
		for (const owner of [{ companyId: company }, { employeeId: employee }]) {
			expect(await slowSteps(expensesPage(db, owner, filter, FIRST, 200))).toEqual([]);
		}
	});

	test.each(filters)(
		'%j in the order of modification sorts only what was modified at one instant',
		async (filter) => {
			const page = (owner: Parameters<typeof expensesPage>[1]) =>
				slowSteps(expensesPage(db, owner, { ...filter, modifiedSince: 0 }, FIRST, 200));
			expect(await page({ companyId: company })).toEqual(['USE TEMP B-TREE FOR LAST TERM OF ORDER BY']);
			expect(await page({ employeeId: employee })).toEqual(['USE TEMP B-TREE FOR ORDER BY']);
		},
	);

	test('and those that wait for a decision are found without the decided ones', async () => {
		const { sql: text, params } = expensesPage(
			db,
			{ companyId: company },
			{ state: 'SUBMITTED' },
			FIRST,
			200,
		).toSQL();
		const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
			.bind(...params)
			.all<{ detail: string }>();
		expect(results.map(({ detail }) => detail).join('\n')).toContain(
			'expenses_unapproved (company_id=? AND state=? AND id>?)',
		);
	});
});

test('lines of payroll and receipts use an index; up to 5 receipts are sorted', async () => {
	expect(await slowSteps(transactionsPage(db, company, {}, '', 200))).toEqual([]);
	expect(await slowSteps(transactionsPage(db, company, { module: 'MEALS' }, '', 200))).toEqual([]);
	expect(await slowSteps(receiptsOf(db, 'an expense'))).toEqual(['USE TEMP B-TREE FOR ORDER BY']);
	expect(await slowSteps(discardAbandoned(db, receipts, 0, 0, 500))).toEqual([]);
});

describe('every reader of the history uses an index and sorts no events', () => {
	const scopes: Scope[] = [
		{ all: true, managerId: null, employeeId: null },
		{ all: false, managerId: 'a', employeeId: null },
	];
	const filters: EventFilter[] = [
		{},
		{ companyId: 'a' },
		{ subject: 'a' },
		{ type: 'voucher.issued' },
		{ since: 0 },
		{ until: 0 },
		{ actor: 'a' },
		{ companyId: 'a', actor: 'a', type: 'voucher.issued' },
		{ companyId: 'a', subject: 'a', type: 'voucher.issued', actor: 'a', since: 0, until: 1 },
	];
	const places: EventCursor[] = [{ after: 7 }, { before: 7 }];
	const each = filters.flatMap((filter) => places.map((place) => [filter, place] as const));

	test.each(each)('%j from %j', async (filter, place) => {
		for (const scope of scopes) {
			const slow = await slowSteps(eventsPage(db, scope, filter, place, 200));
			// The rows of the page itself are sorted. The platform reads the next event of each company.
			const isOfAll = scope.all && filter.type !== undefined && filter.companyId === undefined;
			const allowed = ['USE TEMP B-TREE FOR ORDER BY', ...(isOfAll ? ['SCAN companies'] : [])];
			expect(slow.filter((step) => !allowed.some((one) => step.startsWith(one)))).toEqual([]);
		}
	});

	test.each(each)('archives: %j from %j', async (filter, place) => {
		for (const scope of scopes) {
			const slow = await slowSteps(archivesBehind(db, scope, filter, place, 200));
			// The archives behind the page are sorted: twelve for a year and company.
			expect(slow.filter((step) => step !== 'USE TEMP B-TREE FOR ORDER BY')).toEqual([]);
		}
	});

	test('the job that archives', async () => {
		for (const query of [firstBefore(db, 0), sliceOf(db, 1, 1, 0, 5000), discardFiles(db, 0, 0, 100)]) {
			expect(await slowSteps(query)).toEqual([]);
		}
		// The index holds only what is to be blanked.
		const dueOnly = 'SCAN event_archive_subjects USING INDEX event_archive_subjects_due';
		expect(await slowSteps(archivesDue(db, 100))).toEqual([dueOnly]);
	});
});
