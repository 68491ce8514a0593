import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { as, at, newUser, runCron } from '../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../harness/spending.ts';

let spender: Spender;
let path: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	path = `/employees/${spender.employeeId}/flex/receipt-address`;
});

const create = () => as(spender.employee).post(path);
const read = () => as(spender.employee).get(path);

test('an employee creates an address, and reads it again', async () => {
	expect(await read()).toMatchObject(refusal(404, 'not_found'));
	const { status, body } = await create();
	const { email } = (await as(spender.admin).get(`/employees/${spender.employeeId}`)).body;
	expect([status, body]).toEqual([
		201,
		{
			employeeId: spender.employeeId,
			dateCreated: '2023-03-07T12:00:00.000Z',
			address: expect.stringMatching(/^receipts\+([a-z2-7]{12}\.)?[a-z2-7]{32}@in\.zubrot\.example$/),
			sender: email,
		},
	]);
	// Mail servers take up to 64 characters before the @.
	expect(body.address.indexOf('@')).toBeLessThanOrEqual(64);
	expect((await read()).body).toEqual(body);
});

test('a new address takes the place of the old one, and no database stores either as it is', async () => {
	const { address: old } = (await create()).body;
	const { address } = (await create()).body;
	expect(address).not.toBe(old);
	expect((await read()).body.address).toBe(address);
	const { results } = await env.DB.prepare('SELECT * FROM receipt_addresses WHERE employee_id = ?')
		.bind(spender.employeeId)
		.all();
	const { results: events } = await env.DB.prepare('SELECT * FROM events').all();
	const stored = JSON.stringify([results, events]);
	for (const one of [old, address]) expect(stored).not.toContain(one.split(/[+@]/)[1]);
});

test('a repeated creation does not show the address again', async () => {
	const again = () => as(spender.employee).send('POST', path, undefined, { 'Idempotency-Key': 'lost' });
	const { body } = await again();
	expect((await again()).body).toEqual({ ...body, address: null });
	expect((await read()).body).toEqual(body);
});

test('removing the address may be repeated, and the history tells of it without a secret', async () => {
	const { address } = (await create()).body;
	const remove = () => as(spender.employee).delete(path);
	expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
	expect(await read()).toMatchObject(refusal(404, 'not_found'));
	const { body } = await as(spender.admin).get(`/events?companyId=${spender.company.id}`);
	const types = body.map(({ type }: { type: string }) => type);
	expect(types.filter((type: string) => type.startsWith('receipt_address'))).toEqual([
		'receipt_address.created',
		'receipt_address.removed',
	]);
	expect(JSON.stringify(body)).not.toContain(address.split(/[+@]/)[1]);
});

test('nobody else reads, replaces or removes it: no colleague, administrator, program or operator', async () => {
	const { body } = await create();
	for (const method of ['GET', 'POST', 'DELETE']) {
		expect((await as(await newUser(['EMPLOYEE'])).send(method, path)).status).toBe(404);
		for (const other of [
			spender.admin,
			spender.verifier,
			await newUser(['TECHNICAL_USER'], [spender.company.id]),
			await newUser(['PLATFORM_ADMIN']),
		]) {
			expect(await as(other).send(method, path)).toMatchObject(refusal(403, 'forbidden'));
		}
	}
	expect((await read()).body).toEqual(body);
});

test('without the setting there is none, and an earlier one can still be removed', async () => {
	await create();
	const off = as(spender.employee, { ...env, RECEIPTS_DOMAIN: '' });
	expect(await off.get(path)).toMatchObject(refusal(409, 'receipts_by_mail_off'));
	expect(await off.post(path)).toMatchObject(refusal(409, 'receipts_by_mail_off'));
	expect((await off.delete(path)).status).toBe(200);
	expect((await read()).status).toBe(404);
});

test('the address dies with an erasure', async () => {
	await create();
	const platform = await newUser(['PLATFORM_ADMIN']);
	await as(platform).put(`/companies/${spender.company.id}`, { retentionMonths: 0 });
	await as(platform).put(`/employees/${spender.employeeId}`, { dateTerminated: '2023-03-01T00:00:00.000Z' });
	expect((await as(platform).post(`/employees/${spender.employeeId}/erasure`)).status).toBe(200);
	await runCron('2023-03-07T13:00:00.000Z');
	const count = 'SELECT count(*) AS n FROM receipt_addresses WHERE employee_id = ?';
	expect(await env.DB.prepare(count).bind(spender.employeeId).first('n')).toBe(0);
	expect(await create()).toMatchObject(refusal(409, 'employee_erased'));
});
