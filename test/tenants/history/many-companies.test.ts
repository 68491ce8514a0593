import { expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import { as, newCompany, newEmployee, newUser } from '../../harness/service.ts';

const COMPANIES = 60;
const LIMIT = 10;

test('a page reads at most 10 rows for each event and 3 for each company that the reader manages', async () => {
	const companies = await Promise.all(Array.from({ length: COMPANIES }, () => newCompany()));
	for (const company of companies) {
		for (let n = 0; n < 3; n++) await newEmployee(company);
	}
	const ids = companies.map(({ id }) => id);
	for (const reader of [await newUser(['TECHNICAL_USER'], ids), await newUser(['PLATFORM_ADMIN'])]) {
		for (const filter of ['', 'type=employee.created&']) {
			await as(reader).get('/auth/me');
			const { counted, bindings } = counting();
			const { body } = await as(reader, bindings).get(`/events?${filter}limit=${LIMIT}`);
			expect(body).toHaveLength(LIMIT);
			// One more event is read, which tells whether there is a next page.
			expect(counted.rowsRead, filter).toBeLessThanOrEqual(10 * (LIMIT + 1) + 3 * COMPANIES);
		}
	}
});
