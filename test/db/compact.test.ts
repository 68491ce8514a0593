import { expect, test } from 'vitest';
import { type Author, aboutEmployee, alteration, CRON, creation } from '../../src/core/history.ts';
import { compacted, expanded } from '../../src/db/compact.ts';

const ADMIN: Author = {
	type: 'USER',
	userId: 'admin',
	sessionId: 's',
	roles: ['COMPANY_ADMIN'],
	requestId: 'r',
};
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
	{ deciderId: null },
	{ deciderId: 'admin' },
);

test('what other columns say of a new record is not stored again', () => {
	expect(compacted(created, ADMIN)).toEqual({
		fields: ['note', 'days', 'id=recordId', 'employeeId=subjectId', 'companyId=companyId', 'authorId=userId'],
		before: null,
		after: [null, 2],
	});
	expect(compacted(created, CRON).fields).toContain('authorId');
});

test('a change says its values as they were and as they became', () => {
	expect(compacted(changed, ADMIN)).toEqual({ fields: ['deciderId'], before: [null], after: ['admin'] });
});

test.each([
	['a new record', created, ADMIN],
	['one that the cron made', created, CRON],
	['a change', changed, ADMIN],
])('what is compacted of %s is expanded again', (_, change, author) => {
	const own = { ...change, userId: author.type === 'USER' ? author.userId : null };
	const { before, after } = change;
	expect(expanded(compacted(change, author), own)).toEqual({ before, after });
});
