import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/foundation/core/actor.ts';
import { eventsFor, type ShownEvent } from '../../harness/events.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';

const MORNING = '2023-03-07T06:00:00.000Z';
const NOON = '2023-03-07T12:00:00.000Z';
const AFTERNOON = '2023-03-07T14:00:00.000Z';

let company: TestCompany;
let other: TestCompany;
let platform: TestUser;
let employee: string;
let userId: string;
let all: ShownEvent[];

/** Events within two hours of the platform and three companies, one without events. */
beforeAll(async () => {
	at(MORNING);
	platform = await newUser(['PLATFORM_ADMIN']);
	company = await newCompany();
	other = await newCompany();
	employee = await newEmployee(company);
	await newEmployee(other);
	at(NOON);
	const user = { email: 'platform@only.example', roles: ['EMPLOYEE'] };
	userId = (await as(platform).post('/users', user)).body.id;
	for (const of of [company, other]) {
		await as(of.admin).put(`/employees/${await newEmployee(of)}`, { costCentre: '4711' });
		await as(platform).put(`/companies/${of.id}`, { name: 'Umbenannt' });
	}
	await as(company.admin).put(`/employees/${employee}`, { costCentre: '4712' });
	all = await eventsFor(platform);
});
beforeEach(() => at(NOON));

const ofCompany = ({ id }: TestCompany) => all.filter(({ companyId }) => companyId === id);

describe('visible events by reader', () => {
	test('a platform administrator: the events of every company, and those of none', () => {
		expect(new Set(all.map(({ companyId }) => companyId))).toEqual(new Set([company.id, other.id, null]));
		expect(all.find(({ companyId }) => companyId === null)).toMatchObject({
			type: 'user.created',
			subject: { type: 'USER', id: userId },
		});
	});

	test.each<[Role]>([['COMPANY_ADMIN'], ['TECHNICAL_USER']])(
		'%s: those of the own companies',
		async (role) => {
			expect(await eventsFor(await newUser([role], [company.id]))).toEqual(ofCompany(company));
			const both = all.filter(({ companyId }) => companyId !== null);
			expect(await eventsFor(await newUser([role], [company.id, other.id]))).toEqual(both);
			expect(await eventsFor(await newUser([role]))).toEqual([]);
		},
	);

	test('no filter finds events of other companies or of users of the platform', async () => {
		const [stranger] = ofCompany(other);
		for (const query of [
			`companyId=${other.id}`,
			`subject=${other.id}`,
			`subject=${stranger?.subject.id}`,
			`companyId=${other.id}&type=employee.created&since=${MORNING}`,
			`subject=${userId}`,
			'companyId=unknown',
			'subject=unknown',
			`actor=${other.admin.userId}`,
			'actor=unknown',
		]) {
			expect(await eventsFor(company.admin, query), query).toEqual([]);
		}
	});
});

test('the numbers of the events of a company grow in their order, and are the same for every reader', async () => {
	for (const one of [company, other]) {
		const numbers = (await eventsFor(one.admin)).map(({ sequence }) => sequence);
		expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
		expect(numbers).toEqual(ofCompany(one).map(({ sequence }) => sequence));
	}
});

describe('filters', () => {
	const FILTERS: Record<string, [value: () => string, matches: (event: ShownEvent) => boolean]> = {
		companyId: [() => company.id.toUpperCase(), ({ companyId }) => companyId === company.id],
		subject: [() => employee, ({ subject }) => subject.id === employee],
		type: [() => 'employee.updated', ({ type }) => type === 'employee.updated'],
		since: [() => NOON, ({ date }) => date >= NOON],
		until: [() => AFTERNOON, ({ date }) => date < AFTERNOON],
		actor: [() => company.admin.userId, ({ actor }) => actor.userId === company.admin.userId],
	};
	const names = Object.keys(FILTERS);
	const subsets = Array.from({ length: 2 ** names.length }, (_, bits) =>
		names.filter((_name, index) => (bits >> index) & 1),
	);

	test.each(subsets.map((chosen) => [chosen.join(', ') || 'none', chosen] as const))(
		'%s',
		async (_, chosen) => {
			const query = new URLSearchParams(chosen.map((name) => [name, FILTERS[name]?.[0]() ?? '']));
			const matching = all.filter((event) => chosen.every((name) => FILTERS[name]?.[1](event)));
			expect(matching).not.toEqual([]);
			expect(await eventsFor(platform, query.toString())).toEqual(matching);
			const own = matching.filter(({ companyId }) => companyId === company.id);
			expect(await eventsFor(company.admin, query.toString())).toEqual(own);
		},
	);

	test.each([
		['the very millisecond', NOON, true],
		['the same instant elsewhere', '2023-03-07T13:00:00.000%2B01:00', true],
		['a millisecond later', '2023-03-07T12:00:00.001Z', false],
	])('since %s', async (_, since, isIn) => {
		const seen = await eventsFor(company.admin, `since=${since}`);
		expect(seen).toEqual(isIn ? ofCompany(company).filter(({ date }) => date === NOON) : []);
	});

	test.each([
		['the very millisecond', NOON, false],
		['a millisecond later', '2023-03-07T12:00:00.001Z', true],
	])('until %s', async (_, until, isIn) => {
		const seen = await eventsFor(company.admin, `until=${until}`);
		expect(seen).toEqual(ofCompany(company).filter(({ date }) => isIn || date < NOON));
	});

	test('since and until hold whatever the order in which dates were stored', async () => {
		const { admin, id: companyId } = await newCompany();
		for (const minute of ['13:00', '12:30', '12:45', '12:15']) {
			at(`2023-03-07T${minute}:00.000Z`);
			await as(admin).post('/employees', { email: uniqueEmail(), companyId });
		}
		const minutes = async (since: string) => {
			const found = await eventsFor(admin, `type=employee.created&since=2023-03-07T${since}:00.000Z`);
			return found.map(({ date }) => date.slice(11, 16));
		};
		expect(await minutes('12:00')).toEqual(['13:00', '12:30', '12:45', '12:15']);
		expect(await minutes('12:30')).toEqual(['13:00', '12:30', '12:45']);
		expect(await minutes('12:46')).toEqual(['13:00']);
		expect(await minutes('13:01')).toEqual([]);
		const before = await eventsFor(admin, 'type=employee.created&until=2023-03-07T12:46:00.000Z');
		expect(before.map(({ date }) => date.slice(11, 16))).toEqual(['12:30', '12:45', '12:15']);
	});

	test.each([
		['type=employee.vanished', '#/query/type'],
		['since=yesterday', '#/query/since'],
		['since=2023-02-30T00:00:00.000Z', '#/query/since'],
		['companyId=', '#/query/companyId'],
		['subject=', '#/query/subject'],
		['actor=', '#/query/actor'],
		['until=tomorrow', '#/query/until'],
	])('%s is refused', async (query, pointer) => {
		const answer = await as(company.admin).get(`/events?${query}`);
		expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
		expect(answer.body.errors[0].detail.length).toBeLessThan(200);
	});
});
