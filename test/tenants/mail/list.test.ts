import { beforeAll, describe, expect, test } from 'vitest';
import { deliver, newMail, postOffice } from '../../harness/mail.ts';
import { as, at, newCompany, newUser, type TestCompany, uniqueEmail } from '../../harness/service.ts';

let company: TestCompany;
let address: string;
let sent: string;
let waiting: string;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	address = uniqueEmail();
	const { userId } = await newUser(['EMPLOYEE'], [], address);
	sent = await newMail(userId, { kind: 'invitation', companyId: company.id, token: 'the token' });
	await deliver(postOffice().bindings);
	waiting = await newMail(userId, { kind: 'password_changed', companyId: company.id });
});

const mailsOf = (query = '') => as(company.admin).get(`/companies/${company.id}/mails${query}`);

describe('a manager of the company', () => {
	test('reads kind, recipient, state and attempts of each mail, and never its token', async () => {
		const { status, body } = await mailsOf();
		expect(status).toBe(200);
		expect(body).toMatchObject([
			{
				id: sent,
				kind: 'invitation',
				recipient: address,
				state: 'sent',
				attempts: 1,
				dateSent: '2023-03-07T12:00:00.000Z',
				dateDue: null,
				reason: null,
			},
			{ id: waiting, state: 'waiting', attempts: 0, dateSent: null, dateDue: '2023-03-07T12:00:00.000Z' },
		]);
		expect(JSON.stringify(body)).not.toMatch(/token|sealed/);
	});

	test.each([
		['sent', () => [sent]],
		['waiting', () => [waiting]],
		['failed', () => []],
	])('reads only mails in the state %s when asked to', async (state, expected) => {
		const { body } = await mailsOf(`?state=${state}`);
		expect(body.map(({ id }: { id: string }) => id)).toEqual(expected());
	});

	test('reads page by page', async () => {
		const { body, headers } = await mailsOf('?limit=1');
		expect(body).toMatchObject([{ id: sent }]);
		const [, next = ''] = /<(.+)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
		expect((await as(company.admin).get(next)).body).toMatchObject([{ id: waiting }]);
	});
});

test('mails of another company are not found', async () => {
	const other = await newCompany();
	expect((await as(other.admin).get(`/companies/${company.id}/mails`)).status).toBe(404);
	expect((await as(other.admin).get(`/companies/${other.id}/mails`)).body).toEqual([]);
});
