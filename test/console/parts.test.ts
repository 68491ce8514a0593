import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { consoleRoutes } from '../../src/console/routes.tsx';
import { centsOf } from '../../src/console/typed.ts';
import { FROM_HERE, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { at, newUser, now } from '../harness/service.ts';
import { example } from './example.tsx';
import { turnTo } from './markup.ts';

const app = createApp(now, (tokensOf) => consoleRoutes(tokensOf, [example]));
let visit: Visit;
beforeAll(async () => {
	at('2026-03-07T12:00:00.000Z');
	visit = await visitOf(await newUser(['EMPLOYEE']));
});

async function request(path: string, language: string, fields?: Record<string, string>) {
	const { 'Content-Type': _, ...fromHere } = FROM_HERE;
	const body = new FormData();
	for (const [name, value] of Object.entries({ _for: visit.userId, ...fields })) body.append(name, value);
	const headers = { Cookie: visit.cookie, 'Accept-Language': language, ...fromHere };
	const init = fields === undefined ? { headers } : { method: 'POST', headers, body };
	return (await app.request(`/console${path}`, init, env, createExecutionContext())).text();
}

test.each([
	['de', '7. März 2026', '7. März', '7. März 2026 um 13:00', '-0,05\u00a0RON'],
	['en', '7 March 2026', '7 Mar', '7 March 2026 at 13:00', '-RON\u00a00.05'],
])('%s: days, times and amounts are said as its readers are used to', async (language, ...words) => {
	const text = await request('/example/parts', language);
	for (const word of words) expect(text).toContain(word);
	expect(pageOf(text).attribute('lang')).toBe(language);
	expect(pageOf(text).values('amount')).toEqual([language === 'de' ? '50,00' : '50.00']);
});

test('a name is shown as it is, never run', async () => {
	const text = await request('/example/parts', 'en');
	expect(pageOf(text).text).toContain('<script>alert(1)</script> محمد');
});

test('faults stand at their fields, in words, and what was typed stays', async () => {
	const typed = { module: '', amount: 'ten', date: '2026-02-30', note: '"quoted"' };
	const text = await request('/example/parts', 'de', typed);
	expect(text).toMatch(/Bitte korrigieren Sie \d Felder\./);
	const page = pageOf(text);
	const [amount] = page.select('[name=amount][aria-invalid=true]');
	expect(amount?.attribute('value')).toBe('ten');
	expect(page.faultAt('amount')).toMatch(/^Bitte geben Sie einen Betrag ein/);
	expect(page.faultAt('date')).toMatch(/^Bitte geben Sie ein Datum ein/);
	expect(page.values('note')).toEqual(['"quoted"']);
});

test('lists and choices show their hints and refer to them', async () => {
	const page = pageOf(await request('/example/parts', 'en'));
	for (const name of ['module', 'days']) {
		expect(page.select(`[aria-describedby=${name}-hint]`)).toHaveLength(1);
		expect(page.select(`#${name}-hint`)).toHaveLength(1);
	}
});

test('typed values reach an action as the API takes them', async () => {
	const typed = { module: 'MEALS', amount: '1.250,5 €', date: '7.3.2026', days: '1', note: ' ' };
	expect(JSON.parse(await request('/example/parts', 'de', typed))).toMatchObject({
		amount: { value: 125_050, currency: 'EUR_CENT' },
		date: Date.UTC(2026, 2, 7),
		days: 1,
		note: null,
	});
});

test('a list is led through page by page, and its filters stay in the address', async () => {
	const first = await request('/example/list?state=new', 'en');
	expect(pageOf(first).all('cell')).toHaveLength(100);
	expect(turnTo(first, 'next')).toBe('/example/list?state=new&after=row+049');
	const last = await request('/example/list?state=new&after=row+099', 'en');
	expect(turnTo(last, 'next')).toBe('');
	expect(
		pageOf(last)
			.all('link')
			.map(({ href }) => href),
	).toContain('/console/example/list?state=new');
});

test('each cell but the first says what it is, for screens on which rows stand apart', async () => {
	const text = await request('/example/list', 'en');
	const [first, second] = pageOf(text).all('cell');
	expect([first?.text, first?.attribute('data-name')]).toEqual(['row 000', null]);
	expect(second?.attribute('data-name')).toMatch(/^\w+$/);
});

describe('an amount is typed as people do', () => {
	test.each([
		['50', 5000],
		['50,00', 5000],
		['50.00', 5000],
		['50,5', 5050],
		['0,05', 5],
		[' 50 € ', 5000],
		['EUR 50', 5000],
		['1.250,00', 125_000],
		['1,250.00', 125_000],
		["1'250.00", 125_000],
		['1250', 125_000],
		['1.250', null],
		['1,250', null],
		['50,000', null],
		['50,', null],
		['5-0', null],
		['-50', null],
		['1e3', null],
		['٥٠', null],
		['', null],
	])('%j is %j cents', (typed, cents) => {
		expect(centsOf(typed)).toBe(cents);
	});
});
