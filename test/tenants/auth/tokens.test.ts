import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/foundation/core/id.ts';
import { createTokens } from '../../../src/tenants/auth/tokens/rules.ts';

const NOW = Date.parse('2023-03-07T12:00:00.000Z');
const SECONDS = NOW / 1000;
const SECRET = 'a secret of more than thirty-two bytes';
const OTHER_SECRET = 'another secret of thirty-two bytes, too';

const subject = { userId: newId(NOW), sessionId: newId(NOW) };
const tokens = await createTokens(SECRET, undefined);
const verified = { ...subject, validUntil: NOW + 3_600_000 };
const issued = await tokens.issue(subject, NOW);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const segmentOf = (token: string, index: number) => token.split('.')[index] ?? '';
const decode = (segment: string) => JSON.parse(Buffer.from(segment, 'base64url').toString());

const HEADER = decode(segmentOf(issued, 0));
const CLAIMS = decode(segmentOf(issued, 1));

/** A token that is rightly signed, whatever it says. `undefined` leaves a field out. */
function signed(claims: object = {}, header: object = {}, hash = 'sha256'): string {
	const content = `${encode({ ...HEADER, ...header })}.${encode({ ...CLAIMS, ...claims })}`;
	return `${content}.${createHmac(hash, SECRET).update(content).digest('base64url')}`;
}

describe('a token of ours', () => {
	test('carries issuer, audience, subject, session, issue and expiry, and its algorithm and key in the header', () => {
		expect(HEADER).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.stringMatching(/^[\w-]{8}$/) });
		expect(CLAIMS).toEqual({
			iss: 'zubrot',
			aud: 'zubrot-api',
			sub: subject.userId,
			sid: subject.sessionId,
			iat: SECONDS,
			exp: SECONDS + 3600,
		});
	});

	test.each([
		['as issued', issued],
		['as forged by the helper of these tests', signed()],
	])('%s stands for its subject until it expires', async (_, token) => {
		expect(await tokens.verify(token, NOW)).toEqual(verified);
	});

	test.each([
		[3_599_999, verified],
		[3_600_000, null],
		[3_600_001, null],
	])('%i ms after its issue it stands for %o', async (age, expected) => {
		expect(await tokens.verify(issued, NOW + age)).toEqual(expected);
	});

	test.each([
		[60, { ...subject, validUntil: NOW + 3_660_000 }],
		[61, null],
	])('from a clock that is %i seconds ahead it stands for %o', async (ahead, expected) => {
		const token = await tokens.issue(subject, NOW + ahead * 1000);
		expect(await tokens.verify(token, NOW)).toEqual(expected);
	});
});

describe('refused although rightly signed', () => {
	test.each<[string, object]>([
		['a missing exp', { exp: undefined }],
		['a zero exp', { exp: 0 }],
		['a null exp', { exp: null }],
		['a negative exp', { exp: -1 }],
		['a fractional exp', { exp: SECONDS + 0.5 }],
		['an exp that is text', { exp: String(SECONDS + 3600) }],
		['an exp that is no number', { exp: 'never' }],
		['an exp equal to now', { iat: SECONDS - 1, exp: SECONDS }],
		['an exp farther away than a token may live', { exp: SECONDS + 3601 }],
		['a missing iat', { iat: undefined }],
		['another issuer', { iss: 'someone' }],
		['a missing issuer', { iss: undefined }],
		['another audience', { aud: 'zubrot' }],
		['several audiences', { aud: ['zubrot-api', 'other'] }],
		['a missing audience', { aud: undefined }],
		['a subject that is no id', { sub: 'admin' }],
		['a missing session', { sid: undefined }],
		['a claim we do not issue', { nbf: SECONDS + 60 }],
	])('%s', async (_, claims) => {
		expect(await tokens.verify(signed(claims), NOW)).toBeNull();
	});

	test.each<[string, object, string?]>([
		['alg none', { alg: 'none' }],
		['alg HS512 with its signature', { alg: 'HS512' }, 'sha512'],
		['alg HS512 with the signature of HS256', { alg: 'HS512' }],
		['alg in lower case', { alg: 'hs256' }],
		['a missing alg', { alg: undefined }],
		['an unknown crit', { crit: ['exp'] }],
		['another key id', { kid: 'AAAAAAAA' }],
		['a missing key id', { kid: undefined }],
		['a key in the header', { jwk: { kty: 'oct', k: 'AAAA' } }],
	])('%s in the header', async (_, header, hash) => {
		expect(await tokens.verify(signed({}, header, hash), NOW)).toBeNull();
	});
});

describe('refused for its form', () => {
	const [header = '', payload = '', signature = ''] = issued.split('.');
	const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
	const aliased = signature.slice(0, -1) + alphabet[alphabet.indexOf(signature.slice(-1)) + 1];

	test('the non-canonical signature of the next case decodes to the very same bytes', () => {
		expect(Buffer.from(aliased, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
	});

	test.each([
		['a last character that is not canonical', `${header}.${payload}.${aliased}`],
		['a fourth segment', `${issued}.AAAA`],
		['an empty fourth segment', `${issued}.`],
		['a trailing space', `${issued} `],
		['a trailing line break', `${issued}\n`],
		[
			'white space within the signature',
			`${header}.${payload}.${signature.slice(0, 9)} ${signature.slice(9)}`,
		],
		['padding', `${issued}=`],
		['no signature', `${header}.${payload}`],
		['an empty signature', `${header}.${payload}.`],
		['alg none without signature', `${encode({ ...HEADER, alg: 'none' })}.${payload}.`],
		['one segment', header],
		['nothing', ''],
		['dots', '..'],
		['segments that are no JSON', `AAAA.AAAA.${signature}`],
		['segments of JSON null', `${encode(null)}.${encode(null)}.${signature}`],
		['characters beyond base64url', `${header}.${payload}.${signature.slice(0, -2)}€A`],
		['a changed payload', `${header}.${encode({ ...CLAIMS, sub: newId(NOW) })}.${signature}`],
		['a changed signature', `${header}.${payload}.${'A'.repeat(43)}`],
	])('%s', async (_, token) => {
		expect(await tokens.verify(token, NOW)).toBeNull();
	});
});

describe('secrets', () => {
	test('that differ only beyond Latin-1 do not collide', async () => {
		const one = await createTokens('\u0101'.repeat(32), undefined);
		const other = await createTokens('\u0001'.repeat(32), undefined);
		expect(await other.verify(await one.issue(subject, NOW), NOW)).toBeNull();
		expect(await one.verify(await one.issue(subject, NOW), NOW)).toEqual(verified);
	});

	test('are rotated: the previous one still verifies, the current one signs', async () => {
		const rotated = await createTokens(OTHER_SECRET, SECRET);
		expect(await rotated.verify(issued, NOW)).toEqual(verified);
		const fresh = await rotated.issue(subject, NOW);
		expect(await (await createTokens(OTHER_SECRET, undefined)).verify(fresh, NOW)).toEqual(verified);
		expect(await tokens.verify(fresh, NOW)).toBeNull();
	});

	test('keys differ by their id: a token signed with one cannot claim the other', async () => {
		const rotated = await createTokens(OTHER_SECRET, SECRET);
		const { kid } = decode(segmentOf(await rotated.issue(subject, NOW), 0));
		expect(await rotated.verify(signed({}, { kid }), NOW)).toBeNull();
	});

	test('no longer verify after the rotation is over', async () => {
		const later = await createTokens(OTHER_SECRET, undefined);
		expect(await later.verify(issued, NOW)).toBeNull();
	});

	test.each<[string, string | undefined, string | undefined]>([
		['missing', undefined, undefined],
		['empty', '', undefined],
		['of 31 bytes', 'x'.repeat(31), undefined],
		['missing although there is a previous one', undefined, SECRET],
		['good, but the previous one has 31 bytes', SECRET, 'x'.repeat(31)],
	])('%s: no tokens', async (_, secret, previous) => {
		await expect(createTokens(secret, previous)).rejects.toMatchObject({ code: 'misconfigured' });
	});

	test.each([
		['32 bytes', 'x'.repeat(32)],
		['16 characters of two bytes', 'ä'.repeat(16)],
	])('secrets of %s are long enough', async (_, secret) => {
		const made = await createTokens(secret, '');
		expect(await made.verify(await made.issue(subject, NOW), NOW)).toEqual(verified);
	});
});
