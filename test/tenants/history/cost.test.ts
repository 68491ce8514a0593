import { beforeAll, expect, test } from 'vitest';
import { aboutCompany, CRON, creation } from '../../../src/foundation/core/history.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { identified, recordEvents } from '../../../src/foundation/db/record-events.ts';
import { counting } from '../../harness/counting.ts';
import {
	as,
	at,
	db,
	newCompany,
	newEmployee,
	newUser,
	now,
	type TestCompany,
	type TestUser,
} from '../../harness/service.ts';

const LIMIT = 10;
const SINCE = '2023-03-07T12:00:00.000Z';
const UNTIL = '2023-03-07T12:00:00.001Z';

let company: TestCompany;
let other: TestCompany;
let employee: string;
let readers: Record<string, TestUser>;

beforeAll(async () => {
	at('2023-03-06T12:00:00.000Z');
	company = await newCompany();
	other = await newCompany();
	employee = await newEmployee(company);
	readers = {
		PLATFORM_ADMIN: await newUser(['PLATFORM_ADMIN']),
		COMPANY_ADMIN: company.admin,
		TECHNICAL_USER: await newUser(['TECHNICAL_USER'], [company.id, other.id]),
	};
	await grow(2000);
	at(SINCE);
	for (const costCentre of Array.from({ length: 15 }, (_, n) => String(n))) {
		await as(company.admin).put(`/employees/${employee}`, { costCentre });
	}
	at('2023-03-08T12:00:00.000Z');
	await grow(2 * LIMIT);
});

/** Adds events of the present moment to the employee's company and to another one: of another subject and type. */
async function grow(count: number): Promise<void> {
	const events = [company.id, other.id].flatMap((id) =>
		Array.from({ length: count }, () => creation('voucher.issued', aboutCompany(id, newId(now())), {})),
	);
	await commit(db, recordEvents(db, CRON, now(), identified(events, now())));
}

const FILTERS: [string, () => string][] = [
	['companyId', () => company.id],
	['subject', () => employee],
	['type', () => 'employee.updated'],
	['since', () => SINCE],
	['until', () => UNTIL],
	['actor', () => company.admin.userId],
];

const CASES = Array.from({ length: 2 ** FILTERS.length }, (_, bits) => {
	const chosen = FILTERS.filter((_filter, index) => (bits >> index) & 1);
	return { names: chosen.map(([name]) => name).join(' ') || 'no filter', chosen };
});

async function measured() {
	const found: Record<string, number> = {};
	for (const [role, reader] of Object.entries(readers)) {
		// From then on the session is known.
		await as(reader).get('/auth/me');
		for (const { names, chosen } of CASES) {
			const query = new URLSearchParams(chosen.map(([name, value]) => [name, value()]));
			const { counted, bindings } = counting();
			const { body } = await as(reader, bindings).get(`/events?limit=${LIMIT}&${query}`);
			expect([body.length, counted.trips], `${role}: ${names}`).toEqual([LIMIT, 1]);
			found[`${role}: ${names}`] = counted.rowsRead;
		}
	}
	return found;
}

test('a page costs one round trip, and no more rows however many other events there are', async () => {
	const few = await measured();
	await grow(2000);
	expect(await measured()).toEqual(few);
	expect(Math.max(...Object.values(few)), 'earlier ones are not read either').toBeLessThan(12 * LIMIT);
}, 60_000);
