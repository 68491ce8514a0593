import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sayIn } from '../../../src/console/format.ts';
import { lineOf } from '../../../src/console/history/event.tsx';
import { HISTORY } from '../../../src/console/history/words.ts';
import { EVENT_TYPES, type StoredEvent } from '../../../src/foundation/core/history.ts';
import { LANGUAGES } from '../../../src/foundation/core/language.ts';
import { eventsFor, eventsOfMeanwhile } from '../../harness/events.ts';
import { as, at, newEmployee, newUser, type TestUser } from '../../harness/service.ts';
import { document } from '../../whole/contract/document.ts';
import { newProtagonists, PASSWORD, type Protagonists, TODAY } from './protagonists.ts';
import { STORY } from './story.ts';

let they: Protagonists;
let reader: TestUser;

beforeAll(async () => {
	at(TODAY);
	reader = await newUser(['PLATFORM_ADMIN']);
	they = await newProtagonists();
});
beforeEach(() => at(TODAY));

describe('the events of', () => {
	test.each(STORY)('%s', async (_, happen, told) => {
		const events = await eventsOfMeanwhile(reader, () => happen(they));
		expect(events.map(({ type }) => type)).toEqual(told.map(([type]) => type));
		for (const [index, [type, before, after]] of told.entries()) {
			const event = events[index];
			expect(event).toMatchObject({
				type,
				date: expect.stringMatching(/^2023-0[34]-(07|08|15)T12:00:00.000Z$/),
				after,
			});
			if (before === null) expect(event?.before).toBeNull();
			else expect(event?.before).toMatchObject(before);
			expect(event?.changedFields).toEqual(Object.keys(event?.after ?? {}));
			if (event?.before) expect(Object.keys(event.before)).toEqual(event.changedFields);
		}
	});
});

/** Tested in test/tenants/hosting/restores.test.ts and test/administration/sandboxes, because databases of their own record them. */
const ELSEWHERE = [
	'company.restored',
	'sandbox.advanced',
	'sandbox.reset',
	'sandbox.populated',
	// Tested in test/benefits/expenses/approval-rules.test.ts, which has tills that are known.
	'expense.sampled',
	'approval_seed.revealed',
	// Tested in test/whole/identity/unproven.test.ts, which has an account that nobody has proven.
	'user.proof_requested',
	'user.rights_lapsed',
	// Tested in test/tenants/auth/winning/winning.test.ts, where two companies have the same address.
	'user.address_lost',
];

test('the story tells events of every type', () => {
	const types = [...STORY.flatMap(([, , told]) => told.map(([type]) => type)), ...ELSEWHERE];
	expect([...new Set(types)].sort()).toEqual([...EVENT_TYPES].sort());
});

test('every event names who made the change and with which roles, and the cron has neither user nor session', async () => {
	const { spender } = they;
	const events = await eventsFor(spender.admin);
	const { userId, sessionId } = spender.admin;
	const set = events.find(({ type }) => type === 'flex_access.set');
	expect(set).toMatchObject({
		actor: { type: 'USER', userId, sessionId, roles: ['COMPANY_ADMIN'] },
		subject: { type: 'EMPLOYEE', id: spender.employeeId },
		recordId: set?.after.id,
	});
	const issued = events.find(({ type }) => type === 'voucher.issued');
	expect(issued?.actor).toEqual({ type: 'CRON', userId: null, sessionId: null, roles: [] });
});

test.each([
	['a UUID', '5f0c7a2e-9b1d-4c3e-8f6a-0b1c2d3e4f50'],
	['32 digits', '5f0c7a2e9b1d4c3e8f6a0b1c2d3e4f50'],
	['any other text', 'batch-7_of=9'],
])('every event carries the id of its request, even for %s, and null for the cron', async (_, requestId) => {
	const { admin, company } = they.spender;
	const id = await newEmployee(company);
	const { headers } = await as(admin).send(
		'PUT',
		`/employees/${id}`,
		{ costCentre: '1' },
		{ 'X-Request-Id': requestId },
	);
	expect(headers.get('X-Request-Id')).toBe(requestId);
	expect((await eventsFor(admin, `subject=${id}`)).at(-1)).toMatchObject({
		type: 'employee.updated',
		requestId,
	});
	expect((await eventsFor(admin, 'type=voucher.issued'))[0]).toMatchObject({ requestId: null });
});

test('fields have the names that answers give them', async () => {
	const { spender } = they;
	const told = await eventsFor(spender.admin, `subject=${spender.employeeId}`);
	const namesOf = (type: string) => told.find((event) => event.type === type)?.changedFields;
	expect(namesOf('employee.created')).toContain('employeeId');
	expect(namesOf('flex_access.set')).toEqual(
		expect.arrayContaining(['flexTaxRuleTemplateId', 'validFrom', 'validUntil']),
	);
	expect(namesOf('planned_voucher.set')).toEqual(expect.arrayContaining(['startDate', 'endDate']));
	expect(namesOf('default_access.set')).toEqual(expect.arrayContaining(['validFrom', 'validTo']));
});

test('every name of a field is that of an answer, or the document says what it is', async () => {
	const { schemas } = document.components;
	const told = new Set((await eventsFor(reader)).flatMap(({ changedFields }) => changedFields));
	const { Event: event, ...others } = schemas;
	const { description = '' } = (event?.properties?.after ?? {}) as { description?: string };
	const answered = JSON.stringify([others, document.paths]);
	const unknown = [...told].filter(
		(name) => !answered.includes(`"${name}":{`) && !description.includes(`\`${name}\``),
	);
	expect(unknown).toEqual([]);
});

test.each(LANGUAGES)(
	'every event is a sentence, and every field and every code in it has a word: %s',
	async (language) => {
		const { fields, details } = HISTORY[language];
		const say = sayIn(language);
		const events = await eventsFor(reader);
		const names = new Set(events.flatMap(({ changedFields }) => changedFields));
		expect([...names].filter((name) => !(name in fields || name in details))).toEqual([]);
		for (const event of events as unknown as StoredEvent[]) {
			const line = lineOf({ event, author: 'Ada', about: 'Bo', isErased: false }, say);
			expect(line, event.type).not.toMatch(/[{}[\]]|\b[A-Z]+_[A-Z]+|\b[a-z]+([A-Z_][a-z]+)+|undefined/);
			expect(line, event.type).toMatch(/Ada|Bo|^\S+ /);
		}
	},
);

test('no event holds a password, its hash or the compared form of an e-mail', async () => {
	const { results } = await env.DB.prepare('SELECT "before", "after" FROM events').all();
	const stored = JSON.stringify(results);
	const { results: hashes } = await env.DB.prepare(
		'SELECT password_hash AS hash FROM users WHERE password_hash IS NOT NULL',
	).all<{ hash: string }>();
	expect(hashes).not.toEqual([]);
	for (const secret of [PASSWORD, 'scrypt', 'passwordHash', 'emailKey', ...hashes.map(({ hash }) => hash)]) {
		expect(stored).not.toContain(secret);
	}
	expect(stored).toContain('Ada@neue.example');
	expect(stored).not.toContain('ada@neue.example');
});
