import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, call, newCompany, newUser, type TestCompany, uniqueEmail } from '../../harness/service.ts';

let company: TestCompany;
let path: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	const fields = {
		email: uniqueEmail(),
		companyId: company.id,
		personnelNumber: '00017',
		costCenter: '4711',
	};
	const { body } = await as(company.admin).post('/employees', fields);
	path = `/employees/${body.employeeId}`;
	await as(company.admin).put(path, { datePausedStart: '2023-02-01T00:00:00.000Z' });
});

const read = async () => (await as(company.admin).get(path)).body;
const put = (fields: object) => as(company.admin).put(path, fields);

describe('a record that was read', () => {
	test('may be written back as it is, and changes nothing', async () => {
		const record = await read();
		expect(await put(record)).toMatchObject({ status: 200, body: record });
		expect(await read()).toEqual(record);
		expect((await as(company.admin).get(`${path}/pauses`)).body).toHaveLength(1);
	});

	test('may be written back with a change', async () => {
		const record = { ...(await read()), costCenter: '4712' };
		expect(await put(record)).toMatchObject({ status: 200, body: record });
	});

	test.each(['email', 'employeeId', 'companyId'])(
		'may not be written back with another %s',
		async (field) => {
			const answer = await put({ ...(await read()), [field]: 'other@test.example' });
			expect(answer).toMatchObject({
				status: 400,
				body: { code: 'validation_failed', errors: [{ pointer: `#/${field}`, code: 'read_only' }] },
			});
		},
	);
});

test('an empty personnel number or cost centre is none, as payroll exports write it', async () => {
	const cleared = { personnelNumber: null, costCenter: null };
	expect((await put({ personnelNumber: '', costCenter: '' })).body).toMatchObject(cleared);
	const fields = { companyId: company.id, personnelNumber: '', costCentre: '' };
	for (const email of [uniqueEmail(), uniqueEmail()]) {
		const created = await as(company.admin).post('/employees', { ...fields, email });
		expect(created).toMatchObject({ status: 201, body: cleared });
	}
});

test.each([
	['  ', null],
	[' 47 11\u00a0', '47 11'],
])('blanks around a personnel number or cost centre are left out: %j', async (typed, kept) => {
	const { body } = await put({ personnelNumber: typed, costCenter: typed });
	expect(body).toMatchObject({ personnelNumber: kept, costCenter: kept });
});

test('an id in capitals is the same id', async () => {
	const shouted = path.toUpperCase().replace('/EMPLOYEES', '/employees');
	expect((await as(company.admin).get(shouted)).body).toEqual(await read());
	expect((await as(company.admin).get(`${shouted}/flex/access`)).status).toBe(200);
	expect((await as(company.admin).get(shouted.replace(/.$/, 'X'))).status).toBe(404);
});

test('an id in capitals is so in bodies and filters too', async () => {
	const record = await read();
	const shouted = {
		employeeId: record.employeeId.toUpperCase(),
		companyId: company.id.toUpperCase(),
	};
	expect(await put({ ...record, ...shouted })).toMatchObject({ status: 200, body: record });
	const listed = await as(company.admin).get(`/employees?companyId=${shouted.companyId}`);
	expect(listed.body).toEqual([record]);
	const created = await as(company.admin).post('/employees', {
		email: uniqueEmail(),
		companyId: shouted.companyId,
	});
	expect(created).toMatchObject({ status: 201, body: { companyId: company.id } });
});

describe('an e-mail address with an internationalised domain', () => {
	const password = 'correct horse battery staple';
	const unique = `ada${Math.trunc(Math.random() * 1e9)}`;

	test.each([`${unique}@bücher.example`, `${unique}@BÜCHER.example`, `${unique}@xn--bcher-kva.example`])(
		'is one address however it is spelt: %s',
		async (email) => {
			const platform = await newUser(['PLATFORM_ADMIN']);
			const user = { email: `${unique}@bücher.example`, roles: ['EMPLOYEE'], password };
			const created = await as(platform).post('/users', user);
			expect([201, 409]).toContain(created.status);
			expect((await as(platform).post('/users', { ...user, email })).status).toBe(409);
			expect((await call('POST', '/auth', { email, password })).status).toBe(200);
		},
	);

	test.each(['почта.рф', 'demo.xn--p1ai', 'demo.中国'])(
		'may have an internationalised last label: %s',
		async (domain) => {
			const fields = { email: `${unique}@${domain}`, companyId: company.id };
			const created = await as(company.admin).post('/employees?dryRun=true', fields);
			expect(created).toMatchObject({ status: 200, body: { email: fields.email } });
		},
	);

	test.each(["o'hara", 'a!b', '{a}', 'a#$%&*+/=?^_`|~-b'])(
		'may have before its @ what RFC 5321 permits: %s',
		async (local) => {
			const fields = { email: `${local}@demo.example`, companyId: company.id };
			expect(await as(company.admin).post('/employees?dryRun=true', fields)).toMatchObject({
				status: 200,
				body: { email: fields.email },
			});
		},
	);

	test('is refused when its domain is none', async () => {
		for (const email of ['ada@bü cher.example', 'ada@-ü.', 'ada@ü', 'ada@b/ü.example']) {
			const answer = await as(company.admin).post('/employees', { email, companyId: company.id });
			expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/email' }] } });
		}
	});
});
