import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { batch } from '../../src/foundation/db/database.ts';
import { readOnly } from '../../src/foundation/db/for-pages.ts';
import { users } from '../../src/tenants/users/table.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { eventsFor } from '../harness/events.ts';
import { pageOf } from '../harness/page.ts';
import { uploadDraft } from '../harness/receipts.ts';
import {
	as,
	at,
	db,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	userOf,
} from '../harness/service.ts';
import { accessOf } from '../harness/spending.ts';

const NOON = '2026-03-07T12:00:00.000Z';
const ENGLISH = { 'Accept-Language': 'en' };
const BANNER = 'You cannot change anything.';

let company: TestCompany;
let employee: string;
let visit: Visit;
beforeEach(async () => {
	at(NOON);
	company = await newCompany();
	employee = await newEmployee(company, { lastName: 'Weber' });
	visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
});

const look = (userId: string, of = visit) => browse(of).post(`/platform/viewing/${userId}`);
const open = (path: string, of = visit) => browse(of).get(path, ENGLISH);

describe('a platform administrator who looks', () => {
	test('sees the pages of an administrator or an employee, with an evident banner', async () => {
		expect(await look(company.admin.userId)).toMatchObject({ status: 303 });
		const people = (await open('/people')).body;
		expect(people).toContain('Weber');
		expect(people).toContain(BANNER);
		expect((await open('/platform')).status).toBe(404);
		expect((await open(`/people/${await newEmployee(await newCompany())}`)).status).toBe(404);

		expect(await browse(visit).post('/platform/viewing/end')).toMatchObject({
			status: 303,
		});
		const platform = await open('/platform');
		expect(platform.status).toBe(200);
		expect(platform.body).not.toContain(BANNER);

		const { userId } = await userOf(employee);
		await look(userId);
		expect((await open('/benefits')).body).toContain(BANNER);
	});

	test('changes nothing: no form is taken, and no page writes', async () => {
		const { userId } = await userOf(employee);
		await look(company.admin.userId);
		const before = await eventsFor(company.admin);
		for (const [path, fields] of Object.entries({
			'/people/new': { email: 'new@demo.example' },
			[`/people/${employee}/details`]: { costCenter: '4711' },
			'/account/notices': {},
			[`/platform/users/${userId}/close`]: {},
		})) {
			const own = { ...fields, _for: company.admin.userId };
			const { status, body } = await browse(visit).post(path, own, ENGLISH);
			expect(status, path).toBe(403);
			expect(body, path).toContain('You are only viewing. Nothing was saved.');
		}
		expect(await eventsFor(company.admin)).toEqual(before);
	});

	test('has a connection to the database that refuses to write', async () => {
		const pages = readOnly(db);
		const [reads, writes] = [pages.select({ id: users.id }).from(users), pages.delete(users)];
		expect((await batch(pages, [reads]))[0].length).toBeGreaterThan(0);
		await expect(batch(pages, [reads, writes])).rejects.toMatchObject({ code: 'forbidden' });
	});

	test.each(['/account', '/people/new', '/company', '/integrations', '/calendar'])(
		'finds no form of %s that could be filled in, and reads why',
		async (path) => {
			const all = await newUser(['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'], [company.id]);
			await look(all.userId);
			const { status, body } = await open(path);
			const forms = pageOf(body).one('main').select('form[method=post]');
			const disabled = forms.filter(
				(form) => form.select('fieldset[disabled][aria-describedby=viewing]').length === 1,
			);
			expect([status, disabled.length]).toEqual([200, forms.length]);
			expect(pageOf(body).select('strong#viewing')).toHaveLength(1);
			expect(forms.length).toBeGreaterThan(0);
			await browse(visit).post('/platform/viewing/end');
			expect(pageOf((await open('/account')).body).select('fieldset[disabled]')).toHaveLength(0);
		},
	);

	test('sees no drafts and no address for receipts, which the person still has', async () => {
		const person = await userOf(employee);
		const { body: draft } = await uploadDraft(person, employee);
		const { address } = (await as(person).post(`/employees/${employee}/flex/receipt-address`)).body;
		const access = accessOf({ startDate: '2026-03-01T00:00:00.000Z' });
		await as(company.admin).put(`/employees/${employee}/flex/access`, access);
		const own = await visitOf(person);
		const found = async (of: Visit) => ({
			draft: (await open('/benefits', of)).body.includes(draft.id),
			camera: (await open('/benefits', of)).body.includes('/benefits/new#camera'),
			form: (await open(`/benefits/new?draft=${draft.id}`, of)).body.includes('name="draftId"'),
			list: (await open('/benefits/drafts', of)).status,
			file: (await open(`/benefits/drafts/${draft.id}`, of)).status,
			address: (await open('/account', of)).body.includes(address),
		});
		expect(await found(own)).toEqual({
			draft: true,
			camera: true,
			form: true,
			list: 200,
			file: 200,
			address: true,
		});
		await look(person.userId);
		expect((await open('/benefits')).body).toContain(BANNER);
		expect(await found(visit)).toEqual({
			draft: false,
			camera: false,
			form: false,
			list: 404,
			file: 404,
			address: false,
		});
	});

	test('is not asked for another proof while it lasts', async () => {
		await look(company.admin.userId);
		at('2026-03-07T12:30:00.000Z');
		const { status, body } = await open('/team/sign-in');
		expect(status).toBe(200);
		expect(pageOf(body).select('[name=password]')).toHaveLength(0);
	});

	test('the history of the company records it: who looked, at which user, and when', async () => {
		const { userId } = await userOf(employee);
		await look(userId);
		expect((await eventsFor(company.admin)).at(-1)).toMatchObject({
			type: 'user.viewed',
			date: NOON,
			actor: { userId: visit.userId, roles: ['PLATFORM_ADMIN'] },
			subject: { type: 'USER', id: userId },
			after: { dateExpires: '2026-03-07T13:00:00.000Z' },
		});
	});

	test.each([
		['2026-03-07T12:59:59.999Z', true],
		['2026-03-07T13:00:00.000Z', false],
	])('at %s still sees it: %s', async (instant, isStill) => {
		await look(company.admin.userId);
		at(instant);
		expect((await open('/account')).body.includes(BANNER)).toBe(isStill);
	});

	test('sees it no more without the role, and can sign out', async () => {
		await look(company.admin.userId);
		const other = await newUser(['PLATFORM_ADMIN']);
		await as(other).put(`/users/${visit.userId}`, { roles: ['EMPLOYEE'] });
		expect((await open('/account')).body).not.toContain(BANNER);
		expect((await browse(visit).post('/sign-out')).status).toBe(303);
		expect((await open('/account')).headers.get('Location')).toMatch(/sign-in/);
	});
});

describe('nobody looks', () => {
	test('without being a platform administrator', async () => {
		const { userId } = await userOf(employee);
		for (const role of ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER', 'EMPLOYEE'] as const) {
			expect((await look(userId, await visitOf(await newUser([role], [company.id])))).status, role).toBe(403);
		}
	});

	test('as a platform administrator, which the database holds too', async () => {
		const { userId } = await newUser(['PLATFORM_ADMIN']);
		expect((await look(userId)).status).toBe(403);
		const written = (sessionId: string, viewed: string) =>
			env.DB.prepare('UPDATE sessions SET viewed_user_id = ?, viewed_until = 1 WHERE id = ?')
				.bind(viewed, sessionId)
				.run();
		await expect(written(visit.sessionId, userId)).rejects.toThrow('not_viewable');
		await expect(written(company.admin.sessionId, (await userOf(employee)).userId)).rejects.toThrow(
			'not_viewable',
		);
	});
});
