import { beforeEach, describe, expect, test } from 'vitest';
import { browse, visitOf } from '../../../harness/console.ts';
import { eventsFor } from '../../../harness/events.ts';
import { bearing, newApiKey, type TestKey } from '../../../harness/keys.ts';
import {
	as,
	at,
	newCompany,
	newUser,
	restart,
	type TestCompany,
	type TestUser,
} from '../../../harness/service.ts';

const SENTENCE = '1 API key whose creator has left';

let platform: TestUser;
let company: TestCompany;
let creator: TestUser;
let key: TestKey;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	company = await newCompany();
	creator = await newUser(['COMPANY_ADMIN'], [company.id]);
	key = await newApiKey({ ...company, admin: creator }, ['listEmployees']);
});

const stateOf = async () =>
	(await as(company.admin).get(`/companies/${company.id}/api-keys/${key.id}`)).body.creatorState;
const today = async (user: TestUser): Promise<string> =>
	(await browse(await visitOf(user)).get(`/today?company=${company.id}`)).body;
const works = async () => {
	restart();
	return (await bearing(key.key, 'GET', '/employees')).status === 200;
};

test('a key names its creator', async () => {
	const { body } = await as(company.admin).get(`/companies/${company.id}/api-keys`);
	expect(body).toMatchObject([{ id: key.id, creatorId: creator.userId, creatorState: 'ACTIVE' }]);
	expect(await today(company.admin)).not.toContain(SENTENCE);
});

describe('a key whose creator has lost the right to it works on, and administrators learn of it', () => {
	test.each([
		['was closed', 'CLOSED', () => as(platform).post(`/users/${creator.userId}/closure`)],
		[
			'is no administrator any longer',
			'DEMOTED',
			() => as(platform).put(`/users/${creator.userId}`, { roles: ['FLEX_DOCUMENT_VERIFIER'] }),
		],
		[
			'administers another company now',
			'DEMOTED',
			async () =>
				as(platform).put(`/users/${creator.userId}`, { manageableCompanyIds: [(await newCompany()).id] }),
		],
	])('the creator %s', async (_, state, change) => {
		expect((await change()).status).toBe(200);
		expect(await stateOf()).toBe(state);
		expect(await works()).toBe(true);
		expect(await today(company.admin)).toContain(SENTENCE);
		const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
		expect(await today(verifier)).not.toContain(SENTENCE);
		await as(company.admin).delete(`/companies/${company.id}/api-keys/${key.id}?reason=ROTATED`);
		expect(await today(company.admin)).not.toContain(SENTENCE);
	});

	test('an expired key is none of them', async () => {
		const dateExpires = '2023-03-08T00:00:00.000Z';
		const other = await newApiKey({ ...company, admin: creator }, ['readMe'], { dateExpires });
		await as(company.admin).delete(`/companies/${company.id}/api-keys/${key.id}?reason=ROTATED`);
		await as(platform).post(`/users/${creator.userId}/closure`);
		at('2023-03-07T23:59:59.999Z');
		expect(await today(company.admin)).toContain(SENTENCE);
		at(dateExpires);
		expect(await today(company.admin)).not.toContain(SENTENCE);
		expect(other.id).not.toBe(key.id);
	});
});

describe('closing the creator', () => {
	test('revokes the keys if the caller says so', async () => {
		const closed = await as(company.admin).post(`/users/${creator.userId}/closure?revokeKeys=true`);
		expect(closed.status).toBe(200);
		expect(await works()).toBe(false);
		const events = await eventsFor(company.admin, `type=api_key.revoked`);
		expect(events.at(-1)).toMatchObject({ recordId: key.id, after: { reason: 'ROTATED' } });
	});

	test('leaves keys of companies alone that the caller does not manage', async () => {
		const other = await newCompany();
		const both = await newUser(['COMPANY_ADMIN'], [company.id, other.id]);
		const elsewhere = await newApiKey({ ...other, admin: both }, ['readMe']);
		await as(platform).put(`/users/${both.userId}`, { manageableCompanyIds: [company.id] });
		await as(company.admin).post(`/users/${both.userId}/closure?revokeKeys=true`);
		restart();
		expect((await bearing(elsewhere.key, 'GET', '/auth/me')).status).toBe(200);
	});

	test('is offered together with them in the console', async () => {
		const visit = browse(await visitOf(company.admin));
		const page = `/team/${creator.userId}`;
		expect((await visit.get(`${page}?company=${company.id}`)).body).toContain(
			'Also revoke the API keys that this user created',
		);
		await visit.post(`${page}/close?company=${company.id}`, { revokesKeys: 'on' });
		expect(await works()).toBe(false);
	});
});
