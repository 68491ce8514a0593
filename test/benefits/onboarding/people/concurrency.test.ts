import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { databaseOver } from '../../../harness/database.ts';
import { fileOf, importCsv, importPath } from '../../../harness/imports.ts';
import { as, newCompany, newEmployee, uniqueEmail } from '../../../harness/service.ts';

test('importing one file twice at once creates each person once', async () => {
	const company = await newCompany();
	const file = fileOf('E-Mail;Personalnummer', ...[1, 2, 3].map((number) => `${uniqueEmail()};${number}`));
	const answers = await Promise.all([1, 2, 3].map(() => importCsv(company, file)));
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
	const created = answers.map(({ body }) => [body.created, body.unchanged]);
	expect(created.toSorted()).toEqual([
		[0, 3],
		[0, 3],
		[3, 0],
	]);
	expect((await as(company.admin).get('/employees')).body).toHaveLength(3);
});

/** Lets `happen` come between what an import reads and what it writes, once. */
function interrupted(happen: () => Promise<unknown>): Bindings {
	let batches = 0;
	const DB = databaseOver(async (statements) => {
		if (++batches === WRITE) await happen();
		return env.DB.batch(statements);
	});
	return { ...env, DB };
}
/** An import of up to 500 rows reads once and writes once. */
const WRITE = 2;

test.each<
	[
		rule: string,
		meanwhile: (
			company: Awaited<ReturnType<typeof newCompany>>,
			email: string,
			id: string,
		) => Promise<unknown>,
		column: string,
	]
>([
	[
		'a change of the employee is kept',
		(company, _, id) => as(company.admin).put(`/employees/${id}`, { groups: ['new'] }),
		'groups',
	],
	[
		'an address that is taken meanwhile becomes an update',
		(company, email) => newEmployee(company, { email, groups: ['new'] }),
		'groups',
	],
])('%s', async (_, meanwhile) => {
	const company = await newCompany();
	const [email, fresh] = [uniqueEmail(), uniqueEmail()];
	const id = await newEmployee(company, { email });
	await as(company.admin).get('/auth/me');
	const bindings = interrupted(() => meanwhile(company, fresh, id));
	const file = fileOf('E-Mail;Kostenstelle', `${email};4711`, `${fresh};4712`);
	const answer = await as(company.admin, bindings).send('POST', importPath(company.id), file, {
		'Content-Type': 'text/csv',
	});
	expect(answer.status).toBe(200);
	const list = (await as(company.admin).get('/employees')).body;
	expect(list.map(({ costCenter }: { costCenter: string }) => costCenter)).toEqual(['4711', '4712']);
	expect(list.flatMap(({ groups }: { groups: string[] }) => groups)).toEqual(['new']);
});
