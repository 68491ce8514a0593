import { and, asc, eq, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { Hono } from 'hono';
import { employeeToWire } from '../../../../src/benefits/employees/contract.ts';
import { employees } from '../../../../src/benefits/employees/table.ts';
import { accessToWire } from '../../../../src/benefits/flex/access/contract.ts';
import { flexAccesses } from '../../../../src/benefits/flex/access/table.ts';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { companies } from '../../../../src/tenants/companies/table.ts';
import { users } from '../../../../src/tenants/users/table.ts';
import { MAIN_COMPANY, seededId } from '../seed.ts';
import { employeeOf, laidOn } from './records.ts';

const COMPANY_ID = seededId('company', MAIN_COMPANY);

type Db = ReturnType<typeof drizzle>;

/** The four measured routes as Drizzle is mostly written: one query after the other, without history. */
export default new Hono<{ Bindings: Bindings }>()
	.basePath('/api/v2')
	.get('/employees/:id/flex/access', async (c) => {
		const db = drizzle(c.env.DB);
		const id = c.req.param('id');
		if (!(await isEmployee(db, id))) return c.notFound();
		return c.json((await accessesOf(db, id)).map(accessToWire));
	})
	.get('/employees', async (c) => {
		const rows = await drizzle(c.env.DB)
			.select()
			.from(employees)
			.innerJoin(users, eq(users.id, employees.userId))
			.where(eq(employees.companyId, COMPANY_ID))
			.orderBy(asc(employees.id))
			.limit(Number(c.req.query('limit')));
		const shown = { pauses: [], datePausedStart: null, datePausedEnd: null };
		return c.json(
			rows.map(({ employees: row, users: { email } }) => employeeToWire({ ...row, ...shown, email })),
		);
	})
	.put('/employees/:id/flex/access', async (c) => {
		const db = drizzle(c.env.DB);
		const [id, now] = [c.req.param('id'), Date.now()];
		if (!(await isEmployee(db, id))) return c.notFound();
		const { removed, cut, added, timeline } = laidOn(await accessesOf(db, id), id, await c.req.json(), now);
		for (const old of [...removed.map((one) => ({ ...one, dateDeleted: now })), ...cut]) {
			await db
				.update(flexAccesses)
				.set({ validUntil: old.validUntil, dateModified: now, dateDeleted: old.dateDeleted })
				.where(eq(flexAccesses.id, old.id));
		}
		for (const access of added) await db.insert(flexAccesses).values(access);
		return c.json(timeline.map(accessToWire));
	})
	.post('/employees', async (c) => {
		const db = drizzle(c.env.DB);
		const { email, ...row } = employeeOf(await c.req.json(), Date.now());
		const { userId, dateCreated, dateModified, companyId } = row;
		const [company] = await db
			.select({ id: companies.id })
			.from(companies)
			.where(eq(companies.id, companyId));
		if (company === undefined) return c.notFound();
		const emailKey = email.toLowerCase();
		await db
			.insert(users)
			.values({ id: userId, dateCreated, dateModified, email, emailKey, roles: ['EMPLOYEE'] });
		await db.insert(employees).values(row);
		return c.json(employeeToWire({ ...row, email }), 201);
	});

async function isEmployee(db: Db, id: string): Promise<boolean> {
	const found = await db.select({ id: employees.id }).from(employees).where(eq(employees.id, id));
	return found.length > 0;
}

const accessesOf = (db: Db, employeeId: string) =>
	db
		.select()
		.from(flexAccesses)
		.where(and(eq(flexAccesses.employeeId, employeeId), isNull(flexAccesses.dateDeleted)))
		.orderBy(asc(flexAccesses.validFrom));

export { Cell } from '../no-cell.ts';
