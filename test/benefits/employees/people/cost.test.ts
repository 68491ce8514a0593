import { expect, test } from 'vitest';
import { counting } from '../../../harness/counting.ts';
import { as, newCompany, newEmployee } from '../../../harness/service.ts';

test('a search is one round trip, and reads a few rows for each person found, however many there are', async () => {
	const company = await newCompany();
	const hire = async (count: number, lastName: string) => {
		for (let one = 0; one < count; one++) await newEmployee(company, { lastName });
	};
	const costOf = async (q: string) => {
		const { counted, bindings } = counting();
		const { body } = await as(company.admin, bindings).get(`/companies/${company.id}/people?q=${q}&limit=5`);
		return { found: body.length, ...counted };
	};
	await hire(3, 'Mustermann');
	await hire(20, 'Weber');
	await costOf('z');
	const few = { rare: await costOf('uster'), common: await costOf('web'), none: await costOf('xyz') };
	await hire(60, 'Weber');
	const many = { rare: await costOf('uster'), common: await costOf('web'), none: await costOf('xyz') };
	expect(many).toEqual(few);
	expect(few.rare).toMatchObject({ found: 3, trips: 1 });
	expect(few.rare.rowsRead).toBeLessThan(3 * 25);
	expect(few.none.rowsRead).toBeLessThan(15);
});
