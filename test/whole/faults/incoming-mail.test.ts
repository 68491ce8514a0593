import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Fault, failing, faultsOf, nameOf } from '../../harness/failing.ts';
import { messageOf, receive, verified } from '../../harness/incoming-mail.ts';
import { postOffice, register } from '../../harness/mail.ts';
import { PDF, PNG } from '../../harness/receipts.ts';
import { as, at, runCron } from '../../harness/service.ts';
import { snapshot } from '../../harness/snapshot.ts';
import { newSpender, type Spender } from '../../harness/spending.ts';

const NOON = '2023-03-07T12:00:00.000Z';
/** When uploads that nobody has ended are removed. */
const LATER = '2023-03-07T14:00:00.000Z';

let spender: Spender;
let raw: Uint8Array;
let from: string;
let to: string;
let restore: () => Promise<void>;

beforeAll(async () => {
	at(NOON);
	spender = await newSpender();
	await register(spender.employee.userId);
	const created = await as(spender.employee).post(`/employees/${spender.employeeId}/flex/receipt-address`);
	({ address: to, sender: from } = created.body);
	raw = messageOf([verified(from.split('@')[1] ?? ''), `From: ${from}`], [{ bytes: PDF }, { bytes: PNG }]);
	restore = await snapshot();
});
beforeEach(() => {
	for (const level of ['log', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

/** Delivers a mail over a fault, and again over none if the sender was asked to try again. */
async function delivered(fault: Fault | null) {
	await restore();
	at(NOON);
	const { bindings, calls } = failing(fault);
	const { MAIL_QUEUE } = postOffice().bindings;
	const isTaken = await receive(raw, { from, to, bindings: { ...bindings, MAIL_QUEUE } }).then(
		() => true,
		() => false,
	);
	if (!isTaken) await receive(raw, { from, to });
	const path = `/employees/${spender.employeeId}/flex/receipt-drafts`;
	const drafts = (await as(spender.employee).get(path)).body.map(({ id }: { id: string }) => id);
	const { results: answers } = await env.DB.prepare(
		`SELECT id FROM mails WHERE kind = 'receipts_taken'`,
	).all();
	await runCron(LATER);
	const { objects } = await env.RECEIPTS.list();
	return { drafts, answers, calls, files: objects.map(({ key }) => key).sort() };
}

test('whatever fails while a mail is taken, each file is one draft, and no other file stays in the bucket', async () => {
	const faultless = await delivered(null);
	expect([faultless.drafts.length, faultless.answers.length]).toEqual([2, 1]);
	for (const one of faultsOf(faultless.calls.length)) {
		const fault = nameOf(one, faultless.calls);
		const { drafts, answers, files } = await delivered(one);
		expect.soft({ fault, drafts: drafts.length }).toEqual({ fault, drafts: 2 });
		expect.soft({ fault, files }).toEqual({ fault, files: [...drafts].sort() });
		// Only a process that died after it had stored the answer answers again.
		expect
			.soft({ fault, answers: answers.length <= 2 && answers.length > 0 })
			.toEqual({ fault, answers: true });
	}
});
