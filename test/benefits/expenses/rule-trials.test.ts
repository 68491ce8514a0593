import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { counting } from '../../harness/counting.ts';
import { eventsFor } from '../../harness/events.ts';
import { register } from '../../harness/mail.ts';
import { PDF, upload } from '../../harness/receipts.ts';
import { as, at, newCompany, runCron } from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { newTill } from '../../harness/tills.ts';

const LATER = '2023-03-07T13:00:00.000Z';

let spender: Spender;

let till: ReturnType<typeof newTill>;

eachTestFinds(async () => {
	at('2023-02-27T12:00:00.000Z');
	spender = await newSpender({ budget: cents(20_000) });
	await register(spender.employee.userId);
	till = newTill();
	for (let done = 0; done < 3; done++) {
		const other = await newSpender({}, spender.company);
		await other.approved({ machineReadable: till('10.00') });
	}
	expect((await setRule({ samplePercent: 0 })).status).toBe(200);
});

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

const setRule = (fields: object = {}, module = 'INTERNET', by = spender.admin) =>
	as(by).put(`/companies/${spender.company.id}/flex/approval-rules/${module}`, {
		maxAmount: cents(2000),
		...fields,
	});

let pictures = 0;

/** Adds a picture that no other expense has. */
const photograph = (id: string) => upload(spender.employee, id, Uint8Array.from([...PDF, ++pictures]));

/** Submits an expense with a picture, and runs the cron an hour later. */
async function ruledOn(given: object = {}, later = LATER): Promise<string> {
	const id = await spender.submitted({ machineReadable: till('10.00'), ...given });
	await photograph(id);
	await runCron(later);
	return id;
}

describe('a dry run', () => {
	const tried = async (
		fields: object = {},
		module = 'INTERNET',
		by = spender.admin,
		bindings: Bindings = env,
	) =>
		as(by, bindings).put(`/companies/${spender.company.id}/flex/approval-rules/${module}?dryRun=true`, {
			maxAmount: cents(2000),
			...fields,
		});
	const trialOf = async (fields: object = {}) => (await tried(fields)).body.trial;
	const euros = (amount: number) => ({ machineReadable: till(`${amount}.00`), amount: cents(100 * amount) });
	/** Submits an expense with a picture, which waits for a person. */
	const photographed = async (given: object = {}): Promise<string> => {
		const id = await spender.submitted(given);
		await photograph(id);
		return id;
	};

	test('says what the rule would have approved, and where people decided otherwise', async () => {
		await ruledOn(euros(1));
		await spender.approve(await photographed(euros(2)));
		await spender.reject(await photographed(euros(3)));
		await spender.approvePart(await photographed(euros(4)), 100, { reasons: ['no_items'] });
		const returned = await photographed(euros(5));
		await spender.sendBack(returned);
		await spender.mend(returned, { amount: cents(500) });
		await spender.approve(returned);
		// No rule may approve these.
		await spender.approve(await photographed({ ...euros(6), machineReadable: newTill()('6.00') }));
		await spender.approve(await photographed({ amount: cents(700) }));
		await spender.approve(await spender.submitted(euros(8)));
		await spender.reject(await photographed(euros(21)));
		// Nobody has decided on these, and the last one is of another module.
		await photographed(euros(9));
		await spender.withdraw(await photographed(euros(10)));
		await spender.approved({ module: 'HOLIDAY' });
		expect(await tried({ acceptsInvoices: true })).toMatchObject({
			status: 200,
			body: {
				module: 'INTERNET',
				maxAmount: cents(2000),
				acceptsInvoices: true,
				trial: {
					firstDay: '2022-12-08',
					// Three of them made the till known.
					decided: 12,
					permitted: 5,
					rejected: 1,
					approvedInPart: 1,
					returned: 1,
				},
			},
		});
		expect(await trialOf({ maxAmount: cents(300) })).toMatchObject({
			decided: 12,
			permitted: 3,
			rejected: 1,
		});
		expect(await trialOf({ maxAmount: cents(299) })).toMatchObject({ permitted: 2, rejected: 0 });
	});

	test('changes nothing, and is for administrators', async () => {
		expect((await tried({ maxAmount: cents(1) })).status).toBe(200);
		const { body } = await as(spender.admin).get(`/companies/${spender.company.id}/flex/approval-rules`);
		expect(body).toEqual([expect.objectContaining({ maxAmount: cents(2000) })]);
		expect(await eventsFor(spender.admin, 'type=approval_rule.set')).toHaveLength(1);
		expect((await tried({}, 'INTERNET', spender.verifier)).status).toBe(403);
		expect((await tried({}, 'INTERNET', (await newCompany()).admin)).status).toBe(404);
		expect((await tried({ samplePercent: 101 })).status).toBe(400);
	});

	test('judges a first submission without the second one, and a second one with the first', async () => {
		const { machineReadable, amount } = euros(4);
		const [first, second] = [
			await photographed({ machineReadable, amount }),
			await photographed({ machineReadable, amount }),
		];
		await spender.reject(second);
		await spender.approve(first);
		expect(await trialOf()).toMatchObject({ decided: 5, permitted: 1, rejected: 0 });
	});

	test('judges an approved expense within a legal limit that it uses up itself', async () => {
		const path = `/companies/${spender.company.id}`;
		expect((await as(spender.admin).put(path, { observedLimits: ['INTERNET'] })).status).toBe(200);
		await spender.approve(await photographed(euros(50)));
		expect(await trialOf({ maxAmount: cents(5000) })).toMatchObject({ permitted: 1 });
	});

	test('takes purchases of 90 days, also when their month is closed', async () => {
		await spender.approve(await photographed(euros(4)));
		at('2023-05-27T23:59:59.999Z');
		expect(await trialOf()).toEqual({
			firstDay: '2023-02-27',
			decided: 4,
			permitted: 1,
			rejected: 0,
			approvedInPart: 0,
			returned: 0,
		});
		at('2023-05-28T00:00:00.000Z');
		expect(await trialOf()).toMatchObject({ firstDay: '2023-02-28', decided: 0, permitted: 0 });
	});

	test('takes the last 1,000 decisions, and reads a few rows for each, even if one person bought everything on one day', async () => {
		const id = await spender.approved(euros(4));
		await env.DB.prepare('UPDATE companies SET max_expenses_per_month = 2000').run();
		const { results } = await env.DB.prepare('PRAGMA table_info(expenses)').all<{ name: string }>();
		const others = results
			.map(({ name }) => name)
			.filter(
				(name) => !['id', 'date', 'amount_value', 'approved_amount_value', 'machine_facts'].includes(name),
			);
		await env.DB.prepare(
			`INSERT INTO expenses (id, date, amount_value, approved_amount_value, machine_facts, ${others})
				WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 998)
				SELECT substr(id, 1, 20) || printf('%016d', i), date + 86400000, i, i, json_set(machine_facts, '$.mark', i), ${others}
				FROM n, expenses WHERE id = ?`,
		)
			.bind(id)
			.run();
		const { counted, bindings } = counting();
		const { body } = await tried({}, 'INTERNET', spender.admin, bindings);
		expect(body.trial).toMatchObject({ firstDay: '2023-02-27', decided: 1000 });
		expect(counted.rowsRead).toBeLessThan(100 * 1000);
	});
});
