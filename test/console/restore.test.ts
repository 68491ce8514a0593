import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { newCompanyInCell } from '../harness/cells.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { cellOfCompany } from '../harness/moving.ts';
import { pageOf } from '../harness/page.ts';
import { backUp } from '../harness/restoring.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	restart,
	type TestCompany,
	uniqueEmail,
	userOf,
} from '../harness/service.ts';

let visit: Visit;
const enter = async () => {
	visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
};

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at('2026-03-07T12:00:00.000Z');
	restart();
	await enter();
});

const pathOf = ({ id }: Pick<TestCompany, 'id'>) => `/platform/companies/${id}`;
const open = async (path: string, language = 'en') =>
	pageOf((await browse(visit).get(path, { 'Accept-Language': language })).body);
const send = async (path: string, fields: Record<string, string>, language = 'en') =>
	browse(visit).post(path, fields, { 'Accept-Language': language });
const nameOf = async (company: TestCompany): Promise<string> =>
	(await as(company.admin).get(`/companies/${company.id}`)).body.name;

test('a backup of the list is restored after its consequences and a typed name, and the page says what is left to do', async () => {
	const company = await newCompanyInCell();
	const name = await nameOf(company);
	const cell = (await cellOfCompany(company.id)) ?? '';
	const taken = uniqueEmail();
	const { userId } = await userOf(await newEmployee(company, { email: taken }), cell);
	const erased = uniqueEmail();
	const adviser = { email: erased, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [company.id] };
	const { body: user } = await as(company.admin).post('/users', adviser);
	const other = await newCompany();
	const otherName = await nameOf(other);
	const manage = async (...companies: TestCompany[]) => {
		const manageableCompanyIds = companies.map(({ id }) => id);
		const given = await as(visit).put(`/users/${company.admin.userId}`, { manageableCompanyIds });
		expect(given.status).toBe(200);
	};
	await manage(company, other);
	const date = await backUp(company.id, cell);
	await enter();
	await manage(company);
	expect((await as(visit).put(`/users/${userId}`, { email: uniqueEmail() })).status).toBe(200);
	await newEmployee(await newCompany(), { email: taken });
	expect((await as(visit).post(`/users/${user.id}/closure`)).status).toBe(200);
	expect((await as(visit).post(`/users/${user.id}/erasure`)).status).toBe(200);

	const [link] = (await open(pathOf(company))).all('link', 'Restore');
	const path = (link?.href ?? '').slice('/console'.length);
	expect(path).toBe(`${pathOf(company)}/restore?backup=${date}`);
	const page = await open(path);
	for (const said of [
		'Night 8 March 2026 at 02:00',
		'The company gets the state of this backup in a new database',
		'Everything that happened since then is lost.',
		'All sign-ins and open links end. Everybody signs in again, with the password of that time.',
		'Somebody else may have taken an e-mail address or a domain since then.',
		'People who were erased since then do not come back. The restore erases them again.',
		'People keep working while the backup is loaded.',
		`To confirm, type the name of the company: ${name}`,
	])
		expect(page.text).toContain(said);
	const german = await open(path, 'de');
	expect(german.text).toContain('Alles, was seither geschehen ist, geht verloren.');
	expect(german.all('button', 'Unternehmen wiederherstellen')).toHaveLength(1);

	const to = `${pathOf(company)}/restore`;
	const wrong = await send(to, { backup: date, name, confirmation: `${name}?` });
	expect(wrong.status).toBe(400);
	expect(pageOf(wrong.body).faultAt('confirmation')).toContain('This is not the name of the company.');
	expect(pageOf(wrong.body).values('confirmation')).toEqual([`${name}?`]);
	expect(pageOf(wrong.body).values('backup')).toEqual([date]);
	expect((await send(to, { backup: date, name, confirmation: '' })).status).toBe(400);
	expect((await as(visit).get(`/companies/${company.id}/move`)).status).toBe(404);

	const answer = await send(to, { backup: date, name, confirmation: name });
	expect(answer.status).toBe(303);
	const location = (answer.headers.get('Location') ?? '').slice('/console'.length);
	const begun = await open(location);
	expect(begun.text).toContain('The restore has started. It goes on by itself');
	expect(begun.text).toMatch(/Latest restore [\s\S]*Step loading Restored state 8 March 2026 at 02:00/);
	expect(begun.text).toMatch(/Parts left (\d+) of \1/);
	expect(begun.all('button', 'Move the company')).toHaveLength(0);
	const again = await browse(visit).get(path);
	if (again.status === 303) expect(again.headers.get('Location')).toBe(`/console${pathOf(company)}/move`);

	for (let runs = 0; runs < 20; runs++) {
		const { body } = await as(visit).get(`/companies/${company.id}/move`);
		if (body.dateOpened !== null) break;
	}
	restart();
	const ended = await open(`${pathOf(company)}/move`);
	expect(ended.text).toMatch(/Database of the company[\s\S]*People work with the restored state\./);
	expect(ended.text).toMatch(/Rows loaded [1-9][\d,]* \([1-9][\d.]* kB\)/);
	expect(ended.text).toContain(`Released addresses and domains Somebody else has taken these since then.`);
	expect(ended.text).toContain(taken);
	expect(ended.text).toContain(
		`Erased again Employees and users with these ids were erased after the restored state. The restore has erased them again. ${user.id}`,
	);
	expect(ended.text).not.toContain(erased);
	expect(ended.text).toContain(
		'Rights that were not given back These people managed other companies at that time. They lost these rights since then',
	);
	const rights = ended.select('li').find(({ text }) => text.includes(`: ${otherName}`));
	expect(rights?.all('link').map(({ href }) => href)).toEqual([
		`/console/platform/users/${company.admin.userId}`,
		`/console${pathOf(other)}`,
	]);
	expect(ended.all('button', 'Move the company')).toHaveLength(1);
	const inGerman = (await open(`${pathOf(company)}/move`, 'de')).text;
	expect(inGerman).toContain('Freigegebene Adressen und Domains');
	expect(inGerman).toContain('Nicht zurückgegebene Rechte');
	expect(inGerman).toContain(
		'Erneut gelöscht Beschäftigte und Benutzer mit diesen IDs wurden nach diesem Stand gelöscht.',
	);
	expect(inGerman).toContain('Die Wiederherstellung hat sie erneut gelöscht.');
});

test('a company in a database of its own can be asked back to a point in time, and the page says why it cannot', async () => {
	const company = await newCompanyInCell();
	const name = await nameOf(company);
	const path = `${pathOf(company)}/restore`;
	expect((await open(pathOf(company))).all('link', 'Restore to a point in time')[0]?.href).toBe(
		`/console${path}`,
	);
	const page = await open(path);
	expect(page.text).toContain('The database of the company goes back to the time that you enter');
	expect(page.text).toContain('API keys that were revoked since then stay revoked.');
	at('2026-03-08T12:00:00.000Z');
	await enter();
	const ask = (time: string) => send(path, { at: time, name, confirmation: name });
	const later = await ask('2026-03-08T13:01');
	expect(later.status).toBe(400);
	expect(pageOf(later.body).faultAt('at')).toContain('Choose a time in the past.');
	expect(pageOf(later.body).values('at')).toEqual(['2026-03-08T13:01']);
	expect(pageOf((await ask('2026-03-07T12:59')).body).faultAt('at')).toContain('Choose a later time');
	expect(pageOf((await ask('soon')).body).faultAt('at')).toContain('German time, within the last 30 days.');
	const refused = await ask('2026-03-08T12:59');
	expect(refused.status).toBe(409);
	expect(pageOf(refused.body).one('alert').text).toContain(
		'The database of this company cannot go back to a point in time. Restore a backup.',
	);
});

test('a company that shares its database, an unknown backup and a move under way are answered clearly', async () => {
	const company = await newCompany();
	const path = `${pathOf(company)}/restore`;
	expect((await open(pathOf(company))).all('link', 'Restore to a point in time')).toHaveLength(0);
	expect((await open(path)).one('alert').text).toContain('cannot go back to a point in time');
	expect((await browse(visit).get(`${path}?backup=2026-03-01T01:00:00.000Z`)).status).toBe(404);
	const date = await backUp(company.id, null);
	await enter();
	const name = await nameOf(company);
	const { userId } = await userOf(await newEmployee(await newCompany()));
	await env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(userId, company.id).run();
	const { status, body } = await send(path, { backup: date, name, confirmation: name }, 'de');
	expect(status).toBe(409);
	expect(pageOf(body).one('alert').text).toContain('Stellen Sie das Unternehmen danach wieder her.');
	expect(pageOf(body).values('confirmation')).toEqual([name]);
	await env.DB.prepare(
		`INSERT INTO moves (cell, company_id, step, part, rows, bytes, copied, date_started) VALUES ('a', ?, 'COPYING', 0, 0, 0, 0, ?)`,
	)
		.bind(company.id, now())
		.run();
	const { status: moved, headers } = await browse(visit).get(path);
	expect([moved, headers.get('Location')]).toEqual([303, `/console${pathOf(company)}/move`]);
});

test('a restore asks for a fresh proof of who one is', async () => {
	const company = await newCompany();
	at('2026-03-07T12:15:00.000Z');
	const { status, body } = await send(`${pathOf(company)}/restore`, {
		backup: '',
		name: 'A',
		confirmation: 'A',
	});
	expect(status).toBe(403);
	expect(pageOf(body).select('[type=password]')).toHaveLength(1);
});
