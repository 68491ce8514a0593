import { newId } from '../../../src/foundation/core/id.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { hashPassword } from '../../../src/tenants/auth/password/rules.ts';
import { insertUser } from '../../../src/tenants/users/store.ts';
import { as, at, call, db, newUser, now, type TestUser, uniqueEmail } from '../../harness/service.ts';
import type { Operation, Operations, Reply, Stage } from './stage.ts';

interface Pair {
	idToken: string;
	refreshToken: string;
}

/** A user with a session, whose first refresh token was used more than 30 seconds ago. */
interface SessionWorld {
	platform: TestUser;
	userId: string;
	email: string;
	used: Pair;
	current: Pair;
	/** Pairs that were answered, by the operation. */
	gained: { by: string; pair: Pair }[];
}

const OLD_PASSWORD = 'the old password of the races';
const NEW_PASSWORD = 'the new password of the races';
const oldHash = await hashPassword(OLD_PASSWORD);

/** An address that no throttle has heard of. */
const from = () => ({ 'CF-Connecting-IP': newId(now()) });

const login = (email: string, password: string, bindings?: Bindings) =>
	call('POST', '/auth', { email, password }, from(), bindings);

const refresh = ({ refreshToken }: Pair, bindings?: Bindings) =>
	call('POST', '/auth/refresh', { refreshToken }, from(), bindings);

async function build(): Promise<SessionWorld> {
	at('2023-03-07T12:00:00.000Z');
	const [platform, userId, email] = [await newUser(['PLATFORM_ADMIN']), newId(now()), uniqueEmail()];
	const dates = { dateCreated: now(), dateModified: now() };
	await commit(db, [
		insertUser(db, { id: userId, ...dates, email, roles: ['EMPLOYEE'], passwordHash: oldHash }),
	]);
	const used: Pair = (await login(email, OLD_PASSWORD)).body;
	const current: Pair = (await refresh(used)).body;
	return { platform, userId, email, used, current, gained: [] };
}

const gaining =
	(by: string, perform: Operation<SessionWorld>): Operation<SessionWorld> =>
	async (world, bindings) => {
		const { status, body } = await perform(world, bindings);
		if (status === 200) world.gained.push({ by, pair: body as Pair });
		return { status, body };
	};

/** Its answer is not compared: that a session has ended may stay unseen for 10 seconds, so a second logout may succeed. */
async function logout({ current }: SessionWorld, bindings: Bindings): Promise<Reply> {
	const headers = { Authorization: `Bearer ${current.idToken}` };
	const { status } = await call('POST', '/auth/logout', undefined, headers, bindings);
	return { status: status === 401 ? 200 : status, body: null };
}

const update =
	(change: object): Operation<SessionWorld> =>
	({ platform, userId }, bindings) =>
		as(platform, bindings).put(`/users/${userId}`, change);

const sessions: Operations<SessionWorld> = {
	'log in': gaining('log in', ({ email }, bindings) => login(email, OLD_PASSWORD, bindings)),
	'log in with the new password': gaining('log in again', ({ email }, bindings) =>
		login(email, NEW_PASSWORD, bindings),
	),
	refresh: gaining('refresh', ({ current }, bindings) => refresh(current, bindings)),
	'refresh with the used token': gaining('refresh late', ({ used }, bindings) => refresh(used, bindings)),
	'log out': logout,
	'change the password': update({ password: NEW_PASSWORD }),
	'name the user': update({ firstName: 'Ada' }),
};

/** Returns which sessions are valid, once the service no longer remembers them. */
async function observe({ platform, userId, current, used, gained }: SessionWorld) {
	at('2023-03-07T12:01:00.000Z');
	const pairs = [...gained, { by: 'the current', pair: current }, { by: 'the used', pair: used }];
	const living: object[] = [];
	for (const { by, pair } of pairs) {
		const me = await call('GET', '/auth/me', undefined, { Authorization: `Bearer ${pair.idToken}` });
		living.push({ by, me: me.status });
	}
	for (const { by, pair } of gained) living.push({ by, refresh: (await refresh(pair)).status });
	return { living, user: (await as(platform).get(`/users/${userId}`)).body };
}

export const sessionsStage: Stage<SessionWorld> = {
	build,
	setClock: () => at('2023-03-07T12:00:45.000Z'),
	subjects: [sessions],
	histories: [[]],
	observe,
	names: ({ userId, email }) => ({ [userId]: 'user', [email]: 'email' }),
};
