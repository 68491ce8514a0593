import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { newCompanyInCell } from '../harness/cells.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	restart,
	type TestCompany,
	userOf,
} from '../harness/service.ts';

let company: TestCompany;
let visit: Visit;

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at('2026-03-07T12:00:00.000Z');
	restart();
	company = await newCompany();
	visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
});

/** Bindings with which no cell can be reached, so that nothing drives a move on. */
const unreachable: Bindings = {
	...env,
	CELLS: {
		idFromName: (name: string) => env.CELLS.idFromName(name),
		get: () => ({ open: () => Promise.reject(new Error('Network connection lost.')) }),
	} as never,
};

const pathOf = ({ id }: Pick<TestCompany, 'id'>) => `/platform/companies/${id}`;
const open = async (path: string, language = 'en', bindings: Bindings = env) =>
	pageOf((await browse(visit, bindings).get(path, { 'Accept-Language': language })).body);
const openMove = (language = 'en', bindings: Bindings = env) =>
	open(`${pathOf(company)}/move`, language, bindings);
const start = (language = 'en', bindings: Bindings = env) =>
	browse(visit, bindings).post(`${pathOf(company)}/move`, {}, { 'Accept-Language': language });

test('the page of a company leads to the move, which says what it does before its button is there', async () => {
	const [link] = (await open(pathOf(company))).all('link', 'Move to a database of its own');
	expect(link?.href).toBe(`/console${pathOf(company)}/move`);
	const page = await openMove();
	expect(page.all('button', 'Move the company')).toHaveLength(1);
	for (const said of [
		'its people and their sign-ins move to a new database. Sessions, API keys and links stay valid.',
		'People keep working during the move.',
		'a few seconds with 1,000 employees, and about a minute with 20,000.',
		'The company cannot move back into the shared database.',
	])
		expect(page.text).toContain(said);
	expect(page.text).not.toContain('Latest move');
	const german = await openMove('de');
	expect(german.all('button', 'Unternehmen umziehen')).toHaveLength(1);
	expect(german.text).toContain('kann nicht in die gemeinsame Datenbank zurückkehren.');
});

test('a company moves while its page is open, and the page of databases then lists it', async () => {
	const answer = await start();
	expect(answer.status).toBe(303);
	const location = answer.headers.get('Location') ?? '';
	const begun = await open(location.slice('/console'.length));
	expect(begun.text).toContain('The move has started. It goes on by itself, so you can leave this page.');
	expect(begun.text).toMatch(/Step copying[\s\S]*Parts left (\d+) of \1/);
	restart();
	const opened = await openMove();
	expect(opened.text).toContain('People work in the new database. The old rows are still to be deleted.');
	expect(opened.text).toMatch(/Step open Rows compared [1-9]/);
	expect(opened.text).toMatch(/Closed 7 March 2026 at 13:00[\s\S]*Opened [\s\S]*Closed for 0 s/);
	expect(opened.text).not.toContain('Parts left');
	expect((await as(visit).get(`/companies/${company.id}`)).status).toBe(200);
	const row = (await open('/platform/cells')).rows.find(({ text }) =>
		text.includes('Move to a new database'),
	);
	expect(row).toBeDefined();
});

test('a company in a database of its own moves to a new one, and the old one keeps its rows', async () => {
	const own = await newCompanyInCell();
	const path = `${pathOf(own)}/move`;
	for (const from of ['/platform/cells', pathOf(own)]) {
		const links = (await open(from)).all('link', 'Move to a new database');
		expect(
			links.map(({ href }) => href),
			from,
		).toContain(`/console${path}`);
	}
	expect((await open(path)).text).toContain('which keeps the old rows for 7 days.');
	expect((await open(path, 'de')).text).toContain('Die alten Zeilen bleiben dort noch 7 Tage erhalten.');
});

interface Row {
	step: string;
	closed?: boolean;
	ended?: boolean;
	reason?: string;
	bytes?: number;
}

/** A move as it stands in D1. */
const insert = ({ step, closed = false, ended = false, reason, bytes = 5_100_000 }: Row) =>
	env.DB.prepare(
		`INSERT INTO moves (cell, company_id, step, part, rows, bytes, copied, date_started, date_closed, date_ended, reason)
			VALUES (?, ?, ?, 3, 21000, ${bytes}, 120, ?, ?, ?, ?)`,
	)
		.bind(
			company.id.replaceAll(/[^a-z2-7]/g, 'a').slice(-12),
			company.id,
			step,
			now(),
			closed ? now() : null,
			ended ? now() : null,
			reason ?? null,
		)
		.run();

test.each([
	['COPYING', 'The rows are copied while people work.', 'während alle weiterarbeiten.'],
	[
		'CLOSED',
		'People can read, but cannot save or sign in.',
		'Lesen ist möglich, Speichern und Anmelden nicht.',
	],
])('a move in the step %s says how far it is, and cannot be started again', async (step, english, german) => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	await insert({ step, closed: step === 'CLOSED' });
	const [inGerman, page] = [await openMove('de', unreachable), await openMove('en', unreachable)];
	expect(inGerman.text).toContain(german);
	expect(inGerman.text).toMatch(/Verglichene Zeilen 21\.000 \(5,1 MB\)[\s\S]*Verbleibende Teile \d+ von \d+/);
	expect(page.text).toContain(english);
	expect(page.text).toMatch(/Rows compared 21,000 \(5\.1 MB\) Rows copied 120 Parts left \d+ of \d+/);
	expect(page.text.includes('Closed 7 March 2026')).toBe(step === 'CLOSED');
	expect(page.all('link', 'Refresh')).toHaveLength(1);
	expect(page.all('button', 'Move the company')).toHaveLength(0);
});

test('the size of a small company is in kB', async () => {
	await insert({ step: 'OPENED', bytes: 51_000 });
	expect((await openMove()).text).toContain('(51 kB)');
});

test.each([
	[
		'SEVERAL_DATABASES',
		'Reason An administrator of this company is an employee of another one, or administers the platform.',
		'Grund Eine Person verwaltet dieses Unternehmen und ist in einem anderen beschäftigt oder verwaltet die Plattform.',
	],
	[
		'CLOSED_TOO_LONG',
		'Reason A step failed until the company had been closed for 10 minutes. The log of the service has the error.',
		'Grund Ein Schritt schlug fehl, bis das Unternehmen 10 Minuten lang geschlossen war. Der Fehler steht im Protokoll des Dienstes.',
	],
])('a move that was given up says why (%s), and can be started again', async (reason, english, german) => {
	await insert({ step: 'GIVEN_UP', closed: true, ended: true, reason });
	const page = await openMove();
	expect(page.text).toMatch(/Step given up/);
	expect(page.text).toContain(english);
	expect(page.text).toContain('Fix the cause, then start the move again.');
	expect(page.all('link', 'Refresh')).toHaveLength(0);
	expect(page.all('button', 'Move the company')).toHaveLength(1);
	const inGerman = (await openMove('de')).text;
	expect(inGerman).toContain('Beheben Sie die Ursache, und starten Sie den Umzug dann erneut.');
	expect(inGerman).toContain(german);
});

test.each([
	['en', 'Give these people another user for this company first.'],
	['de', 'Legen Sie für solche Personen zuerst ein weiteres Konto für dieses Unternehmen an.'],
])(
	'the page says in %s why a company stays that employees of others administer',
	async (language, sentence) => {
		const { userId } = await userOf(await newEmployee(await newCompany()));
		await env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(userId, company.id).run();
		const { status, body } = await start(language);
		expect(status).toBe(409);
		expect(pageOf(body).one('alert').text).toContain(sentence);
	},
);

test('a move whose new database cannot be reached does not begin, and the page says so', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const { status, body } = await start('en', unreachable);
	expect(status).toBe(503);
	expect(body).toContain('The service is not available at the moment. Please try again in a minute.');
	expect((await openMove()).text).not.toContain('Latest move');
});

test('a move asks for a fresh proof of who one is', async () => {
	at('2026-03-07T12:15:00.000Z');
	const { status, body } = await start();
	expect(status).toBe(403);
	expect(pageOf(body).select('[type=password]')).toHaveLength(1);
});
