import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { inCell, newCompanyInCell } from '../../harness/cells.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	uniqueEmail,
} from '../../harness/service.ts';

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

const LEFT = { dateTerminated: '2023-02-28T23:59:59.999Z' };

/** The user of an employee with the present key of the address. */
const userIn = (database: D1Database, employeeId: string) =>
	database
		.prepare('SELECT u.id, u.email_key FROM users u JOIN employees e ON e.user_id = u.id WHERE e.id = ?')
		.bind(employeeId)
		.first<{ id: string; email_key: string }>();

test.each([
	['D1', 'a cell'],
	['a cell', 'D1'],
	['a cell', 'another cell'],
])(
	'a former employee in %s, whose address somebody in %s has now, does not get it back by another change',
	async (from, to) => {
		const made = (where: string): Promise<TestCompany & { cell?: string }> =>
			where === 'D1' ? newCompany() : newCompanyInCell();
		const [former, present] = [await made(from), await made(to)];
		const email = uniqueEmail();
		const leaver = await newEmployee(former, { email, ...LEFT });
		const colleague = await newEmployee(present, { email });
		const databaseOf = ({ cell }: { cell?: string }) => (cell === undefined ? env.DB : inCell(cell));
		const user = await userIn(databaseOf(former), leaver);
		expect(user?.email_key).toBe(user?.id);
		const caller = former.cell === undefined ? await newUser(['PLATFORM_ADMIN']) : former.admin;
		const answer = await as(caller).put(`/users/${user?.id}`, { firstName: 'Ada' });
		expect(answer).toMatchObject({ status: 200, body: { firstName: 'Ada' } });
		expect(await userIn(databaseOf(former), leaver)).toEqual(user);
		expect((await userIn(databaseOf(present), colleague))?.email_key).toBe(email);
	},
);
