import { PrismaD1 } from '@prisma/adapter-d1';
import { Hono } from 'hono';
import { employeeToWire } from '../../../../../src/benefits/employees/contract.ts';
import type { ShownEmployee } from '../../../../../src/benefits/employees/store.ts';
import { accessToWire } from '../../../../../src/benefits/flex/access/contract.ts';
import type { FlexAccess } from '../../../../../src/benefits/flex/access/table.ts';
import type { Bindings } from '../../../../../src/foundation/http/env.ts';
import { MAIN_COMPANY, seededId } from '../../seed.ts';
import { employeeOf, laidOn } from '../records.ts';
import { PrismaClient } from './node_modules/generated/client.ts';

const COMPANY_ID = seededId('company', MAIN_COMPANY);

// At each write Prisma warns that D1 has no transactions, a thousand lines in a run.
console.info = () => {};

/** The four measured routes with a Prisma client for each request, as its guide for Workers says, without history. */
export default new Hono<{ Bindings: Bindings }>()
	.basePath('/api/v2')
	.get('/employees/:id/flex/access', async (c) => {
		const prisma = clientOf(c.env.DB);
		const id = c.req.param('id');
		if ((await prisma.employee.findUnique({ where: { id }, select: { id: true } })) === null)
			return c.notFound();
		return c.json((await accessesOf(prisma, id)).map(accessToWire));
	})
	.get('/employees', async (c) => {
		const rows = await clientOf(c.env.DB).employee.findMany({
			where: { companyId: COMPANY_ID },
			include: { user: true },
			orderBy: { id: 'asc' },
			take: Number(c.req.query('limit')),
		});
		return c.json(
			rows.map(({ user: { email }, groups, ...row }) => {
				// Nobody in the data of the benchmark pauses.
				const paused = { datePausedStart: null, datePausedEnd: null };
				const employee = { ...row, ...paused, email, groups: JSON.parse(groups) };
				return employeeToWire(withNumbers<ShownEmployee>(employee));
			}),
		);
	})
	.put('/employees/:id/flex/access', async (c) => {
		const prisma = clientOf(c.env.DB);
		const [id, now] = [c.req.param('id'), Date.now()];
		if ((await prisma.employee.findUnique({ where: { id }, select: { id: true } })) === null)
			return c.notFound();
		const { removed, cut, added, timeline } = laidOn(
			await accessesOf(prisma, id),
			id,
			await c.req.json(),
			now,
		);
		for (const old of [...removed.map((one) => ({ ...one, dateDeleted: now })), ...cut]) {
			const { validUntil, dateDeleted } = old;
			await prisma.flexAccess.update({
				where: { id: old.id },
				data: { validUntil, dateModified: now, dateDeleted },
			});
		}
		for (const access of added) {
			await prisma.flexAccess.create({
				data: { ...access, allowedModules: JSON.stringify(access.allowedModules) },
			});
		}
		return c.json(timeline.map(accessToWire));
	})
	.post('/employees', async (c) => {
		const prisma = clientOf(c.env.DB);
		const employee = employeeOf(await c.req.json(), Date.now());
		const { id, userId, dateCreated, dateModified, companyId, email, groups, revision } = employee;
		const company = await prisma.company.findUnique({ where: { id: companyId }, select: { id: true } });
		if (company === null) return c.notFound();
		const emailKey = email.toLowerCase();
		const roles = JSON.stringify(['EMPLOYEE']);
		await prisma.user.create({
			data: { id: userId, dateCreated, dateModified, email, emailKey, roles, revision },
		});
		await prisma.employee.create({
			data: { id, dateCreated, dateModified, companyId, userId, groups: JSON.stringify(groups), revision },
		});
		return c.json(employeeToWire(employee), 201);
	});

const clientOf = (d1: D1Database): PrismaClient => new PrismaClient({ adapter: new PrismaD1(d1) });

async function accessesOf(prisma: PrismaClient, employeeId: string): Promise<FlexAccess[]> {
	const rows = await prisma.flexAccess.findMany({
		where: { employeeId, dateDeleted: null },
		orderBy: { validFrom: 'asc' },
	});
	return rows.map((row) =>
		withNumbers<FlexAccess>({ ...row, allowedModules: JSON.parse(row.allowedModules) }),
	);
}

/** Prisma reads instants as BigInt. */
const withNumbers = <T>(row: object): T =>
	Object.fromEntries(
		Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
	) as T;

export { Cell } from '../../no-cell.ts';
