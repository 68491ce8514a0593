import { expect, test } from 'vitest';
import { json, login, newCompany, newUser, send } from './service.ts';

test('a photo that an employee sends by mail is a draft', async () => {
	const { companyId, token } = await newCompany();
	const email = await newUser('FLEX_DOCUMENT_VERIFIER', companyId);
	const { body } = await json('POST', '/employees', token, { email, companyId });
	const own = `/employees/${body.employeeId}/flex`;
	const { idToken } = await login(email);
	const { address } = (await json('POST', `${own}/receipt-address`, idToken)).body;
	const deliver = async (verifier: string, to = address) => {
		const mail = `Authentication-Results: ${verifier}; dkim=pass header.d=test.example; dmarc=pass header.from=test.example
From: Somebody <${email}>
To: ${to}
Message-ID: <1@test.example>
MIME-Version: 1.0
Content-Type: image/jpeg; name="lunch.jpg"
Content-Disposition: attachment
Content-Transfer-Encoding: base64

${Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64')}
`;
		const query = new URLSearchParams({ from: email, to });
		return (await send('POST', `/cdn-cgi/local/email?${query}`, mail.replaceAll('\n', '\r\n'))).status;
	};
	// An address that does not exist is refused, and a forged sender gets no answer.
	expect(await deliver('mx.cloudflare.net', address.replace('+', '+2'))).toBe(400);
	expect(await deliver('mx.forged.example')).toBe(200);
	expect((await json('GET', `${own}/receipt-drafts`, idToken)).body).toEqual([]);
	expect(await deliver('mx.cloudflare.net')).toBe(200);
	expect((await json('GET', `${own}/receipt-drafts`, idToken)).body).toMatchObject([
		{ source: 'MAIL', mediaType: 'image/jpeg', size: 7 },
	]);
});
