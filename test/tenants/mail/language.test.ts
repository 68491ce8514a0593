import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { deliver, postOffice } from '../../harness/mail.ts';
import { as, at, newCompany, type TestCompany } from '../../harness/service.ts';
import { requestReset } from '../auth/one-time/links.ts';
import { registeredCheaply } from '../auth/registered.ts';

let company: TestCompany;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails');
	company = await newCompany();
	await as(company.admin).put(`/companies/${company.id}`, { language: 'de', senderName: 'Benefits Büro' });
});

/** A registered administrator of these companies, who is no employee. */
async function newColleague(companyIds: string[], language: string | null): Promise<string> {
	const email = await registeredCheaply();
	await env.DB.batch([
		env.DB.prepare(
			'UPDATE users SET roles = ?, language = ?, date_registered = 1, date_proven = 1, revision = revision + 1 WHERE email_key = ?',
		).bind('["COMPANY_ADMIN"]', language, email),
		...companyIds.map((id) =>
			env.DB.prepare('INSERT INTO user_companies SELECT id, ? FROM users WHERE email_key = ?').bind(
				id,
				email,
			),
		),
	]);
	return email;
}

async function resetMailTo(email: string) {
	expect((await requestReset(email)).status).toBe(200);
	const { bindings, sent } = postOffice();
	await deliver(bindings);
	return sent.find(({ to }) => to === email);
}

test.each([
	['has none', null, 'Neues Passwort wählen'],
	['has chosen German', 'de-AT', 'Neues Passwort wählen'],
	['has chosen English', 'en', 'Choose a new password'],
	['has chosen one that we do not have', 'fr', 'Neues Passwort wählen'],
])(
	'an administrator who %s is written to in the own language, else in that of the company',
	async (...row) => {
		const [, language, subject] = row;
		const mail = await resetMailTo(await newColleague([company.id], language));
		expect(mail).toMatchObject({ subject, from: { name: 'Benefits Büro' } });
	},
);

test('an administrator of several companies without a language is written to in English, for none of them', async () => {
	const other = await newCompany();
	const mail = await resetMailTo(await newColleague([company.id, other.id], null));
	expect(mail).toMatchObject({ subject: 'Choose a new password', from: { name: 'Zubrot' } });
});
