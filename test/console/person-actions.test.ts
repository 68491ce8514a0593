import { beforeEach, describe, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { register } from '../harness/mail.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, type TestCompany, userOf } from '../harness/service.ts';

const ENGLISH = { 'Accept-Language': 'en' };
const budget = { value: 5000, currency: 'EUR_CENT' };

let company: TestCompany;
let employeeId: string;
let visit: Visit;
beforeEach(async () => {
	at('2026-11-23T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company, { firstName: 'Erika', lastName: 'Muster' });
	visit = await visitOf(company.admin);
});

const open = async (path = '') =>
	pageOf((await browse(visit).get(`/people/${employeeId}${path}`, ENGLISH)).body as string);
const send = async (path: string, fields: Record<string, string | string[]>) =>
	pageOf((await browse(visit).post(`/people/${employeeId}${path}`, fields, ENGLISH)).body as string);

/** Saves a change, and returns the page to which it leads. */
async function save(path: string, fields: Record<string, string | string[]>) {
	const { headers } = await browse(visit).post(`/people/${employeeId}${path}`, fields, ENGLISH);
	const to = new URL(headers.get('Location') ?? '', 'http://localhost');
	return open(to.search);
}

type Page = Awaited<ReturnType<typeof open>>;
const doneOn = (page: Page) => page.select('.done span').map(({ text }) => text);
const yearOn = (page: Page) => page.all('heading', /^The year/).map(({ text }) => text);
/** The page to which Undo leads. */
const undone = (page: Page) => open(page.one('link', 'Undo').href.replace(/.*\/people\/[\w-]+/, ''));

describe('a saved change says what was done and from when, shows its year, and can be taken back', () => {
	test('a pause that begins next year, which stands in a banner and in the year of its preview too', async () => {
		const preview = await send('/pause', { datePausedStart: '2027-01-01', _do: 'preview' });
		expect(yearOn(preview)).toEqual(['The year 2027']);
		expect(preview.select('rect.pause')).toHaveLength(1);
		const page = await save('/pause', { datePausedStart: '2027-01-01', datePausedEnd: '' });
		expect(doneOn(page)).toEqual(['Paused from 1 January 2027 until further notice.']);
		expect(yearOn(page)).toEqual(['The year 2027']);
		expect(page.select('rect.pause')).toHaveLength(1);
		expect((await open()).select('.note').map(({ text }) => text)).toContainEqual(
			expect.stringMatching(/^Paused from 1 January 2027 until further notice\..*Change pause$/),
		);
		const form = await undone(page);
		expect(form.values('datePausedStart')).toEqual(['']);
		const stored = form.values('datePausedStart.stored')[0] ?? '';
		const fields = { datePausedStart: '', datePausedEnd: '', 'datePausedStart.stored': stored };
		const back = await save('/pause', fields);
		expect(doneOn(back)).toEqual(['The pause was cancelled.']);
		expect((await undone(back)).values('datePausedStart')).toEqual(['2027-01-01']);
	});

	test('a termination, whose day changes', async () => {
		await save('/termination', { dateTerminated: '2026-12-31' });
		const page = await save('/termination', { dateTerminated: '2027-02-28' });
		expect(doneOn(page)).toEqual(['All benefits end on 28 February 2027.']);
		expect(yearOn(page)).toEqual(['The year 2027']);
		expect((await undone(page)).values('dateTerminated')).toEqual(['2026-12-31']);
	});

	test('a budget: the one before fills the form, and the first one is ended before it begins', async () => {
		const first = { budget: '50', currency: 'EUR_CENT', startDate: '2026-12-01', endDate: '' };
		const given = await save('/access', { ...first, allowedModules: ['MEALS'], accumulateBudget: 'on' });
		expect(doneOn(given)).toEqual(['The budget applies from 1 December 2026.']);
		const ending = await undone(given);
		expect(ending.values('endDate')).toEqual(['2026-11-30']);
		const page = await save('/access', {
			...first,
			budget: '60',
			startDate: '2027-01-01',
			endDate: '2027-06-30',
			allowedModules: ['SPORTS'],
		});
		expect(doneOn(page)).toEqual(['The budget applies from 1 January 2027 until 30 June 2027.']);
		const form = await undone(page);
		expect(form.values('budget')).toEqual(['50.00']);
		expect(form.values('startDate')).toEqual(['2027-01-01']);
		expect(form.values('allowedModules')).toEqual(['MEALS']);
		expect(form.values('accumulateBudget')).toHaveLength(1);
	});

	test('an end of goodies: the form of the budget begins again on the next day', async () => {
		await save('/budget', { budget: '20', currency: 'EUR_CENT', startDate: '2026-12-01', endDate: '' });
		const page = await save('/budget-end', { endDate: '2027-03-31' });
		expect(doneOn(page)).toEqual(['The goodies end on 31 March 2027.']);
		const form = await undone(page);
		expect([...form.values('budget'), ...form.values('startDate')]).toEqual(['20.00', '2027-04-01']);
	});

	test('days that differ from those that were asked for: the sentence has the saved ones', async () => {
		const access = { budget: '50', currency: 'EUR_CENT', startDate: '2026-12-01', allowedModules: ['MEALS'] };
		await save('/termination', { dateTerminated: '2027-03-31' });
		expect(doneOn(await save('/access', { ...access, endDate: '2027-06-30' }))).toEqual([
			'The budget applies from 1 December 2026 until 31 March 2027.',
		]);
		expect(doneOn(await save('/access-end', { endDate: '2027-06-30' }))).toEqual([
			'The budget ends on 31 March 2027.',
		]);

		await save('/pause', { datePausedStart: '2027-01-01', datePausedEnd: '2027-02-01' });
		const gift = {
			goodiesVoucherType: 'SPECIAL',
			budget: '60',
			currency: 'EUR_CENT',
			startDate: '2027-01-15',
		};
		expect(doneOn(await save('/gift', { ...gift, interval: 'MONTHLY', endDate: '' }))).toEqual([
			'The first voucher is planned for 15 February 2027.',
		]);
		expect(doneOn(await save('/gift', { ...gift, interval: 'ONCE', endDate: '' }))).toEqual([
			'The plan was saved, but a pause or the termination prevents its vouchers.',
		]);
		expect(doneOn(await save('/budget', { ...gift, endDate: '2027-06-30' }))).toEqual([
			'Goodies are issued each month from 15 February 2027 until 31 March 2027.',
		]);
	});

	test('a link can put neither words nor addresses of others into the sentence and its undo', async () => {
		const page = await open(
			'?saved=%3Cb%3EHacked&from=you+were&until=robbed&undo=//evil.example%3Fa=1&year=you',
		);
		expect(doneOn(page)).toEqual(['Saved.']);
		expect(page.all('link', 'Undo')).toEqual([]);
		expect(page.text).not.toMatch(/Hacked|robbed/);
		expect(doneOn(await open('?saved=pause&from=2027-13-77&until=soon'))).toEqual([
			'The pause was cancelled.',
		]);
	});
});

const actionsOn = (page: Page) => page.select('.actions > a').map(({ text }) => text);
const menuOn = (page: Page) => page.select('#more a').map(({ text }) => text);

describe('the buttons of a person are the next likely actions, at most three', () => {
	test.each([
		['not invited', { skipSendRegistrationEmail: true }, {}, ['Invite', 'Give a budget', 'Edit master data']],
		['left', {}, { dateTerminated: '2026-10-31T23:59:59.999Z' }, ['Change last day', 'Edit master data']],
		[
			'paused',
			{},
			{ datePausedStart: '2026-11-01T00:00:00.000Z' },
			['Change pause', 'Give a budget', 'Set last day'],
		],
		[
			'leaving',
			{},
			{ dateTerminated: '2026-12-31T23:59:59.999Z' },
			['Give a budget', 'Add pause', 'Change last day'],
		],
	])('has at most three buttons for somebody who is %s', async (status, created, changes, names) => {
		employeeId = await newEmployee(company, created);
		await as(company.admin).put(`/employees/${employeeId}`, changes);
		const page = await open();
		expect(page.select('.heading .badge')[0]?.text).toMatch(status);
		const banners = page.select('.note').map(({ text }) => text);
		if (status === 'paused')
			expect(banners).toContainEqual(expect.stringMatching(/^Paused from 1 November 2026/));
		if (status === 'leaving') expect(banners).toContainEqual(expect.stringMatching(/31 December 2026/));
		expect(actionsOn(page).filter((name) => name !== 'E-mail address and sign-in')).toEqual(names);
		expect(actionsOn(page).length).toBeLessThanOrEqual(3);
	});

	test('has the next actions of an active person with a budget, and a menu with the others that are possible', async () => {
		await register((await userOf(employeeId)).userId);
		expect(menuOn(await open())).not.toContain('End budget');
		const access = { budget, accumulateBudget: true, startDate: '2026-11-01T00:00:00.000Z' };
		await as(company.admin).put(`/employees/${employeeId}/flex/access`, access);
		const page = await open();
		expect(actionsOn(page)).toEqual(['Change budget', 'Add pause', 'Set last day']);
		expect(page.select('#more h2').map(({ text }) => text)).toEqual(['Budget', 'Goodies', 'Person']);
		expect(menuOn(page)).toEqual([
			'End budget',
			'Give goodies',
			'Plan a gift',
			'Grant default access',
			'Edit master data',
			'E-mail address and sign-in',
		]);
	});

	test('offers nothing to give or end for somebody who has left', async () => {
		await as(company.admin).put(`/employees/${employeeId}`, { dateTerminated: '2026-10-31T23:59:59.999Z' });
		const page = await open();
		expect([...actionsOn(page), ...menuOn(page)].join()).not.toMatch(/budget|goodies|gift|access|pause/i);
	});
});
