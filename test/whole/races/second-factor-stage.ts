import { env } from 'cloudflare:workers';
import { vaultOf } from '../../../src/foundation/core/vault.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { codeOf } from '../../harness/second-factor.ts';
import { as, at, call, newAddress, newUser, openSession, type TestUser } from '../../harness/service.ts';
import { PASSWORD, registeredCheaply } from '../../tenants/auth/registered.ts';
import type { Operation, Operations, Stage } from './stage.ts';

const NOON = '2023-03-07T12:00:00.000Z';
/** The step after that of the codes at noon. */
const NEXT = '2023-03-07T12:00:30.000Z';
const PATH = '/auth/me/second-factor';

/** A user who has begun to set up a second factor, and a user who has one and is about to sign in. */
interface SecondFactorWorld {
	platform: TestUser;
	beginner: TestUser;
	beginnersSecret: string;
	owner: TestUser;
	ownersSecret: string;
	recoveryCode: string;
	challenge: string;
}

async function newPerson(): Promise<{ user: TestUser; email: string }> {
	const email = await registeredCheaply();
	const id = await env.DB.prepare('SELECT id FROM users WHERE email_key = ?').bind(email).first<string>('id');
	return { user: await openSession(id ?? ''), email };
}

async function build(): Promise<SecondFactorWorld> {
	at(NOON);
	const [platform, beginner, owner] = [
		await newUser(['PLATFORM_ADMIN']),
		await newPerson(),
		await newPerson(),
	];
	const begin = async (user: TestUser) => (await as(user).post(PATH, { password: PASSWORD })).body.secret;
	const [beginnersSecret, ownersSecret] = [await begin(beginner.user), await begin(owner.user)];
	const confirmed = await as(owner.user).post(`${PATH}/confirmation`, { code: codeOf(ownersSecret) });
	at(NEXT);
	const login = { email: owner.email, password: PASSWORD };
	const { challenge } = (await call('POST', '/auth', login, { 'CF-Connecting-IP': newAddress() })).body;
	// The service remembers users for 10 seconds, whatever the order of the operations.
	for (const user of [beginner.user, owner.user, platform]) await as(user).get(PATH);
	const [recoveryCode] = confirmed.body.recoveryCodes;
	const people = { platform, beginner: beginner.user, owner: owner.user };
	return { ...people, beginnersSecret, ownersSecret, recoveryCode, challenge };
}

/** Answers show random values, which are not compared. */
const hiding =
	(perform: Operation<SecondFactorWorld>): Operation<SecondFactorWorld> =>
	async (world, bindings) => {
		const { status, body } = await perform(world, bindings);
		return { status, body: status < 300 ? null : body };
	};

const finish = ({ challenge }: SecondFactorWorld, code: string, bindings: Bindings) =>
	call('POST', '/auth/second-factor', { challenge, code }, { 'CF-Connecting-IP': newAddress() }, bindings);
const proof = (code: string) => ({ password: PASSWORD, code });

const beginning: Operations<SecondFactorWorld> = {
	confirm: hiding(async ({ beginner, beginnersSecret }, bindings) => {
		const answer = await as(beginner, bindings).post(`${PATH}/confirmation`, {
			code: codeOf(beginnersSecret),
		});
		// The service forgets the user with the confirmation. This call lets it remember the user again.
		await as(beginner).get(PATH);
		return answer;
	}),
	'begin anew': hiding(({ beginner }, bindings) => as(beginner, bindings).post(PATH, { password: PASSWORD })),
	'reset what was begun': ({ platform, beginner }, bindings) =>
		as(platform, bindings).delete(`/users/${beginner.userId}/second-factor`),
};

const owning: Operations<SecondFactorWorld> = {
	'sign in with a code': hiding((world, bindings) => finish(world, codeOf(world.ownersSecret), bindings)),
	'sign in with a recovery code': hiding((world, bindings) => finish(world, world.recoveryCode, bindings)),
	'renew the recovery codes': hiding(({ owner, recoveryCode }, bindings) =>
		as(owner, bindings).post(`${PATH}/recovery-codes`, proof(recoveryCode)),
	),
	remove: ({ owner, ownersSecret }, bindings) =>
		as(owner, bindings).post(`${PATH}/removal`, proof(codeOf(ownersSecret))),
	reset: ({ platform, owner }, bindings) =>
		as(platform, bindings).delete(`/users/${owner.userId}/second-factor`),
};

const liveSessions = ({ userId }: TestUser) =>
	env.DB.prepare('SELECT count(*) AS live FROM sessions WHERE user_id = ? AND date_revoked IS NULL')
		.bind(userId)
		.first('live');

async function stateOf(user: TestUser) {
	const sessions = await liveSessions(user);
	return { sessions, factor: (await as(await openSession(user.userId)).get(PATH)).body };
}

/** From now on the secret of the confirmed code counts. */
async function requireProven({ beginner: { userId }, beginnersSecret }: SecondFactorWorld): Promise<void> {
	const sealed = await env.DB.prepare(
		'SELECT secret FROM second_factors WHERE user_id = ? AND date_confirmed IS NOT NULL',
	)
		.bind(userId)
		.first<string>('secret');
	const secret = sealed === null ? beginnersSecret : await vaultOf(env).open(sealed, `totp ${userId}`);
	if (secret !== beginnersSecret) throw new Error('A secret was confirmed by the code of another one');
}

async function observe(world: SecondFactorWorld): Promise<Record<string, unknown>> {
	await requireProven(world);
	return { beginner: await stateOf(world.beginner), owner: await stateOf(world.owner) };
}

export const secondFactorStage: Stage<SecondFactorWorld> = {
	build,
	setClock: () => at(NEXT),
	subjects: [beginning, owning],
	histories: [[]],
	observe,
	names: () => ({}),
};
