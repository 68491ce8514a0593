import { expect, test } from 'vitest';
import { refuseOwn, requireAuthor } from '../../../src/benefits/expenses/rules.ts';

const actor = (userId: string, employeeId: string | null) => ({
	userId,
	sessionId: 's',
	roles: [],
	employeeId,
	soleCompanyId: null,
	operations: null,
});
const expense = { authorId: 'author', employeeId: 'employee' };
const forbidden = (message: string) => expect.objectContaining({ code: 'forbidden', message });

test.each([
	['who submitted it', actor('author', null)],
	['whose it is', actor('somebody', 'employee')],
	['both', actor('author', 'employee')],
])('%s does not decide on an expense', (_, one) => {
	expect(() => refuseOwn(one, expense)).toThrowError(forbidden('You cannot decide on your own expense.'));
});

test('nor does an API key that either has made', () => {
	const key = actor('key', null);
	for (const maker of [
		{ userId: 'author', employeeId: null },
		{ userId: 'somebody', employeeId: 'employee' },
	]) {
		expect(() => refuseOwn({ ...key, maker }, expense)).toThrow('your own expense');
	}
	expect(() => refuseOwn({ ...key, maker: { userId: 'other', employeeId: 'other' } }, expense)).not.toThrow();
	expect(() => refuseOwn(key, { ...expense, authorId: 'key' })).toThrow('your own expense');
});

test('anybody else may, an employee too', () => {
	expect(() => refuseOwn(actor('somebody', null), expense)).not.toThrow();
	expect(() => refuseOwn(actor('somebody', 'colleague'), expense)).not.toThrow();
});

test('only who submitted an expense withdraws it, not whose it is', () => {
	expect(() => requireAuthor(actor('author', null), expense)).not.toThrow();
	expect(() => requireAuthor(actor('somebody', 'employee'), expense)).toThrowError(
		forbidden('Only the user who submitted the expense can do this.'),
	);
});
