import { beforeEach, expect, test, vi } from 'vitest';
import { type TestCell, withoutCell } from '../../harness/cells.ts';
import type { ShownEvent } from '../../harness/events.ts';
import { announced, followOn } from '../../harness/following.ts';
import { isTried } from '../../harness/sampling.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	openSession,
	restart,
	type TestCompany,
	type TestUser,
} from '../../harness/service.ts';
import { newAdviser, newCells } from './people.ts';

let home: TestCell;
let second: TestCell;
let third: TestCell;
let inD1: TestCompany;
let stranger: TestCompany;
let platform: TestUser;

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at('2026-03-07T12:00:00.000Z');
	[home, second, third] = await newCells();
	[inD1, stranger] = [await newCompany(), await newCompany()];
	platform = await newUser(['PLATFORM_ADMIN']);
});

/** Gives companies to a user, who then signs in again, because new rights end all sessions. */
const give = async (user: TestUser, ...companies: TestCompany[]) => {
	const manageableCompanyIds = companies.map(({ id }) => id);
	expect((await as(platform).put(`/users/${user.userId}`, { manageableCompanyIds })).status).toBe(200);
	Object.assign(user, await openSession(user.userId, user.cell));
	restart();
};

const isKnown = () => Promise.all([home, second, third].map(({ cell }) => announced(cell)));
const hire = async (...companies: TestCompany[]) => {
	const made: string[] = [];
	for (const company of companies) made.push(await newEmployee(company));
	await isKnown();
	return made;
};
const hiredIn = (events: ShownEvent[]) =>
	events.filter(({ type }) => type === 'employee.created').map(({ subject }) => subject.id);
const isOnce = (events: ShownEvent[]) => new Set(events.map(({ id }) => id)).size === events.length;

const PAGES: [limit: number, isOfD1: boolean][] = [
	[1, true],
	[1000, true],
	[2, false],
];

test.each(PAGES.filter((_, index) => isTried(index, 2)))(
	'in pages of %i, a manager of several companies follows each of them and no other, from D1: %s',
	async (limit, isOfD1) => {
		const early = await hire(home, second, inD1, third, stranger);
		const user = isOfD1 ? await newAdviser(platform, [home, second, inD1]) : home.admin;
		if (!isOfD1) await give(user, home, second, inD1);
		const first = await followOn(user, `/events?limit=${limit}`);
		expect(hiredIn(first.events).sort()).toEqual(early.slice(0, 3).sort());
		expect(isOnce(first.events)).toBe(true);
		const mine = new Set([home, second, inD1].map(({ id }) => id));
		expect(first.events.filter(({ companyId }) => companyId !== null && !mine.has(companyId))).toEqual([]);
		expect((await followOn(user, first.next)).events).toEqual([]);

		const later = await hire(second, stranger, inD1, home, third, second);
		const next = await followOn(user, first.next);
		const expected = [0, 2, 3, 5].map((place) => later[place]);
		expect(hiredIn(next.events).sort()).toEqual(expected.sort());
		const ofSecond = next.events.filter(({ companyId }) => companyId === second.id);
		expect(hiredIn(ofSecond)).toEqual([later[0], later[5]]);
		const whole = await as(user).get('/events?type=employee.created');
		expect(hiredIn(whole.body).sort()).toEqual([...early.slice(0, 3), ...expected].sort());
		const lost = await as(user, withoutCell(second.cell)).get(first.next);
		expect(lost).toMatchObject({ status: 503, body: { code: 'unavailable' } });
	},
);

test.each([true, false])(
	'a company that is given shows its events from the place of the follower on, and one that is taken none, from D1: %s',
	async (isOfD1) => {
		const user = isOfD1 ? inD1.admin : home.admin;
		const own = isOfD1 ? inD1 : home;
		const [before] = await hire(own);
		const alone = await followOn(user, '/events?limit=2');
		expect(hiredIn(alone.events)).toEqual([before]);
		const [unread] = await hire(own, second, third);
		await give(user, own, second);
		const joined = await hire(second, own);
		const both = await followOn(user, alone.next);
		expect(hiredIn(both.events)).toContain(unread);
		expect(hiredIn(both.events)).toContain(joined[1]);
		expect(isOnce([...alone.events, ...both.events])).toBe(true);

		await give(user, own, third);
		const swapped = await hire(second, third, own);
		const third1 = await followOn(user, both.next);
		expect(hiredIn(third1.events).sort()).toEqual(swapped.slice(1).sort());
		await give(user, own);
		const last = await hire(third, own);
		const end = await followOn(user, third1.next);
		expect(hiredIn(end.events)).toEqual([last[1]]);
		expect(isOnce([...alone.events, ...both.events, ...third1.events, ...end.events])).toBe(true);
		expect((await followOn(user, end.next)).events).toEqual([]);
	},
);

test('a made-up cursor shows nothing of other companies', async () => {
	await hire(home, second, third, stranger);
	const user = await newAdviser(platform, [second, inD1]);
	for (const place of ['[1,0,0]', '[0,900000,1]', '[999999,1,999999]', '999999']) {
		const cursor = encodeURIComponent(btoa(`[${place},"0"]`));
		const { status, body } = await as(user).get(`/events?limit=1000&cursor=${cursor}`);
		expect(status, place).toBe(200);
		for (const { companyId } of body) expect([second.id, inD1.id, null], place).toContain(companyId);
	}
});
