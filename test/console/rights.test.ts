import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { consoleRoutes } from '../../src/console/routes.tsx';
import { ROLES, type Role } from '../../src/foundation/core/actor.ts';
import { rememberedTokens } from '../../src/tenants/auth/tokens/rules.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { isTried, oneOfEach } from '../harness/sampling.ts';
import { type Answer, newUser, userOf } from '../harness/service.ts';
import { newWorld, prepare, type World } from '../whole/contract/world.ts';
import { pagesBehindLinks } from './links.ts';
import { FIRST_PAGES, PUBLIC, ROWS } from './rights.ts';

let own: World;
let foreign: World;
const visits: Partial<Record<Role, Visit>> = {};
/** The pages that a test of their links has opened, by role and address. No form has been sent before. */
const opened = new Map<string, Answer>();

beforeAll(async () => {
	[own, foreign] = [await newWorld(), await newWorld()];
	for (const world of [own, foreign]) await prepare('moveCompany', world.userId, world);
	for (const role of ROLES) {
		const companies = role === 'PLATFORM_ADMIN' ? [] : [own.companyId];
		visits[role] = await visitOf(
			role === 'EMPLOYEE' ? await userOf(own.employeeId) : await newUser([role], companies),
		);
	}
});

/** An address with the ids of a world in the places of their names. */
const within = (world: World, path: string): string =>
	path.replaceAll(/:(\w+)/g, (_, name) => String(world[name as keyof World]));

function send(visit: Visit | null, request: string, world: World, fields: Record<string, string> = {}) {
	const [method, path = ''] = request.split(' /console');
	const address = within(world, path);
	return method === 'GET' ? browse(visit).get(address) : browse(visit).post(address, fields);
}

test('every address of the console stands in the table, and nothing else does', () => {
	const { routes } = consoleRoutes(rememberedTokens());
	const served = routes
		.filter(({ method }) => method !== 'ALL')
		.map(({ method, path }) => `${method} ${path}`);
	expect([...ROWS.map(({ request }) => request.replace(/\?.*/, '')), ...PUBLIC].sort()).toEqual(
		[...new Set(served)].sort(),
	);
});

/** The roles whose links `npm test` follows. A technical user sees pages of a company administrator. */
const FOLLOWING = ROLES.filter((role) => role !== 'TECHNICAL_USER' || env.ALL_FAULTS === 'true');

// Later tests remove records to which pages link.
test.each(FOLLOWING)('every link on the pages that %s may open leads to a page', async (role) => {
	const { get } = browse(visits[role] ?? null);
	const listed = ROWS.filter(({ request }) => request.startsWith('GET '))
		.filter(({ answers, isStreamed }) => answers[role] === 200 && !isStreamed)
		.map(({ request }) => within(own, request.slice('GET '.length)));
	const visit = async (path: string) => {
		const answer = await get(path.slice('/console'.length));
		opened.set(`${role} ${path}`, answer);
		return answer;
	};
	const pages = await pagesBehindLinks(visit, ['/console', ...listed]);
	expect(pages.length).toBeGreaterThan(3);
});

/** The pages that read the code of a receipt. Only they may use the camera. */
const READS_CODES = /^(GET|POST) \/console\/benefits\/(new|receipts\/:expenseId\b)/;

/** `npm test` tries one of the roles with the same answer, and those whose answer is known from a test of links. */
const cases = ROWS.flatMap(({ request, answers, fields, isStreamed }, index) => {
	const roles = Object.entries(answers) as [Role, number][];
	const tried = oneOfEach(roles, ([, status]) => status, index);
	const isPage = request.startsWith('GET ') && !isStreamed;
	const isOpened = ([role, status]: [Role, number]) => isPage && status === 200 && FOLLOWING.includes(role);
	return roles
		.filter((one) => tried.includes(one) || isOpened(one))
		.map((one, place) => ({
			request,
			fields,
			role: one[0],
			status: one[1],
			/** A role that is refused at home is sent to the other company by one row of four. */
			isSentElsewhere: tried.includes(one) && (one[1] !== 403 || isTried(index + place, 4)),
		}));
});

test.each(cases)(
	'$request answers $status to $role, and 404 for another company',
	async ({ request, fields, role, status, isSentElsewhere }) => {
		const visit = visits[role] ?? null;
		const known = opened.get(`${role} ${within(own, request.replace('GET ', ''))}`);
		const answer = known ?? (await send(visit, request, own, fields));
		expect(answer.status).toBe(status);
		expect(answer.headers.get('Content-Security-Policy')).not.toContain('wasm');
		const mayFilm = ![303, 403, 404].includes(status) && READS_CODES.test(request);
		expect(answer.headers.get('Permissions-Policy')).toMatch(mayFilm ? /^camera=\(self\)/ : /^camera=\(\)/);
		if (!/:\w/.test(request) || !isSentElsewhere) return;
		const elsewhere = await send(visit, request, foreign, fields);
		// Requests that a role may not make are refused before or after the record is loaded.
		const refused = status === 403 ? [403, 404] : [404];
		expect(role === 'PLATFORM_ADMIN' ? [status] : refused).toContain(elsewhere.status);
	},
);

test.each(ROWS)('$request asks who one is who is not signed in', async ({ request }) => {
	const answer = await send(null, request, own);
	const isForm = request.startsWith('POST');
	expect(answer.status).toBe(isForm ? 403 : 303);
	if (!isForm) expect(answer.headers.get('Location')).toMatch(/^\/console\/sign-in\?to=%2Fconsole/);
});

test.each(ROLES)(
	'the navigation leads %s to the pages that this role may use, and to no others',
	async (role) => {
		const { body } = await browse(visits[role] ?? null).get('/account');
		const links = pageOf(body).one('navigation').all('link');
		const allowed = FIRST_PAGES.filter(([, answers]) => answers[role] === 200).map(([path]) => path);
		expect(links.map(({ href }) => href).toSorted()).toEqual(allowed.toSorted());
	},
);

test('the pages have one name each, in groups of daily work and of setting up', async () => {
	const visit = visits.COMPANY_ADMIN ?? null;
	const texts = async (language: string) => {
		const { body } = await browse(visit).get('/account', { 'Accept-Language': language });
		return pageOf(body)
			.one('navigation')
			.select('a, p, summary')
			.map(({ text }) => text);
	};
	expect(await texts('en')).toEqual([
		...['Today', 'People', 'Standing expenses', 'Payroll', 'Calendar'],
		...['Set up', 'Tax rules', 'Company', 'Team and sign-in', 'Integrations', 'History'],
		...['Help', 'My account'],
	]);
	expect(await texts('de')).toEqual([
		...['Heute', 'Mitarbeitende', 'Dauerausgaben', 'Abrechnung', 'Kalender'],
		...['Einrichten', 'Steuerregeln', 'Unternehmen', 'Team und Anmeldung', 'Schnittstellen', 'Verlauf'],
		...['Hilfe', 'Mein Konto'],
	]);
	const { body } = await browse(visits.EMPLOYEE ?? null).get('/account', { 'Accept-Language': 'de' });
	expect(pageOf(body).one('navigation').all('link', 'Meine Benefits')).toHaveLength(1);
});

test('an unknown address is not found, with an explanation', async () => {
	for (const [role, visit] of Object.entries(visits)) {
		const answer = await browse(visit).get('/nowhere', { 'Accept-Language': 'de' });
		expect(answer.status, role).toBe(404);
		expect(answer.body).toContain('Diese Seite gibt es nicht');
	}
});
