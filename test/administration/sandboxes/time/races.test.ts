import { beforeEach, expect, test, vi } from 'vitest';
import { ring, sqlIn } from '../../../harness/alarms.ts';
import { advance, newSandbox } from '../../../harness/sandboxes.ts';
import { as, at, newEmployee, now, uniqueEmail } from '../../../harness/service.ts';
import { cents } from '../../../harness/spending.ts';

const AN_HOUR_MS = 3_600_000;

beforeEach(() => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at('2031-03-05T08:30:00.000Z');
});

/** A sandbox with somebody who gets a voucher in each month. */
async function withVouchers() {
	const sandbox = await newSandbox();
	const employeeId = await newEmployee(sandbox);
	const budget = { budget: cents(5000), startDate: '2031-04-01T00:00:00.000Z' };
	await as(sandbox.admin).put(`/employees/${employeeId}/goodies/budget`, budget);
	const issued = async () =>
		(await sqlIn(sandbox.cell, 'SELECT due_date FROM issued_vouchers ORDER BY due_date').all()).results.map(
			({ due_date }) => new Date(Number(due_date)).toISOString().slice(0, 7),
		);
	return { sandbox, issued };
}

test('while the alarm rings and people write, an advance does everything once', async () => {
	const { sandbox, issued } = await withVouchers();
	const { id, cell, admin } = sandbox;
	const to = '2031-05-15T10:00:00.000Z';
	const writes = Array.from({ length: 6 }, () =>
		as(admin).post('/employees', { email: uniqueEmail(), companyId: id }),
	);
	const rings = Array.from({ length: 3 }, (_, hours) => ring(cell, now() + hours * AN_HOUR_MS));
	const [moved, created] = await Promise.all([advance(sandbox, to), Promise.all(writes), Promise.all(rings)]);
	expect(moved).toMatchObject({ reachedUntil: to, done: true, failedJobs: [] });
	expect(await issued()).toEqual(['2031-04', '2031-05']);
	for (const { status, headers } of created) {
		expect([201, 503]).toContain(status);
		if (status === 503) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
	}
	const people = await sqlIn(cell, 'SELECT count(*) AS n FROM employees').first<number>('n');
	expect(people).toBe(1 + created.filter(({ status }) => status === 201).length);
	// No change has an earlier date than the change before it.
	const { results } = await sqlIn(cell, 'SELECT date FROM events ORDER BY position').all();
	const dates = results.map(({ date }) => Number(date));
	expect(dates).toEqual(dates.toSorted((one, other) => one - other));
});

test('one of an advance, a reset and another advance at once is carried out, and the others change nothing', async () => {
	const { sandbox, issued } = await withVouchers();
	const path = `/companies/${sandbox.id}/sandbox`;
	const post = (name: string, body?: object) => as(sandbox.admin).post(`${path}/${name}`, body);
	const all = await Promise.all([
		post('advance', { to: '2031-06-15T10:00:00.000Z' }),
		post('reset'),
		post('advance', { to: '2031-05-15T10:00:00.000Z' }),
	]);
	expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
	const first = all.findIndex(({ status }) => status === 200);
	expect(await issued()).toEqual([['2031-04', '2031-05', '2031-06'], [], ['2031-04', '2031-05']][first]);
});
