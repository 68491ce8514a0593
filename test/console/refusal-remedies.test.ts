import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { type Part, pageOf } from '../harness/page.ts';
import { isTried } from '../harness/sampling.ts';
import { newUser, userOf } from '../harness/service.ts';
import { newWorld, type World } from '../whole/contract/world.ts';
import { ROWS } from './rights.ts';

let world: World;
let visits: Visit[];
beforeAll(async () => {
	world = await newWorld();
	const people = [
		await userOf(world.employeeId),
		await newUser(['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'], [world.companyId]),
		await newUser(['PLATFORM_ADMIN']),
	];
	visits = await Promise.all(people.map(visitOf));
});

/** Each field refuses some of these entries. `npm test` tries every second of them on a form, and the others on the next form. */
const ENTRIES = ['', '-1', 'x'.repeat(300), '99999999999999999'];

/** Sentences that name no remedy. Only a value that no form offers may get the last one. */
const GENERAL =
	/too (small|short|large|long|late)\b|not valid|is wrong|does not match|Please check this entry/;

const PAGES = ROWS.filter(({ request, isStreamed }) => request.startsWith('GET ') && !isStreamed).map(
	({ request }) => request.slice('GET /console'.length),
);

/** The headers of an English reader. */
const english = { 'Accept-Language': 'en' };

/** The forms of all pages that readers fill: each kind once, with its address and a reader. */
async function allForms(): Promise<{ to: string; form: Part; visit: Visit }[]> {
	const forms = new Map<string, { to: string; form: Part; visit: Visit }>();
	for (const visit of visits) {
		for (const page of PAGES) {
			const path = page.replaceAll(/:(\w+)/g, (_, name) => String(world[name as keyof World]));
			const { status, body } = await browse(visit).get(path, english);
			if (status !== 200) continue;
			for (const form of pageOf(body).select('form[method=post]')) {
				const to = (form.attribute('action') ?? '').slice('/console'.length);
				const kind = `${to.replace(/[0-9a-f-]{36}|\?.*/g, '')} ${namesIn(form)}`;
				if (namesIn(form).length > 0) forms.set(kind, { to, form, visit });
			}
		}
	}
	return [...forms.values()];
}

const namesIn = (form: Part): string[] =>
	form
		.select('input:not([type=hidden]):not([type=file]):not([type=checkbox]), select, textarea')
		.flatMap((field) => field.attribute('name') ?? []);

const hiddenIn = (form: Part) =>
	Object.fromEntries(
		form
			.select('input[type=hidden]')
			.map((one) => [one.attribute('name') ?? '', one.attribute('value') ?? '']),
	);

test('no form answers a faulty entry with a sentence that names no remedy', async () => {
	const answered = new Map<string, string>();
	for (const [place, { to, form, visit }] of (await allForms()).entries()) {
		for (const entry of ENTRIES.filter((_, index) => isTried(place + index, 2))) {
			const entries = Object.fromEntries(namesIn(form).map((name) => [name, entry]));
			const given = { ...hiddenIn(form), ...entries, _key: crypto.randomUUID() };
			const { body } = await browse(visit).post(to, given, english);
			for (const fault of pageOf(body).select('strong.fault'))
				answered.set(`${to.replace(/\?.*/, '')} ${fault.attribute('id')} ${entry.slice(0, 3)}`, fault.text);
		}
	}
	expect(answered.size).toBeGreaterThan(env.ALL_FAULTS === 'true' ? 150 : 75);
	expect([...answered].filter(([, sentence]) => GENERAL.test(sentence))).toEqual([]);
}, 300_000);

test('a user without a role is refused with the remedy', async () => {
	const [, admin] = visits as [Visit, Visit, Visit];
	const sent = await browse(admin).post(
		`/team?company=${world.companyId}`,
		{ email: 'neu@demo.example' },
		english,
	);
	expect(pageOf(sent.body).faultAt('roles')).toBe('Choose at least one role.');
});
