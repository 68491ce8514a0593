import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byAttribute, ENTERPRISE } from '../../../src/entrances/scim/resource.ts';
import { byText, EMPLOYEE_TEXT_NAMES, EMPLOYEE_TEXTS } from '../../../src/foundation/core/employee-texts.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { eventsFor } from '../../harness/events.ts';
import { fileOf, importCsv } from '../../harness/imports.ts';
import { pageOf } from '../../harness/page.ts';
import { type Client, newClient } from '../../harness/scim.ts';
import { as, at, newEmployee, newUser, uniqueEmail } from '../../harness/service.ts';

const NOTHING = byText(() => null);
const LABELS = ['en', 'de'] as const;

let client: Client;
let texts: Record<string, string>;
let email: string;
let path: string;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	client = await newClient();
});

beforeEach(async () => {
	email = uniqueEmail();
	texts = byText((name) => `${name} of ${email}`);
	path = `/employees/${await newEmployee(client.company, { email, ...texts })}`;
});

const newest = async (type: string) => (await eventsFor(client.company.admin, `type=${type}`))[0];

/** All texts pass through these places. A place that leaves one out fails its test. */
describe(`the texts ${EMPLOYEE_TEXT_NAMES.join(', ')} of an employee`, () => {
	test('are stored, shown and recorded at the creation', async () => {
		const people = `/companies/${client.company.id}/people?q=${encodeURIComponent(email)}`;
		expect((await client.admin.get(path)).body).toMatchObject(texts);
		expect((await client.admin.get(people)).body).toMatchObject([texts]);
		expect(await newest('employee.created')).toMatchObject({ after: texts });
	});

	test('are cleared by a change', async () => {
		expect((await client.admin.put(path, NOTHING)).body).toMatchObject(NOTHING);
		expect(await newest('employee.updated')).toMatchObject({ before: texts, after: NOTHING });
	});

	test('are imported for new and for known people', async () => {
		const lineOf = (address: string, name: string) =>
			[address, ...EMPLOYEE_TEXT_NAMES.map((text) => `${text} of ${name}`)].join(';');
		const other = uniqueEmail();
		const file = fileOf(
			lineOf('email', '').replaceAll(' of ', ''),
			lineOf(email, 'file'),
			lineOf(other, other),
		);
		expect((await importCsv(client.company, file)).body).toMatchObject({ created: 1, updated: 1 });
		expect((await client.admin.get(path)).body).toMatchObject(byText((name) => `${name} of file`));
		const [created] = (await client.admin.get(`/employees?email=${other}`)).body;
		expect(created).toMatchObject(byText((name) => `${name} of ${other}`));
	});

	test('are found, shown and changed by SCIM', async () => {
		const terms = byText((name, { attribute }) => `${ENTERPRISE}:${attribute} eq "${texts[name]}"`);
		const search = encodeURIComponent(Object.values(terms).join(' and '));
		const [user] = (await client.send('GET', `/Users?filter=${search}`)).body.Resources;
		expect(user[ENTERPRISE]).toEqual(byAttribute((name) => texts[name]));
		const changed = byAttribute((name) => `${name} of directory`);
		const answer = await client.send('PUT', `/Users/${user.id}`, { ...user, [ENTERPRISE]: changed });
		expect(answer.body[ENTERPRISE]).toEqual(changed);
	});

	test.each(LABELS)(
		'have a label in the forms of the console in %s, and are in its export',
		async (language) => {
			const { get } = browse(await visitOf(client.company.admin));
			const [index, query] = [LABELS.indexOf(language), `?company=${client.company.id}`];
			for (const form of [`/people/new${query}`, `/people/${path.slice('/employees/'.length)}/details`]) {
				const page = pageOf((await get(form, { 'Accept-Language': language })).body);
				for (const { label } of Object.values(EMPLOYEE_TEXTS))
					expect(page.all('textbox', new RegExp(`^${label[index]}`, 'i')), form).toHaveLength(1);
			}
			const { body } = await get(`/people/export${query}&q=${encodeURIComponent(email)}`);
			for (const text of Object.values(texts)) expect(body).toContain(text);
		},
	);

	test('are erased, also from the history', async () => {
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		await platform.put(`/companies/${client.company.id}`, { retentionMonths: 0 });
		await client.admin.put(path, { dateTerminated: '2023-03-01T00:00:00.000Z' });
		expect((await platform.post(`${path}/erasure`)).status).toBe(200);
		expect((await client.admin.get(path)).body).toMatchObject(NOTHING);
		const events = await eventsFor(client.company.admin, `subject=${path.slice('/employees/'.length)}`);
		expect(events.find(({ type }) => type === 'employee.created')?.after).toMatchObject(NOTHING);
	});
});
