import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../../../src/foundation/core/history.ts';
import { blanked, closedUntil, eventsOf, isWanted, linesOf } from '../../../../src/tenants/history/rules.ts';

const event: StoredEvent = {
	position: 7,
	id: 'event',
	date: 1000,
	requestId: null,
	author: { type: 'CRON', userId: null, sessionId: null, roles: [] },
	companyId: 'company',
	subjectType: 'EMPLOYEE',
	subjectId: 'ada',
	recordId: 'ada',
	type: 'employee.updated',
	before: { note: 'old\nnote', amount: { value: 1 } },
	after: { note: 'new', amount: { value: 2 } },
};

test.each([
	['2026-12-31T23:59:59.999Z', '2026-01-01'],
	['2027-01-01T00:00:00.000Z', '2026-01-01'],
	['2027-03-31T23:59:59.999Z', '2026-01-01'],
	['2027-04-01T00:00:00.000Z', '2027-01-01'],
])('at %s what is before %s is closed', (now, until) => {
	expect(closedUntil(Date.parse(now))).toBe(Date.parse(until));
});

test.each([[[]], [[event]], [[event, { ...event, position: 8, before: null }]]])(
	'lines say all of the events: %j',
	(events) => {
		expect(linesOf(events).split('\n')).toHaveLength(events.length + 1);
		expect(eventsOf(linesOf(events))).toEqual(events);
	},
);

describe('blanking', () => {
	test('leaves names and everything else', () => {
		expect(blanked(event, ['note', 'email'])).toEqual({
			...event,
			before: { note: null, amount: { value: 1 } },
			after: { note: null, amount: { value: 2 } },
		});
	});

	test('invents nothing before a new record', () => {
		expect(blanked({ ...event, before: null }, ['note']).before).toBeNull();
	});
});

test.each([
	[{}, true],
	[{ subject: 'ada' }, true],
	[{ subject: 'ADA' }, true],
	[{ subject: 'company' }, false],
	[{ type: 'employee.updated' as const }, true],
	[{ type: 'employee.left' as const }, false],
	[{ since: 999 }, true],
	[{ since: 1000 }, true],
	[{ since: 1001 }, false],
	[{ subject: 'ada', type: 'employee.left' as const, since: 0 }, false],
])('a filter of %j: %s', (filter, wanted) => {
	expect(isWanted(event, filter)).toBe(wanted);
});
