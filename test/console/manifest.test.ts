import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, type TestCompany, userOf } from '../harness/service.ts';

let company: TestCompany;
let admin: Visit;
let employee: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	admin = await visitOf(company.admin);
	employee = await visitOf(await userOf(await newEmployee(company)));
});

const linkOn = async (visit: Visit | null, path: string) => {
	const { body } = await browse(visit).get(path);
	return pageOf(body).select('link[rel=manifest]')[0];
};
const manifestOf = async (visit: Visit) => {
	const path = (await linkOn(visit, '/account'))?.href.replace('/console', '') ?? '';
	const answer = await browse(visit).get(path);
	expect(answer.headers.get('Content-Type')).toBe('application/manifest+json');
	return answer.body as unknown as { icons: { src: string; purpose?: string }[]; shortcuts?: unknown };
};

test('the app of a visitor has the name and colour of the company', async () => {
	const set = { name: 'Demo GmbH', color: '#3273c9' };
	await as(company.admin).put(`/companies/${company.id}`, set);
	expect(await manifestOf(admin)).toMatchObject({
		id: '/console',
		name: 'Demo GmbH · Zubrot',
		short_name: 'Demo GmbH',
		theme_color: '#3273c9',
		start_url: '/console',
	});
	expect((await manifestOf(admin)).shortcuts).toBeUndefined();
});

test('the app of an employee begins with the form of a receipt, in the language of the person', async () => {
	await as(employee).put('/auth/me', { language: 'de' });
	expect(await manifestOf(employee)).toMatchObject({
		lang: 'de',
		start_url: '/console/benefits/new?app',
		shortcuts: [{ name: 'Beleg einreichen', url: '/console/benefits/new?app' }],
		share_target: { action: '/console/benefits/phone', method: 'POST', enctype: 'multipart/form-data' },
	});
	expect(await manifestOf(admin)).not.toHaveProperty('share_target');
});

test('visitors who are not signed in get a manifest without any company, and their browser sends no cookie for it', async () => {
	const link = await linkOn(null, '/sign-in');
	expect(link?.href).toBe('/console.webmanifest');
	expect(link?.attribute('crossorigin')).toBeNull();
	expect((await linkOn(employee, '/benefits'))?.attribute('crossorigin')).toBe('use-credentials');
	expect((await browse(null).get('/app.webmanifest')).status).toBe(303);
});

test('every icon of the manifest exists', async () => {
	const { icons } = await manifestOf(employee);
	expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
	for (const { src } of icons) expect((await env.ASSETS.fetch(`http://localhost${src}`)).status).toBe(200);
});
