import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { databaseOver } from '../../../harness/database.ts';
import {
	as,
	at,
	call,
	newAddress,
	newUser,
	now,
	openSession,
	uniqueEmail,
} from '../../../harness/service.ts';
import { mailsTo } from '../one-time/links.ts';
import {
	addressOf,
	beginWithMember,
	confirm,
	linksOf,
	linkTo,
	member,
	moved,
	movedByOperator,
	newMember,
	restore,
} from './people.ts';

beforeEach(beginWithMember);

/** Bindings whose second batch waits for something else to happen between the read and the write. */
function interrupted(meanwhile: () => Promise<unknown>): Bindings {
	let batches = 0;
	const DB = databaseOver(async (statements) => {
		if (++batches === 2) await meanwhile();
		return env.DB.batch(statements);
	});
	return { ...env, DB };
}

const using = (link: 'confirmation' | 'restoration', token: string, meanwhile: () => Promise<unknown>) =>
	call(
		'POST',
		`/auth/address/${link}`,
		{ token },
		{ 'CF-Connecting-IP': newAddress() },
		interrupted(meanwhile),
	);

const sum = async (userId: string, kind: string) =>
	(await mailsTo(userId)).filter((one) => one === kind).length;

test('exactly one of two people who confirm the same address at once gets it', async () => {
	const [other, email] = [await newMember(), uniqueEmail()];
	const [first, second] = [await linkTo(member, email), await linkTo(other, email)];
	const answers = await Promise.all([confirm(first), confirm(second)]);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	const held = [await addressOf(member.userId), await addressOf(other.userId)];
	expect(held.filter((address) => address === email)).toHaveLength(1);
});

test('one of two uses of a link at once changes the address, and one mail leaves', async () => {
	const token = await linkTo(member);
	const answers = await Promise.all([confirm(token), confirm(token)]);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
	expect(await sum(member.userId, 'address_changed')).toBe(1);
	expect(await linksOf(member.userId)).toEqual(['RESTORATION']);
});

test('a change by the operator while a person confirms another address wins', async () => {
	const token = await linkTo(member);
	const email = uniqueEmail();
	expect((await using('confirmation', token, () => movedByOperator(member, email))).status).toBe(400);
	expect(await addressOf(member.userId)).toBe(email);
	expect(await linksOf(member.userId)).toEqual(['RESTORATION']);
});

test('a confirmation while the operator changes the address is refused or undone, never half stored', async () => {
	const token = await linkTo(member);
	const [email, operator] = [uniqueEmail(), await newUser(['PLATFORM_ADMIN'])];
	const bindings = interrupted(() => confirm(token));
	expect((await as(operator, bindings).put(`/users/${member.userId}`, { email })).status).toBe(200);
	expect(await addressOf(member.userId)).toBe(email);
	expect(await linksOf(member.userId)).toEqual(['RESTORATION', 'RESTORATION']);
});

test('a restoration while a new change is confirmed restores the address and ends the link of that change', async () => {
	const back = await moved(member);
	at(new Date(now() + 1000).toISOString());
	const token = await linkTo(member);
	expect((await using('restoration', back, () => confirm(token))).status).toBe(200);
	expect(await addressOf(member.userId)).toBe(member.email);
	expect(await linksOf(member.userId)).toEqual([]);
});

test('a new change that is confirmed while the old address is restored is refused', async () => {
	const back = await moved(member);
	const token = await linkTo(member);
	expect((await using('confirmation', token, () => restore(back))).status).toBe(400);
	expect(await addressOf(member.userId)).toBe(member.email);
	expect(await sum(member.userId, 'address_restored')).toBe(1);
});

test('a role that is given while a person confirms ends the link', async () => {
	const token = await linkTo(member);
	const roles = `UPDATE users SET roles = '["EMPLOYEE","TECHNICAL_USER"]' WHERE id = ?`;
	const answer = await using('confirmation', token, () => env.DB.prepare(roles).bind(member.userId).run());
	expect(answer.status).toBe(400);
	expect(await addressOf(member.userId)).toBe(member.email);
});

test('a batch whose answer was lost is sent again, and changes the address once', async () => {
	const token = await linkTo(member);
	let batches = 0;
	const DB = databaseOver(async (statements) => {
		const results = await env.DB.batch(statements);
		if (++batches === 2) throw new Error('D1_ERROR: Network connection lost.');
		return results;
	});
	const from = { 'CF-Connecting-IP': newAddress() };
	const answer = await call('POST', '/auth/address/confirmation', { token }, from, { ...env, DB });
	expect(answer.status).toBe(200);
	expect(await sum(member.userId, 'address_changed')).toBe(1);
	expect(await linksOf(member.userId)).toEqual(['RESTORATION']);
	expect((await as(await openSession(member.userId)).get('/auth/me')).status).toBe(200);
});
