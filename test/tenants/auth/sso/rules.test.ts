import { describe, expect, test } from 'vitest';
import { isCurrent, isEmailVerified, whoSignsIn } from '../../../../src/tenants/auth/sso/rules.ts';

const NOW = Date.parse('2023-03-07T12:00:00.000Z');
const seconds = NOW / 1000;

describe('a token of a provider is valid, by our clock and a minute either way,', () => {
	test.each([
		['until it expires', { exp: seconds - 59, iat: seconds - 99 }, true],
		['not longer', { exp: seconds - 60, iat: seconds - 99 }, false],
		['from when it was issued', { exp: seconds + 99, iat: seconds + 60 }, true],
		['not earlier', { exp: seconds + 99, iat: seconds + 61 }, false],
		['from when it says so', { exp: seconds + 99, iat: seconds, nbf: seconds + 60 }, true],
		['not before', { exp: seconds + 99, iat: seconds, nbf: seconds + 61 }, false],
		['not when that is no number', { exp: seconds + 99, iat: seconds, nbf: 'soon' }, false],
	])('%s', (_, token, isValid) => expect(isCurrent(token, NOW)).toBe(isValid));
});

test.each([
	[{ email_verified: true }, true],
	[{ xms_edov: true }, true],
	[{ xms_edov: 1 }, true],
	[{ xms_edov: '1' }, true],
	[{ email_verified: 'true' }, false],
	[{ email_verified: false, xms_edov: false }, false],
	[{ xms_edov: 0 }, false],
	[{}, false],
])('%j says whether the address is verified: %s', (claims, isVerified) =>
	expect(isEmailVerified(claims)).toBe(isVerified),
);

describe('the user who signs in with an account', () => {
	const account = { subject: 's', email: 'a@b.example', isVerified: true };
	const ada = { userId: 'ada', subject: null, maySignIn: true };

	test('is the user with its address, who is then linked', () =>
		expect(whoSignsIn(account, ada, undefined)).toEqual({ userId: 'ada', link: 'NEW' }));
	test('is the linked user, as long as the address names the same', () =>
		expect(whoSignsIn(account, { ...ada, subject: 's' }, 'ada')).toEqual({
			userId: 'ada',
			link: 'LINKED',
		}));
	test('is nobody when the address is not verified, even if linked', () =>
		expect(whoSignsIn({ ...account, isVerified: false }, { ...ada, subject: 's' }, 'ada')).toBe(
			'email_not_verified',
		));
	test('is nobody when the address names nobody and the account is not linked', () =>
		expect(whoSignsIn(account, undefined, undefined)).toBe('user_unknown'));
	test('is the linked user when the account has a new address that names nobody', () =>
		expect(whoSignsIn(account, undefined, 'ada')).toEqual({ userId: 'ada', link: 'MOVED' }));
	test('is nobody, linked or not, who may not sign in before a release', () => {
		expect(whoSignsIn(account, { ...ada, maySignIn: false }, undefined)).toBe('provider_unreleased');
		const linked = { ...ada, subject: 's', maySignIn: false };
		expect(whoSignsIn(account, linked, 'ada')).toBe('provider_unreleased');
	});
	test('is nobody when the account belongs to somebody else', () =>
		expect(whoSignsIn(account, ada, 'bo')).toBe('account_changed'));
	test('is nobody when the user has another account', () =>
		expect(whoSignsIn(account, { ...ada, subject: 'other' }, undefined)).toBe('account_changed'));
});
