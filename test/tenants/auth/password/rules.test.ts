import { describe, expect, test } from 'vitest';
import { requireGoodPassword } from '../../../../src/tenants/auth/password/rules.ts';

const owner = { email: 'ada.lovelace@engines.example', firstName: 'Ada', lastName: 'Lovelace' };
const codeOf = (password: string, of = owner): string | undefined => {
	try {
		requireGoodPassword(password, of);
		return undefined;
	} catch (error) {
		const { extras } = error as { extras: { errors: { pointer: string; code: string }[] } };
		expect(extras.errors).toMatchObject([{ pointer: '#/password' }]);
		return extras.errors[0]?.code;
	}
};

describe('a password is refused as too common', () => {
	test.each([
		['one of the most used', 'mailcreated5240'],
		['one of them in another case', 'Password1234'],
		['one of them with marks between', '1qaz-2wsx-3edc'],
		['one of them in wide letters', '\uff50\uff41ssword1234'],
		['one letter again and again', 'zzzzzzzzzzzz'],
		['one mark again and again', '!!!!!!!!!!!!'],
		['a word twice', 'daffodilDaffodil'],
		['a piece again and again, the last time in part', 'abc1abc1abc1ab'],
		['the alphabet', 'abcdefghijkl'],
		['the alphabet backwards', 'lkjihgfedcba'],
		['digits in their order', '123456789012'],
		['digits backwards', '210987654321'],
		['a keyboard’s rows', 'qwertyuiopas'],
		['the rows of a German keyboard', 'QWERTZUIOPASDF'],
	])('%s', (_, password) => expect(codeOf(password)).toBe('too_common'));
});

describe('a password is refused as personal', () => {
	test.each([
		['the e-mail address', 'ada.lovelace@engines.example'],
		['its name with a year', 'adalovelace1815'],
		['its name turned round', 'Lovelace-Ada-1'],
		['its domain', 'engines1234567'],
		['the first name and seven more', 'ada1357246'],
		['this service', 'Zubrot-2026!!'],
	])('%s', (_, password) => expect(codeOf(password)).toBe('personal'));
});

describe('a password is accepted', () => {
	test.each([
		['of plain words', 'correct horse battery staple'],
		['of digits alone, when they count nothing', '730194826150'],
		['with the name among other words', 'ada walks nine miles'],
		['with exactly eight more than the name', 'ada13572468'],
		['a word that is not quite repeated', 'daffodil daffodils!'],
		['in another script', 'съешь ещё этих булок'],
	])('%s', (_, password) => expect(codeOf(password)).toBeUndefined());

	test('words that only resemble those of an owner with a short name', () => {
		expect(
			codeOf('annual planning', { email: 'an@x.example', firstName: 'An', lastName: 'Li' }),
		).toBeUndefined();
	});
});
