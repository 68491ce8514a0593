import type { Change } from './change.ts';

/** A new operation reads how many people a company has. */
export const OPERATION: Change = {
	name: 'operation',
	isStored: false,
	edits: [
		{
			file: 'src/foundation/core/policy.ts',
			behind: '	listPeople: manage,',
			lines: '	readHeadcount: manage,',
		},
		{
			file: 'src/benefits/employees/people/contract.ts',
			lines: `import { jsonAnswer } from '../../../foundation/http/contract.ts';
import { integer } from '../../../foundation/http/fields.ts';
import type { Headcount } from './store.ts';`,
		},
		{
			file: 'src/benefits/employees/people/contract.ts',
			instead: 'export const listPeopleRoute =',
			lines: `const headcountSchema = z
	.strictObject({ people: integer(0, Number.MAX_SAFE_INTEGER).openapi({ example: 12 }) })
	.openapi('Headcount');

export const headcountToWire: (headcount: Headcount) => z.infer<typeof headcountSchema> =
	wireBy(headcountSchema);

export const readHeadcountRoute = operations().list('readHeadcount', '/companies/{companyId}/headcount', {
	tags: ['Employees', 'Extension'],
	summary: 'Count the people of a company',
	description: 'Former employees count until they are erased.',
	responses: { 200: jsonAnswer(headcountSchema, 'The number of people') },
});

export const listPeopleRoute =`,
		},
		{
			file: 'src/benefits/employees/people/store.ts',
			behind: 'export type Person = Awaited<ReturnType<typeof peoplePage>>[number];',
			lines: `
export type Headcount = Awaited<ReturnType<typeof headcount>>[number];

export const headcount = (db: Db, companyId: SQL) =>
	db
		.select({ people: sql<number>\`count(*)\`.as('people') })
		.from(employees)
		.where(and(sql\`\${employees.companyId} = \${companyId}\`, isNull(employees.dateErased)));`,
		},
		{
			file: 'src/benefits/employees/people/actions.ts',
			lines: `import { requireFound } from '../../../foundation/core/refusals.ts';
import { companyIdInScope } from '../../../tenants/companies/store.ts';
import { type Headcount, headcount } from './store.ts';`,
		},
		{
			file: 'src/benefits/employees/people/actions.ts',
			instead: 'export async function listPeople(',
			lines: `export async function readHeadcount(call: Call, companyId: string): Promise<Headcount> {
	const scope = authorize(call.actor, 'readHeadcount');
	const [[found]] = await loadInCompany(call, scope, companyId, [
		headcount(call.db, companyIdInScope(call.db, scope, companyId)),
	]);
	return requireFound(found, 'company');
}

export async function listPeople(`,
		},
		{
			file: 'src/benefits/employees/routes.ts',
			lines: `import { readHeadcount } from './people/actions.ts';
import { headcountToWire, readHeadcountRoute } from './people/contract.ts';`,
		},
		{
			file: 'src/benefits/employees/routes.ts',
			instead: '		return answerList(c, { limit, cursor }, pages, personToWire);\n	});',
			lines: `		return answerList(c, { limit, cursor }, pages, personToWire);
	})
	.openapi(readHeadcountRoute, async (c) => {
		const { companyId } = c.req.valid('param');
		return c.json(headcountToWire(await readHeadcount(c.var.call, companyId)), 200);
	});`,
		},
		{
			file: 'src/console/company/keys.tsx',
			instead: "	readPeople: 'listEmployees listPeople",
			lines: "	readPeople: 'listEmployees listPeople readHeadcount",
		},
		{
			file: 'test/whole/contract/calls.ts',
			behind: "	listPeople: () => 'q=person',",
			lines: '	readHeadcount: bare,',
		},
		{
			file: 'test/whole/contract/rights.ts',
			instead: "'listEmployees listPeople createEmployee",
			lines: "'listEmployees listPeople readHeadcount createEmployee",
		},
		{
			file: 'test/console/without-page.ts',
			instead: "	...each('queryCompany',",
			lines:
				"	...each('readHeadcount', 'the list of people says how many there are'),\n	...each('queryCompany',",
		},
		{
			file: 'test/benefits/employees/headcount.test.ts',
			isNew: true,
			lines: `import { expect, test } from 'vitest';
import { as, newCompany, newEmployee } from '../../harness/service.ts';

test('the headcount is the number of people', async () => {
	const company = await newCompany();
	for (let count = 0; count < 3; count++) await newEmployee(company);
	const { status, body } = await as(company.admin).get(\`/companies/\${company.id}/headcount\`);
	expect({ status, body }).toEqual({ status: 200, body: { people: 3 } });
});
`,
		},
	],
	tests: [
		'test/benefits/employees/headcount.test.ts',
		'test/whole/every-route.test.ts',
		'test/console/operations.node.test.ts',
		'-t',
		'[Hh]eadcount|every operation has',
	],
};
