import { env } from 'cloudflare:workers';
import { hire, leaverOf, type Placed, storageOf, userIdOf } from '../../foundation/cells/people.ts';
import { as, newUser, uniqueEmail } from '../../harness/service.ts';
import { testFaults, type Write } from './two-databases.ts';

const hiringOf = (address: string) => (company: Placed) => hire(company, address);
const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });

function hiring(to: Placed, address: string): Write {
	const headers = key();
	const body = { email: address, companyId: to.id };
	const send = (bindings = env) => as(to.admin, bindings).send('POST', '/employees', body, headers);
	return { caller: to.admin, address, to, send, rival: hiringOf(address), statuses: [201] };
}

async function takingOver(from: Placed, to: Placed): Promise<Write> {
	const address = uniqueEmail();
	await leaverOf(from, address);
	return hiring(to, address);
}

testFaults({
	'A new employee in a cell': async ({ one }) => hiring(one, uniqueEmail()),

	'A new address of somebody in a cell': async ({ one }) => {
		const { body } = await hire(one, uniqueEmail());
		const [address, path, headers] = [uniqueEmail(), `/users/${await userIdOf(one, body.employeeId)}`, key()];
		const send = (bindings = env) => as(one.admin, bindings).send('PUT', path, { email: address }, headers);
		return { caller: one.admin, address, to: one, send, rival: hiringOf(address), statuses: [200] };
	},

	'An import into a cell': async ({ one }) => {
		const address = uniqueEmail();
		const file = ['email', uniqueEmail(), address].join('\r\n');
		const path = `/companies/${one.id}/employees/import`;
		const headers = { 'Content-Type': 'text/csv' };
		const send = (bindings = env) => as(one.admin, bindings).send('POST', path, file, headers);
		return { caller: one.admin, address, to: one, send, rival: hiringOf(address), statuses: [200] };
	},

	'A person created by SCIM in a cell': async ({ one }) => {
		const address = uniqueEmail();
		const headers = { 'Content-Type': 'application/scim+json' };
		const send = (bindings = env) =>
			as(one.admin, bindings).send('POST', '/scim/v2/Users', { userName: address }, headers);
		return { caller: one.admin, address, to: one, send, rival: hiringOf(address), statuses: [201, 409] };
	},

	'An erasure in a cell': async ({ one }) => {
		const platform = await newUser(['PLATFORM_ADMIN'], [], uniqueEmail(), one.cell ?? '');
		await storageOf(one).prepare('UPDATE companies SET retention_months = 0').run();
		const address = uniqueEmail();
		const { employeeId } = await leaverOf(one, address);
		const [path, headers] = [`/employees/${employeeId}/erasure`, key()];
		const send = (bindings = env) => as(platform, bindings).send('POST', path, undefined, headers);
		return { caller: platform, address, to: null, send, rival: hiringOf(address), statuses: [200] };
	},

	'An address that passes from a cell to another': ({ one, two }) => takingOver(one, two),
	'An address that passes from a cell to D1': ({ one, home }) => takingOver(one, home),
	'An address that passes from D1 to a cell': ({ home, two }) => takingOver(home, two),
});
