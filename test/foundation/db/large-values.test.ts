import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { settlePassedTerminations } from '../../../src/benefits/employment/terminations/actions.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import { inParts } from '../../../src/foundation/db/records.ts';
import { withSessions } from '../../harness/database.ts';
import { as, at, newCompany, newEmployee, newUser, now } from '../../harness/service.ts';

/** Values that production refuses, and the local database does not. */
const MAX_VALUE_BYTES = 2_000_000;

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

/** The database, refusing values that are too large as D1 does. */
function strict(): D1Database {
	return withSessions({
		prepare(query) {
			const statement = env.DB.prepare(query);
			const bind = statement.bind.bind(statement);
			return Object.assign(statement, {
				bind(...values: unknown[]) {
					const sizes = values.map((value) => Buffer.byteLength(String(value)));
					if (Math.max(...sizes) > MAX_VALUE_BYTES) throw new Error('D1_ERROR: string or blob too big');
					return bind(...values);
				},
			});
		},
		batch: (statements) => env.DB.batch(statements),
	});
}

test('a template with many rules for many companies', async () => {
	const companies = await Promise.all(Array.from({ length: 60 }, () => newCompany()));
	const companyIds = companies.map(({ id }) => id);
	const admin = await newUser(['COMPANY_ADMIN'], companyIds);
	const budgets = Array.from({ length: 100 }, () => ({ budget: { value: 11_505, currency: 'EUR_CENT' } }));
	const template = { name: 'Meals', companyIds, rules: Array.from({ length: 11 }, () => ({ budgets })) };
	const created = await as(admin, { ...env, DB: strict() }).post('/flex/tax-rule-templates', template);
	expect(created.status).toBe(201);
	const told = await as(admin).get('/events?type=tax_rule_template.created');
	expect(told.body.map((event: { companyId: string }) => event.companyId).sort()).toEqual(companyIds.sort());
});

/** An employee who has left, with periods that begin after that. Long ids make few rows as large as many. */
async function newLeaver(periods: number): Promise<string> {
	const employee = await newEmployee(await newCompany(), { dateTerminated: '2023-03-07T00:00:00.000Z' });
	await env.DB.prepare(
		`INSERT INTO flex_accesses (id, date_created, date_modified, employee_id, budget_value, budget_currency, allowed_modules,
			accumulate_budget, tax_rule_template_id, valid_from, valid_until)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		SELECT ?2 || printf('%01000d', i), 0, 0, ?2, 1, 'EUR_CENT', '["MEALS"]', FALSE, 'default', ?3 + i * 10, ?3 + i * 10 + 5 FROM n`,
	)
		.bind(periods, employee, now())
		.run();
	return employee;
}

test('the settlement of a leaver with thousands of periods, which holds up nobody else', async () => {
	const leaver = await newLeaver(2000);
	expect(await settlePassedTerminations(connect(strict()), now(), () => true)).toBe(1);
	const { results } = await env.DB.prepare(
		`SELECT (SELECT count(*) FROM flex_accesses WHERE employee_id = ?1 AND date_deleted IS NULL) AS standing,
			(SELECT count(*) FROM events e JOIN event_texts t ON t.id = e.type AND t.text = 'flex_access.removed'
				JOIN event_parties p ON p.id = e.subject AND p.uuid = unhex(replace(?1, '-', ''))) AS told`,
	)
		.bind(leaver)
		.all();
	expect(results).toEqual([{ standing: 0, told: 2000 }]);
}, 60_000);

describe('parts', () => {
	const long = 'x'.repeat(899_000);

	test.each([
		['of nothing', [], []],
		['of what fits', ['a', 'b'], [['a', 'b']]],
		['of more than fits', [long, long, long], [[long, long], [long]]],
		[
			'of one that fills more than a part',
			['a', long + long + long, 'b'],
			[['a'], [long + long + long], ['b']],
		],
	])('%s', (_, values, parts) => {
		expect(inParts<string>(values)).toEqual(parts);
	});
});
