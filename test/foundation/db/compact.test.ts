import { expect, test } from 'vitest';
import {
	type Author,
	aboutEmployee,
	alteration,
	CRON,
	creation,
} from '../../../src/foundation/core/history.ts';
import { expanded } from '../../../src/foundation/db/events.ts';
import { compacted } from '../../../src/foundation/db/record-events.ts';

const ADMIN: Author = {
	type: 'USER',
	userId: 'admin',
	sessionId: 's',
	roles: ['COMPANY_ADMIN'],
	requestId: 'r',
};
const NOW = Date.parse('2026-03-07T12:00:00.000Z');
const TODAY = new Date(NOW).toISOString();
const about = aboutEmployee({ id: 'ada', companyId: 'company' }, 'expense');
const fields = {
	id: 'expense',
	employeeId: 'ada',
	companyId: 'company',
	authorId: 'admin',
	note: null,
	days: 2,
};
const created = creation('expense.submitted', about, fields);
const [changed = created] = alteration(
	'expense.approved',
	about,
	{
		state: 'SUBMITTED',
		deciderId: null,
		dateDecided: null,
		dateReturned: '2026-03-01T00:00:00.000Z',
		note: 'a',
	},
	{ state: 'APPROVED', deciderId: 'admin', dateDecided: TODAY, dateReturned: TODAY, note: null },
);

test('values of a new record that other columns hold are not stored again', () => {
	expect(compacted(created, ADMIN, TODAY)).toEqual({
		fields: [
			'days',
			...['id=recordId', 'employeeId=subjectId', 'companyId=companyId', 'authorId=userId', 'note=null'],
		],
		before: null,
		after: [2],
	});
	expect(compacted(created, CRON, TODAY).fields).toContain('authorId');
});

test('a change says its values as they were and as they became, but what had none and became what is said elsewhere', () => {
	expect(compacted(changed, ADMIN, TODAY)).toEqual({
		fields: ['state', 'dateReturned', 'note', 'deciderId=userId', 'dateDecided=date'],
		before: ['SUBMITTED', '2026-03-01T00:00:00.000Z', 'a'],
		after: ['APPROVED', TODAY, null],
	});
});

test.each([
	['a new record', created, ADMIN],
	['one that the cron made', created, CRON],
	['a change', changed, ADMIN],
	['a change that somebody else made', changed, CRON],
])('compacted values of %s are expanded again', (_, change, author) => {
	const own = { ...change, userId: author.type === 'USER' ? author.userId : null, date: TODAY };
	const { before, after } = change;
	expect(expanded(compacted(change, author, TODAY), own)).toEqual({ before, after });
});
