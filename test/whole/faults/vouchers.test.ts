import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { faultsOf, nameOf } from '../../harness/failing.ts';
import { isTried } from '../../harness/sampling.ts';
import { as, at, runCron } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { KEY, repeatingAt } from './repeating.ts';

const NOON = '2023-04-10T12:00:00.000Z';

let spender: Spender;
/** The transaction of the voucher of March, which is paid. */
let paid: string;
let ended: Awaited<ReturnType<typeof repeatingAt>>;

/** A voucher of March is paid, and one of today is due that no cron has issued. */
beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '17' });
	const wageTypes = { GOODIES: { number: '300' } };
	await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, { wageTypes });
	for (const day of ['2023-03-08', '2023-04-10']) {
		await as(spender.admin).post(`/employees/${spender.employeeId}/goodies/planned-vouchers`, {
			amount: cents(6000),
			goodiesVoucherType: 'SPECIAL',
			interval: 'ONCE',
			startDate: `${day}T00:00:00.000Z`,
		});
	}
	await runCron('2023-04-08T00:00:00.000Z');
	paid = (await spender.transactions())[0]?.id ?? '';
	ended = await repeatingAt(NOON);
});
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

const send = (method: string, path: string, body: object) => (bindings: Bindings) =>
	as(spender.admin, bindings).send(method, path, body, KEY);

const pause = (bindings: Bindings) =>
	send('PUT', `/employees/${spender.employeeId}`, { datePausedStart: '2023-04-10T00:00:00.001Z' })(bindings);
const correct = (value: number) => (bindings: Bindings) =>
	send('POST', `/companies/${spender.company.id}/flex/payroll-transactions/${paid}/corrections`, {
		amount: cents(value),
		reason: 'Given back',
	})(bindings);

test.each([
	['a pause that issues a voucher that was due, and books it', pause, 200, [6000, 6000]],
	['a correction that takes a voucher back', correct(-6000), 201, [6000, -6000]],
] as const)('%s ends like a faultless one, whatever fails', async (_, act, status, amounts) => {
	const faultless = await ended(act, null);
	expect(faultless.status).toBe(status);
	expect((await spender.transactions()).map(({ amount }) => amount.value)).toEqual(amounts);

	for (const [index, one] of faultsOf(faultless.calls.length).entries()) {
		if (!isTried(index, 3)) continue;
		const { end } = await ended(act, one);
		const fault = nameOf(one, faultless.calls);
		expect.soft({ fault, ...end }).toEqual({ fault, ...faultless.end });
	}
});
