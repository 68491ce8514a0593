import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsOfMeanwhile } from '../../../harness/events.ts';
import { postOffice, register } from '../../../harness/mail.ts';
import {
	as,
	at,
	call,
	newAddress,
	newCompany,
	newEmployee,
	newUser,
	now,
	userOf,
} from '../../../harness/service.ts';
import {
	account,
	atProvider,
	begin,
	comeBack,
	exchange,
	newColleague,
	newSsoCompany,
	type SsoCompany,
	signIn,
} from './people.ts';

let company: SsoCompany;

beforeEach(async () => {
	at(new Date().toISOString());
	company = await newSsoCompany();
});

const later = (milliseconds: number) => at(new Date(now() + milliseconds).toISOString());
const rows = async (sql: string, ...values: unknown[]) =>
	(
		await env.DB.prepare(sql)
			.bind(...values)
			.all()
	).results;
const meOf = (pair: { idToken: string }) =>
	call('GET', '/auth/me', undefined, { Authorization: `Bearer ${pair.idToken}` });

test('a colleague signs in by the company’s provider, first by the address and then by the account', async () => {
	const { email, userId } = await newColleague(company);
	const places = () => rows('SELECT key FROM known_places');
	const before = (await places()).length;
	for (const _ of [1, 2]) {
		const answer = await signIn(email);
		expect(answer.status).toBe(200);
		expect((await meOf(answer.body)).body).toMatchObject({ id: userId, email });
	}
	expect(await places()).toHaveLength(before + 2);
	expect(await rows('SELECT subject FROM external_identities WHERE user_id = ?', userId)).toEqual([
		{ subject: `sub of ${email}` },
	]);
	const events = await rows('SELECT type FROM access_events WHERE user_id = ? ORDER BY position', userId);
	expect(events.map(({ type }) => type)).toEqual(['identity.linked', 'session.opened', 'session.opened']);
});

test('the first sign-in registers, once, and ends the invitation', async () => {
	const email = `grace@${company.domain}`;
	const { userId } = await userOf(await newEmployee(company, { email }));
	const readUser = async () => (await as(company.admin).get(`/users/${userId}`)).body;
	const links = () => rows('SELECT purpose FROM one_time_tokens WHERE user_id = ?', userId);
	expect([(await readUser()).dateRegistered, await links()]).toEqual([null, [{ purpose: 'REGISTRATION' }]]);

	const first = new Date(now()).toISOString();
	const events = await eventsOfMeanwhile(company.admin, () => signIn(email));
	expect(events).toMatchObject([
		{
			type: 'user.updated',
			before: { dateRegistered: null },
			after: { dateRegistered: first },
		},
	]);
	later(1000);
	expect(await eventsOfMeanwhile(company.admin, () => signIn(email))).toEqual([]);
	expect([(await readUser()).dateRegistered, await links()]).toEqual([first, []]);
});

test('a mail reports a sign-in from a new device, and wakes the sender', async () => {
	const { email } = await newColleague(company);
	const office = postOffice();
	const signInWith = async (device: string) => {
		const { body } = await begin(email, office.bindings);
		const back = await comeBack(await atProvider(body.authorizationUrl, account(email)), office.bindings);
		const given = { code: back.get('code'), transaction: body.transaction };
		const headers = { 'User-Agent': device, 'CF-Connecting-IP': newAddress() };
		expect((await call('POST', '/auth/sso/token', given, headers, office.bindings)).status).toBe(200);
	};
	await signInWith('curl/8');
	expect(office.woken).toEqual([]);
	await signInWith('wget/1');
	expect(office.woken).toHaveLength(1);
});

test('the domain alone decides where to go, so that nobody learns who has an address', async () => {
	const { email } = await newColleague(company);
	const shapeOf = ({ status, body }: Awaited<ReturnType<typeof begin>>) => {
		const url = new URL(body.authorizationUrl);
		return [status, Object.keys(body), url.origin, [...url.searchParams.keys()]];
	};
	expect(shapeOf(await begin(`nobody@${company.domain}`))).toEqual(shapeOf(await begin(email)));
	const { body } = await begin(`${email.replace('@', '@elsewhere.')}`);
	expect(body).toEqual({ authorizationUrl: null, transaction: null });
});

test('the provider is asked with PKCE, state and nonce, new each time', async () => {
	const [first, second] = [await begin(`a@${company.domain}`), await begin(`a@${company.domain}`)];
	const asked = [first, second].map(({ body }) => new URL(body.authorizationUrl).searchParams);
	expect(asked[0]?.get('response_type')).toBe('code');
	expect(asked[0]?.get('scope')).toBe('openid email');
	expect(asked[0]?.get('code_challenge_method')).toBe('S256');
	expect(asked[0]?.get('redirect_uri')).toBe('https://zubrot.example/sso/callback');
	for (const name of ['state', 'nonce', 'code_challenge']) {
		expect(asked[0]?.get(name)).not.toBe(asked[1]?.get(name));
	}
});

test('claims that the ID token lacks are asked for at the provider', async () => {
	const { email } = await newColleague(company);
	const claims = { sub: 'a', email, email_verified: true };
	expect((await signIn(email, { claims: { sub: 'a' }, userinfo: claims })).status).toBe(200);
	expect((await signIn(email, { claims: { sub: 'a' }, userinfo: { ...claims, sub: 'b' } })).status).toBe(401);
});

describe('nobody is signed in', () => {
	const refused = { status: 401, body: { code: 'refused' } };

	test('an account without a user in the company, and none is created', async () => {
		const [before] = await rows('SELECT count(*) AS users FROM users');
		expect(await signIn(`stranger@${company.domain}`)).toEqual(refused);
		expect(await rows('SELECT count(*) AS users FROM users')).toEqual([before]);
		expect(
			await rows(
				`SELECT reason, count FROM access_events WHERE company_id = ? AND type = 'session.refused'`,
				company.id,
			),
		).toEqual([{ reason: 'user_unknown', count: 1 }]);
	});

	test('a user who works for another company too, or is a platform administrator', async () => {
		const other = await newCompany();
		const [both, platform] = [`both@${company.domain}`, `platform@${company.domain}`];
		await newUser(['COMPANY_ADMIN'], [company.id, other.id], both);
		await newUser(['PLATFORM_ADMIN', 'COMPANY_ADMIN'], [company.id], platform);
		for (const email of [both, platform]) expect(await signIn(email)).toEqual(refused);
	});

	test('a user of another company with an address of the domain', async () => {
		const other = await newCompany();
		const email = `lent@${company.domain}`;
		await newUser(['COMPANY_ADMIN'], [other.id], email);
		expect(await signIn(email)).toEqual(refused);
	});

	test('whose address is of a domain that the company has not proven', async () => {
		const { email } = await newColleague(company);
		const elsewhere = `ada@elsewhere.${company.domain}`;
		await newUser(['COMPANY_ADMIN'], [company.id], elsewhere);
		expect(await signIn(email, account(elsewhere))).toEqual(refused);
	});

	test('a closed user, also if closed between the provider and the exchange', async () => {
		const { email, userId } = await newColleague(company);
		const { body } = await begin(email);
		const back = await comeBack(await atProvider(body.authorizationUrl, account(email)));
		await rows('UPDATE users SET date_closed = 1 WHERE id = ?', userId);
		expect((await exchange(back.get('code'), body.transaction)).status).toBe(401);
		expect(await signIn(email)).toEqual(refused);
	});

	test('a user who got rights elsewhere between the provider and the exchange', async () => {
		const { email, userId } = await newColleague(company);
		const { body } = await begin(email);
		const back = await comeBack(await atProvider(body.authorizationUrl, account(email)));
		await rows('INSERT INTO user_companies VALUES (?, ?)', userId, (await newCompany()).id);
		expect((await exchange(back.get('code'), body.transaction)).status).toBe(401);
	});
});

describe('an account and a user stay together', () => {
	const refused = { status: 401, body: { code: 'refused' } };

	test('an account whose address was changed to a colleague’s opens nothing', async () => {
		const [ada, bo] = [await newColleague(company, 'ada'), await newColleague(company, 'bo')];
		await signIn(ada.email, account(ada.email, 'account of ada'));
		expect(await signIn(ada.email, account(bo.email, 'account of ada'))).toEqual(refused);
		await signIn(bo.email, account(bo.email, 'account of bo'));
		expect(await signIn(ada.email, account(bo.email, 'account of ada'))).toEqual(refused);
	});

	test('another account with the same address opens nothing', async () => {
		const { email } = await newColleague(company);
		await signIn(email, account(email, 'the first'));
		expect(await signIn(email, account(email, 'the second'))).toEqual(refused);
	});

	test('until the user gets another address, which links the account again', async () => {
		const { email, userId } = await newColleague(company);
		await signIn(email, account(email, 'the account'));
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		const renamed = `lovelace@${company.domain}`;
		expect((await platform.put(`/users/${userId}`, { email: renamed })).status).toBe(200);
		expect(await signIn(email, account(email, 'the account'))).toEqual(refused);
		expect((await signIn(renamed, account(renamed, 'the account'))).status).toBe(200);
	});

	test('and takes its user along to a new address of the company', async () => {
		const { email, userId } = await newColleague(company);
		await signIn(email, account(email, 'the account'));
		const renamed = `lovelace@${company.domain}`;
		expect((await signIn(renamed, account(renamed, 'the account'))).status).toBe(200);
		expect((await signIn(renamed, account(renamed, 'the account'))).status).toBe(200);
		expect(await rows('SELECT email FROM users WHERE id = ?', userId)).toEqual([{ email: renamed }]);
		expect(await rows('SELECT kind, email FROM address_changes WHERE user_id = ?', userId)).toEqual([
			{ kind: 'RESTORATION', email },
		]);
		expect(
			await rows(`SELECT recipient FROM mails WHERE user_id = ? AND kind = 'address_changed'`, userId),
		).toEqual([{ recipient: email }]);
	});

	test('but not to an address outside the verified domains, or of somebody else', async () => {
		const { email, userId } = await newColleague(company);
		await signIn(email, account(email, 'the account'));
		const elsewhere = await newUser(['COMPANY_ADMIN'], [(await newCompany()).id], `bo@${company.domain}`);
		await register(elsewhere.userId);
		for (const other of ['ada@elsewhere.example', `bo@${company.domain}`]) {
			expect(await signIn(email, account(other, 'the account'))).toEqual(refused);
		}
		expect(await rows('SELECT email FROM users WHERE id = ?', userId)).toEqual([{ email }]);
		expect(elsewhere.userId).not.toBe(userId);
	});

	test('and not a user who now belongs to another company too, or is closed', async () => {
		const { email, userId } = await newColleague(company);
		await signIn(email, account(email, 'the account'));
		const renamed = `lovelace@${company.domain}`;
		const other = await newCompany();
		await env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(userId, other.id).run();
		expect(await signIn(renamed, account(renamed, 'the account'))).toEqual(refused);
		await env.DB.prepare('DELETE FROM user_companies WHERE company_id = ?').bind(other.id).run();
		await env.DB.prepare('UPDATE users SET date_closed = 1 WHERE id = ?').bind(userId).run();
		expect(await signIn(renamed, account(renamed, 'the account'))).toEqual(refused);
	});

	test('or the single sign-on is removed', async () => {
		const { email, userId } = await newColleague(company);
		await signIn(email);
		await as(company.admin).delete(company.path);
		expect(await rows('SELECT * FROM external_identities WHERE user_id = ?', userId)).toEqual([]);
	});
});

describe('a code', () => {
	const returned = async (email: string) => {
		const { body } = await begin(email);
		const location = await atProvider(body.authorizationUrl, account(email));
		return { location, transaction: body.transaction as string, back: await comeBack(location) };
	};

	test('is good for 60 seconds, not for one millisecond more', async () => {
		const { email } = await newColleague(company);
		const [early, late] = [await returned(email), await returned(email)];
		later(59_999);
		expect((await exchange(early.back.get('code'), early.transaction)).status).toBe(200);
		later(1);
		expect((await exchange(late.back.get('code'), late.transaction)).status).toBe(401);
	});

	test('is good once, also for two who exchange it at the same time', async () => {
		const { email } = await newColleague(company);
		const { back, transaction } = await returned(email);
		const answers = await Promise.all([1, 2, 3].map(() => exchange(back.get('code'), transaction)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
	});

	test('is worthless to others than the one who started the sign-in', async () => {
		const { email } = await newColleague(company);
		const [own, others] = [await returned(email), await begin(email)];
		expect([...own.back.keys()]).toEqual(['code']);
		expect((await exchange(own.back.get('code'), others.body.transaction)).status).toBe(401);
		expect((await exchange(own.back.get('code'), own.transaction)).status).toBe(200);
	});

	test('is answered once for each return from the provider', async () => {
		const { email } = await newColleague(company);
		const { location } = await returned(email);
		expect((await comeBack(location)).get('error')).toBe('refused');
	});
});

test('a sign-in at the provider may take 10 minutes, not a millisecond more', async () => {
	const { email } = await newColleague(company);
	const [early, late] = [await begin(email), await begin(email)];
	const returning = await Promise.all(
		[early, late].map(({ body }) => atProvider(body.authorizationUrl, account(email))),
	);
	later(599_999);
	expect((await comeBack(returning[0] ?? '')).get('error')).toBeNull();
	later(1);
	expect((await comeBack(returning[1] ?? '')).get('error')).toBe('refused');
});
