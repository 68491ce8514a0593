import { Hono } from 'hono';
import { employeeToWire } from '../../../../src/benefits/employees/contract.ts';
import type { ShownEmployee } from '../../../../src/benefits/employees/store.ts';
import { accessToWire } from '../../../../src/benefits/flex/access/contract.ts';
import type { FlexAccess } from '../../../../src/benefits/flex/access/table.ts';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { MAIN_COMPANY, seededId } from '../seed.ts';
import { employeeOf, laidOn } from './records.ts';

const COMPANY_ID = seededId('company', MAIN_COMPANY);

const ACCESSES = `SELECT id, date_created AS dateCreated, date_modified AS dateModified, date_deleted AS dateDeleted,
		employee_id AS employeeId, budget_value AS budgetValue, budget_currency AS budgetCurrency, allowed_modules AS allowedModules,
		accumulate_budget AS accumulateBudget, tax_rule_template_id AS taxRuleTemplateId, valid_from AS validFrom, valid_until AS validUntil
	FROM flex_accesses WHERE employee_id = ? AND date_deleted IS NULL ORDER BY valid_from`;

const EMPLOYEES = `SELECT e.id, e.company_id AS companyId, e.personnel_number AS personnelNumber, e.cost_center AS costCenter, e.groups,
		NULL AS datePausedStart, NULL AS datePausedEnd, e.date_terminated AS dateTerminated, u.email
	FROM employees e JOIN users u ON u.id = e.user_id WHERE e.company_id = ? ORDER BY e.id LIMIT ?`;

const END_ACCESS =
	'UPDATE flex_accesses SET valid_until = ?, date_modified = ?, date_deleted = ? WHERE id = ?';

const ADD_ACCESS = `INSERT INTO flex_accesses (id, date_created, date_modified, employee_id, budget_value, budget_currency, allowed_modules,
		accumulate_budget, tax_rule_template_id, valid_from, valid_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const ADD_USER = `INSERT INTO users (id, date_created, date_modified, email, email_key, roles, revision) VALUES (?, ?, ?, ?, ?, '["EMPLOYEE"]', 0)`;

const ADD_EMPLOYEE = `INSERT INTO employees (id, date_created, date_modified, company_id, user_id, groups, revision)
	VALUES (?, ?, ?, ?, ?, ?, 0)`;

/** The four measured routes over prepared statements: no token, no check of anything, no history. */
export default new Hono<{ Bindings: Bindings }>()
	.basePath('/api/v2')
	.get('/employees/:id/flex/access', async (c) =>
		c.json((await accessesOf(c.env.DB, c.req.param('id'))).map(accessToWire)),
	)
	.get('/employees', async (c) => {
		const { results } = await c.env.DB.prepare(EMPLOYEES)
			.bind(COMPANY_ID, Number(c.req.query('limit')))
			.all();
		return c.json(
			results.map((row) =>
				employeeToWire({ ...row, groups: JSON.parse(String(row.groups)) } as ShownEmployee),
			),
		);
	})
	.put('/employees/:id/flex/access', async (c) => {
		const [id, now] = [c.req.param('id'), Date.now()];
		const { removed, cut, added, timeline } = laidOn(
			await accessesOf(c.env.DB, id),
			id,
			await c.req.json(),
			now,
		);
		const [end, add] = [c.env.DB.prepare(END_ACCESS), c.env.DB.prepare(ADD_ACCESS)];
		await c.env.DB.batch([
			...removed.map((old) => end.bind(old.validUntil, now, now, old.id)),
			...cut.map((old) => end.bind(old.validUntil, now, null, old.id)),
			...added.map((access) => add.bind(...valuesOf(access))),
		]);
		return c.json(timeline.map(accessToWire));
	})
	.post('/employees', async (c) => {
		const employee = employeeOf(await c.req.json(), Date.now());
		const { id, companyId, userId, email, groups, dateCreated } = employee;
		await c.env.DB.batch([
			c.env.DB.prepare(ADD_USER).bind(userId, dateCreated, dateCreated, email, email.toLowerCase()),
			c.env.DB.prepare(ADD_EMPLOYEE).bind(
				id,
				dateCreated,
				dateCreated,
				companyId,
				userId,
				JSON.stringify(groups),
			),
		]);
		return c.json(employeeToWire(employee), 201);
	});

async function accessesOf(d1: D1Database, employeeId: string): Promise<FlexAccess[]> {
	const { results } = await d1.prepare(ACCESSES).bind(employeeId).all();
	return results.map(
		(row) =>
			({
				...row,
				allowedModules: JSON.parse(String(row.allowedModules)),
				accumulateBudget: row.accumulateBudget === 1,
			}) as FlexAccess,
	);
}

const valuesOf = (access: FlexAccess) => [
	access.id,
	access.dateCreated,
	access.dateModified,
	access.employeeId,
	access.budgetValue,
	access.budgetCurrency,
	JSON.stringify(access.allowedModules),
	access.accumulateBudget ? 1 : 0,
	access.taxRuleTemplateId,
	access.validFrom,
	access.validUntil,
];

export { Cell } from '../no-cell.ts';
