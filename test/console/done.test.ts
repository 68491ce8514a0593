import { beforeAll, expect, test } from 'vitest';
import { ROLES } from '../../src/foundation/core/actor.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { newUser, userOf } from '../harness/service.ts';
import { newWorld, type World } from '../whole/contract/world.ts';
import { ROWS } from './rights.ts';

const english = { 'Accept-Language': 'en' };

/** Viewing the pages of somebody is followed by these pages, with a banner. A restore needs a backup, and has a test of its own. */
const LED_ELSEWHERE = /platform.viewing|restore$/;

/** Nothing can be changed while the company moves, so this comes last. */
const isMove = ({ request }: { request: string }): boolean => request.endsWith('/move');

const ACTIONS = ROWS.filter(({ request }) => request.startsWith('POST ') && !LED_ELSEWHERE.test(request))
	.filter(({ answers }) => Object.values(answers).includes(303))
	.sort((a, b) => Number(isMove(a)) - Number(isMove(b)));

let world: World;
let visits: Record<string, Visit>;
beforeAll(async () => {
	world = await newWorld();
	visits = {};
	for (const role of ROLES) {
		const companies = role === 'PLATFORM_ADMIN' ? [] : [world.companyId];
		const isOwn = role === 'EMPLOYEE';
		visits[role] = await visitOf(isOwn ? await userOf(world.employeeId) : await newUser([role], companies));
	}
});

test.each(ACTIONS)('a sentence says what was done after $request', async ({ request, fields, answers }) => {
	const role = ROLES.find((one) => answers[one] === 303) ?? '';
	const visit = visits[role] ?? null;
	const path = request
		.slice('POST /console'.length)
		.replaceAll(/:(\w+)/g, (_, name) => String(world[name as keyof World]));
	const { status, headers } = await browse(visit).post(path, fields, english);
	expect(status).toBe(303);
	const to = (headers.get('Location') ?? '').replace('/console', '');
	const page = await browse(visit).get(to, english);
	const [said] = pageOf(page.body)
		.select('main [role=status]')
		.map(({ text }) => text);
	expect(said).toMatch(/\w.*\./);
	expect(said).not.toBe('Saved.');
});

test.each([
	['en', 'The cut-off days were saved.'],
	['de', 'Die Stichtage wurden gespeichert.'],
])('settings say in %s what was saved', async (language, sentence) => {
	const { body } = await browse(visits.COMPANY_ADMIN ?? null).get('/company?saved=days', {
		'Accept-Language': language,
	});
	expect(pageOf(body).one('status').text).toBe(sentence);
});
