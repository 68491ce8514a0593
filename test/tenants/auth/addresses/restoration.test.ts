import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeBeside } from '../../../../src/foundation/core/codes.ts';
import { eventsFor } from '../../../harness/events.ts';
import { deliver, postOffice } from '../../../harness/mail.ts';
import { giveSecondFactor } from '../../../harness/second-factor.ts';
import { as, newCompany, newUser, now, openSession, runCron, uniqueEmail } from '../../../harness/service.ts';
import { confirmReset, logIn, mailedToken, mailsTo, PASSWORD } from '../one-time/links.ts';
import {
	addressOf,
	beginWithMember,
	confirm,
	later,
	linksOf,
	linkTo,
	member,
	moved,
	movedByOperator,
	NOT_VALID,
	newMember,
	restore,
} from './people.ts';

beforeEach(beginWithMember);

const DAY_MS = 86_400_000;

describe('the link in the mail to the old address', () => {
	test('restores it, ends the password and brings a link to choose another', async () => {
		const { userId, email: old, admin } = member;
		const email = uniqueEmail();
		const token = await moved(member, email);
		const session = await openSession(userId);
		expect(await restore(token)).toMatchObject({ status: 200, body: { success: true } });
		expect(await addressOf(userId)).toBe(old);
		later(11_000);
		expect((await as(session).get('/auth/me')).status).toBe(401);
		for (const address of [old, email]) expect((await logIn(address)).status).toBe(401);
		expect(
			(await confirmReset(await mailedToken(userId, 'password_reset'), 'ten herons on the harbour')).status,
		).toBe(200);
		expect((await logIn(old, 'ten herons on the harbour')).status).toBe(200);
		expect(await restore(token)).toMatchObject(NOT_VALID);
		const events = await eventsFor(admin, `subject=${userId}&type=user.updated`);
		expect(events).toContainEqual(
			expect.objectContaining({
				before: { email, password: null },
				after: { email: old, password: 'removed' },
			}),
		);
	});

	test('brings a link to a new password that works when resets no longer rest', async () => {
		const { userId, admin } = member;
		await giveSecondFactor(userId);
		expect((await as(admin).delete(`/users/${userId}/second-factor`)).status).toBe(200);
		const back = await moved(member);
		later(DAY_MS);
		expect(await restore(back)).toMatchObject({ status: 200 });
		const link = await mailedToken(userId, 'password_reset');
		later(2 * DAY_MS - 1);
		expect(await confirmReset(link)).toMatchObject({ status: 409, body: { code: 'link_too_early' } });
		later(1);
		expect(await confirmReset(link)).toMatchObject({ status: 200 });
	});

	test('works by its code, for seven days and no longer', async () => {
		const token = await moved(member);
		later(7 * DAY_MS - 1);
		expect(await restore(codeBeside(token))).toMatchObject({ status: 200 });
		const other = await newMember();
		const late = await moved(other);
		later(7 * DAY_MS);
		expect(await restore(late)).toMatchObject(NOT_VALID);
		await runCron(new Date(now()).toISOString());
		expect(await linksOf(other.userId)).toEqual([]);
	});

	test('works after a second change, and ends the link of that one', async () => {
		const first = await moved(member);
		later(1000);
		const second = await moved(member);
		later(1000);
		expect(await restore(first)).toMatchObject({ status: 200 });
		expect(await addressOf(member.userId)).toBe(member.email);
		expect(await restore(second)).toMatchObject(NOT_VALID);
	});

	test('about the second change restores the second address, and the first link still works', async () => {
		const between = uniqueEmail();
		const first = await moved(member, between);
		later(1000);
		const second = await moved(member);
		later(1000);
		expect(await restore(second)).toMatchObject({ status: 200 });
		expect(await addressOf(member.userId)).toBe(between);
		expect(await restore(first)).toMatchObject({ status: 200 });
		expect(await addressOf(member.userId)).toBe(member.email);
	});

	test('ends a change that waits for its confirmation', async () => {
		const token = await moved(member);
		const waiting = await linkTo(member);
		expect(await restore(token)).toMatchObject({ status: 200 });
		expect(await confirm(waiting)).toMatchObject(NOT_VALID);
		expect(await linksOf(member.userId)).toEqual([]);
	});

	test('gives the replaced address a mail without a link, so that nobody can restore it', async () => {
		const email = uniqueEmail();
		const token = await moved(member, email);
		const { sent, bindings } = postOffice();
		await restore(token);
		await deliver(bindings);
		const [mail] = sent.filter(
			({ to, subject }) => to === email && /changed back|zurückgesetzt/.test(subject),
		);
		expect(mail?.text).not.toContain('#');
	});

	test('says clearly that somebody else has the old address now', async () => {
		const token = await moved(member);
		// The database refuses this during the seven days. An older version may have given the address away.
		await env.DB.prepare('UPDATE address_changes SET email_key = NULL WHERE user_id = ?')
			.bind(member.userId)
			.run();
		const created = await as(await newUser(['PLATFORM_ADMIN'])).post('/users', {
			email: member.email,
			roles: ['COMPANY_ADMIN'],
			password: PASSWORD,
		});
		expect(created.status).toBe(201);
		expect(await restore(token)).toMatchObject({
			status: 409,
			body: { code: 'address_reassigned', detail: expect.stringMatching(/belongs to another account/) },
		});
	});

	test('works for a closed account, which stays closed', async () => {
		const token = await moved(member);
		await as(member.admin).post(`/users/${member.userId}/closure`);
		expect(await restore(token)).toMatchObject({ status: 200 });
		expect(await addressOf(member.userId)).toBe(member.email);
		expect((await logIn(member.email)).status).toBe(401);
	});

	test.each([
		['another password', "UPDATE users SET password_hash = 'x' WHERE id = ?", ['RESTORATION']],
		[
			'another role',
			`UPDATE users SET roles = '["EMPLOYEE","TECHNICAL_USER"]' WHERE id = ?`,
			['RESTORATION'],
		],
		['the release of the address', 'UPDATE users SET email_key = id WHERE id = ?', []],
	])('meets %s', async (_, change, left) => {
		await moved(member);
		await env.DB.prepare(change).bind(member.userId).run();
		expect(await linksOf(member.userId)).toEqual(left);
	});
});

describe('a change by the operator', () => {
	test('mails the old address too, and ends the sessions', async () => {
		const { sent, bindings } = postOffice();
		const token = await movedByOperator(member);
		await deliver(bindings);
		expect(sent.filter(({ to }) => to === member.email).at(-1)?.text).toMatch(/operator|Betreiber/);
		later(11_000);
		expect((await as(member.user).get('/auth/me')).status).toBe(401);
		expect(await restore(token)).toMatchObject({ status: 200 });
		expect(await addressOf(member.userId)).toBe(member.email);
	});

	test('together with a role still mails the old address', async () => {
		const { sent, bindings } = postOffice();
		const email = uniqueEmail();
		const company = await newCompany();
		const fields = { email, roles: ['EMPLOYEE', 'TECHNICAL_USER'], manageableCompanyIds: [company.id] };
		await as(await newUser(['PLATFORM_ADMIN'])).put(`/users/${member.userId}`, fields);
		await deliver(bindings);
		expect(sent.filter(({ to }) => to === member.email).at(-1)?.subject).toMatch(/changed|geändert/);
	});

	test('to an invited person mails nobody but the new address', async () => {
		const company = await newCompany();
		const invited = await newUser(['COMPANY_ADMIN'], [company.id]);
		await as(await newUser(['PLATFORM_ADMIN'])).put(`/users/${invited.userId}`, { email: uniqueEmail() });
		expect(await mailsTo(invited.userId)).not.toContain('address_changed');
		expect(await linksOf(invited.userId)).toEqual([]);
	});
});
