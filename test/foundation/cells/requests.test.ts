import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { newCompanyInCell } from '../../harness/cells.ts';
import { as, newCompany, newEmployee } from '../../harness/service.ts';

test('a company in a cell is served as one in D1 is, and neither knows the other', async () => {
	const [inCell, inD1] = [await newCompanyInCell(), await newCompany()];
	const employee = await newEmployee(inCell);
	expect(await as(inCell.admin).get(`/employees/${employee}`)).toMatchObject({ status: 200 });
	expect(await as(inD1.admin).get(`/employees/${employee}`)).toMatchObject({ status: 404 });
	expect(await as(inCell.admin).get(`/companies/${inD1.id}`)).toMatchObject({ status: 404 });
	const rows = await env.DB.prepare('SELECT count(*) AS rows FROM employees').first('rows');
	expect(rows).toBe(0);
});
