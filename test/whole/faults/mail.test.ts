import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Fault, failing, faultsOf, nameOf } from '../../harness/failing.ts';
import { deliver, newMail, postOffice, register } from '../../harness/mail.ts';
import { as, at, newUser, uniqueEmail } from '../../harness/service.ts';
import { snapshot } from '../../harness/snapshot.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';

const NOON = '2023-03-07T12:00:00.000Z';
/** When every lease is over and every pause after a first failure. */
const LATER = '2023-03-07T13:00:00.000Z';

let addresses: string[];
let spender: Spender;
let expenseId: string;
let restore: () => Promise<void>;

beforeAll(async () => {
	at(NOON);
	addresses = [uniqueEmail(), uniqueEmail(), uniqueEmail()].sort();
	for (const email of addresses) {
		const { userId } = await newUser(['EMPLOYEE'], [], email);
		await newMail(userId, { token: `the token of ${email}` });
	}
	spender = await newSpender();
	await register(spender.employee.userId);
	expenseId = await spender.submitted({ amount: cents(100) });
	// The invitation of the employee, who has registered by hand, is not among those that are counted.
	await env.DB.exec("DELETE FROM mails WHERE kind = 'invitation'");
	restore = await snapshot();
});
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

const stateOf = async () =>
	(
		await env.DB.prepare(
			`SELECT state, sealed, count(*) AS mails FROM mails WHERE kind = 'password_reset' GROUP BY state, sealed`,
		).all()
	).results;

/** Sends over a fault, and an hour later over none. */
async function sent(fault: Fault | null) {
	await restore();
	at(NOON);
	const { bindings, calls } = failing(fault);
	const office = postOffice();
	const { EMAIL, MAIL_QUEUE } = office.bindings;
	await deliver({ ...bindings, EMAIL, MAIL_QUEUE }).catch(() => 0);
	at(LATER);
	await deliver(office.bindings);
	return { to: office.sent.map(({ to }) => to).sort(), calls };
}

test('whatever fails while mails are sent, none is lost, and each is sent twice at most', async () => {
	const faultless = await sent(null);
	expect(faultless.to).toEqual(addresses);
	expect(faultless.calls).toEqual(['D1 batch', 'D1 batch', 'D1 batch']);
	for (const one of faultsOf(faultless.calls.length)) {
		const { to } = await sent(one);
		const fault = nameOf(one, faultless.calls);
		expect.soft({ fault, to: [...new Set(to)] }).toEqual({ fault, to: addresses });
		// Only a process that died between sending and recording sends again.
		const isForgotten = one.call === 2 && one.moment === 'before' && one.kind !== 'lost';
		expect.soft({ fault, count: to.length }).toEqual({ fault, count: isForgotten ? 6 : 3 });
		expect.soft({ fault, state: await stateOf() }).toEqual({
			fault,
			state: [{ state: 'sent', sealed: null, mails: 3 }],
		});
	}
});

test('whatever fails while an expense is approved, it has its mail if and only if it is approved', async () => {
	const approve = async (fault: Fault | null) => {
		await restore();
		at(NOON);
		const { bindings, calls } = failing(fault);
		await as(spender.verifier, bindings).post(`/flex/expenses/${expenseId}/approval`);
		const { results } = await env.DB.prepare(
			`SELECT (SELECT count(*) FROM expenses WHERE id = ? AND state = 'APPROVED') AS approved,
				(SELECT count(*) FROM mails WHERE kind = 'expense_approved') AS mails`,
		)
			.bind(expenseId)
			.all<{ approved: number; mails: number }>();
		return { calls, ...(results[0] ?? { approved: -1, mails: -2 }) };
	};
	const faultless = await approve(null);
	expect(faultless).toMatchObject({ approved: 1, mails: 1 });
	for (const one of faultsOf(faultless.calls.length)) {
		const { approved, mails } = await approve(one);
		expect.soft({ fault: nameOf(one, faultless.calls), mails }).toEqual({
			fault: nameOf(one, faultless.calls),
			mails: approved,
		});
	}
});

test('a queue that is out of order keeps nobody waiting, and the cron sends the mail', async () => {
	await restore();
	at(NOON);
	const office = postOffice();
	const MAIL_QUEUE = { send: () => Promise.reject(new Error('down')) } as unknown as Queue<string>;
	const log = vi.spyOn(console, 'log').mockImplementation(() => {});
	const answer = await as(spender.verifier, { ...office.bindings, MAIL_QUEUE }).post(
		`/flex/expenses/${expenseId}/approval`,
	);
	expect(answer.status).toBe(200);
	expect(log.mock.calls.join()).toContain('mail_not_woken');
	at(LATER);
	await deliver(office.bindings);
	expect(office.sent.map(({ subject }) => subject)).toContain('Your expense was approved');
});
