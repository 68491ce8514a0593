import { beforeAll, expect, test } from 'vitest';
import { browse, visitOf } from '../harness/console.ts';
import { deliver, newMail, postOffice } from '../harness/mail.ts';
import { pageOf } from '../harness/page.ts';
import { at, newCompany, newUser, type TestCompany } from '../harness/service.ts';

let company: TestCompany;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	const { userId } = await newUser(['EMPLOYEE']);
	for (let n = 0; n < 3; n++) {
		await newMail(userId, { kind: 'voucher_issued', companyId: company.id });
	}
	await deliver({ ...postOffice().bindings, MAIL_PER_DAY: '1' });
});

test.each([
	[
		'en',
		/2 mails wait .* by 9 March 2023/,
		'Will probably leave on',
		'9 March 2023',
		'held until a later day',
	],
	['de', /2 Mails warten.* bis 9\. März 2023/, 'Geht voraussichtlich ab am', '9. März 2023', 'späteren Tag'],
])(
	'in %s, Today counts held mails, and their page shows the day of each',
	async (language, count, label, day, state) => {
		const visit = await visitOf(company.admin);
		const open = async (path: string) =>
			pageOf((await browse(visit).get(path, { 'Accept-Language': language })).body);
		const today = await open(`/today?company=${company.id}`);
		const [line] = today.all('link', count);
		expect(line?.href).toContain('state=held');
		const page = await open(`/company/mails?company=${company.id}&state=held`);
		expect(page.text).toContain(label);
		expect(page.text).toContain(day);
		expect(page.text).toContain(state);
	},
);

test('on the next UTC day, Today counts none', async () => {
	at('2023-03-08T00:00:00.000Z');
	const visit = await visitOf(company.admin);
	const { body } = await browse(visit).get(`/today?company=${company.id}`, { 'Accept-Language': 'en' });
	expect(pageOf(body).all('link', /mails? waits?/)).toEqual([]);
});
