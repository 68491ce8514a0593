import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { newId } from '../../../../src/foundation/core/id.ts';
import { lay, type Period } from '../../../../src/foundation/core/timeline.ts';
import { as, at, newCompany, newEmployee } from '../../../harness/service.ts';

const WRITERS = 50;
const DAY = 86_400_000;
const FIRST = Date.parse('2023-03-01T00:00:00.000Z');

interface Entry extends Period {
	value: number;
}

/** Periods that mostly overlap. The budget identifies the writer. */
const wishes: Entry[] = Array.from({ length: WRITERS }, (_, index) => {
	const validFrom = FIRST + ((index * 11) % 40) * DAY;
	const days = 1 + ((index * 7) % 15);
	return {
		id: '',
		value: index + 1,
		validFrom,
		validUntil: index % 4 === 0 ? null : validFrom + days * DAY - 1,
	};
});

const extent = ({ value, validFrom, validUntil }: Entry) => ({ value, validFrom, validUntil });

test('50 writers at once leave the timeline that some serial order of them leaves', async () => {
	at('2023-03-07T12:00:00.000Z');
	const company = await newCompany();
	const employeeId = await newEmployee(company);
	const set = ({ value, validFrom, validUntil }: Entry) =>
		as(company.admin).put(`/employees/${employeeId}/flex/access`, {
			budget: { value, currency: 'EUR_CENT' },
			accumulateBudget: false,
			startDate: new Date(validFrom).toISOString(),
			endDate: validUntil === null ? null : new Date(validUntil).toISOString(),
		});
	const answers = await Promise.all(wishes.map(set));
	expect(answers.filter(({ status }) => status !== 200)).toEqual([]);

	const { results: stored } = await env.DB.prepare(
		`SELECT id, budget_value AS value, valid_from AS validFrom, valid_until AS validUntil, date_deleted AS dateDeleted
		FROM flex_accesses WHERE employee_id = ? ORDER BY rowid`,
	)
		.bind(employeeId)
		.all<Entry & { dateDeleted: number | null }>();

	// A writer's own row comes before every remainder of it, so first appearances are the order of the commits.
	const order = [...new Set(stored.map(({ value }) => value))];
	expect(order.toSorted((a, b) => a - b)).toEqual(wishes.map(({ value }) => value));
	let expected: Entry[] = [];
	for (const value of order) {
		const wish = wishes[value - 1];
		if (wish === undefined) throw new Error(`Nobody wished ${value}`);
		const entry = { ...wish, id: newId(0) };
		expected = lay(expected, entry, (old, validFrom) => ({ ...old, id: newId(0), validFrom })).timeline;
		const own = answers[value - 1]?.body.map(
			(shown: { budget: { value: number }; validFrom: string }) =>
				[shown.budget.value, Date.parse(shown.validFrom)] as const,
		);
		expect(own, `the answer to writer ${value}`).toEqual(expected.map((e) => [e.value, e.validFrom]));
	}

	const standing = stored.filter(({ dateDeleted }) => dateDeleted === null);
	standing.sort((a, b) => a.validFrom - b.validFrom);
	expect(standing.map(extent)).toEqual(expected.map(extent));
	standing.slice(1).forEach((entry, index) => {
		expect(entry.validFrom).toBeGreaterThan(standing[index]?.validUntil ?? Number.POSITIVE_INFINITY);
	});
	const revision = await env.DB.prepare('SELECT revision FROM employees WHERE id = ?')
		.bind(employeeId)
		.first('revision');
	expect(revision).toBe(WRITERS);
}, 60_000);

test('benefits of three kinds set at once do not lose each other', async () => {
	at('2023-03-07T12:00:00.000Z');
	const company = await newCompany();
	const employee = `/employees/${await newEmployee(company)}`;
	const budget = { value: 5000, currency: 'EUR_CENT' };
	const startDate = '2023-04-01T00:00:00.000Z';
	const answers = await Promise.all([
		as(company.admin).put(`${employee}/flex/access`, { budget, accumulateBudget: true, startDate }),
		as(company.admin).put(`${employee}/goodies/budget`, { budget, startDate }),
		as(company.admin).put(`${employee}/goodies/default-access`, { startDate }),
		as(company.admin).put(employee, { costCentre: '4711' }),
		as(company.admin).put(employee, { personnelNumber: '00017' }),
	]);
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);

	for (const list of ['flex/access', 'goodies/planned-vouchers', 'goodies/default-access']) {
		expect((await as(company.admin).get(`${employee}/${list}`)).body, list).toHaveLength(1);
	}
	expect((await as(company.admin).get(employee)).body).toMatchObject({
		costCenter: '4711',
		personnelNumber: '00017',
	});
});
