import { beforeEach, expect, test } from 'vitest';
import { leastContrast, requireVisible } from '../../../src/tenants/companies/branding/rules.ts';
import { bytesOf, sendBytes } from '../../harness/bytes.ts';
import { ascii, file, JPEG, PNG, WEBP } from '../../harness/receipts.ts';
import { as, at, newCompany, newEmployee, newUser, type TestCompany, userOf } from '../../harness/service.ts';
import { exported } from '../../harness/zip.ts';

let company: TestCompany;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
});

const path = () => `/companies/${company.id}/logo`;
const put = async (bytes: Uint8Array<ArrayBuffer>, headers = {}) => {
	const typed = { 'Content-Type': 'image/png', ...headers };
	const response = await sendBytes(company.admin, 'PUT', path(), bytes, typed);
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const eventsOf = async () =>
	(await as(company.admin).get(`/events?subject=${company.id}&type=company.updated`)).body;

test('a logo is set, replaced and removed, each recorded in the history', async () => {
	const first = await put(PNG);
	expect(first).toMatchObject({ status: 200, body: { mediaType: 'image/png', size: PNG.length } });
	const second = await put(WEBP);
	expect(second.body.sha256).not.toBe(first.body.sha256);
	expect(await put(WEBP)).toEqual(second);
	const read = await sendBytes(company.admin, 'GET', path());
	expect(read.headers.get('Content-Type')).toBe('image/webp');
	expect(read.headers.get('Content-Disposition')).toBe('attachment; filename="logo.webp"');
	expect(await bytesOf(read)).toEqual(WEBP);
	expect(await as(company.admin).delete(path())).toMatchObject({ status: 200, body: { success: true } });
	expect(await as(company.admin).get(path())).toMatchObject({ status: 404 });
	expect(await eventsOf()).toMatchObject([
		{ before: { logo: null }, after: { logo: first.body.sha256 } },
		{ before: { logo: first.body.sha256 }, after: { logo: second.body.sha256 } },
		{ before: { logo: second.body.sha256 }, after: { logo: null } },
	]);
});

test('a file is judged by its first bytes and its size', async () => {
	const svg = file(ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'));
	for (const bytes of [JPEG, svg])
		expect(await put(bytes)).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
	const large = new Uint8Array(20 * 1024);
	large.set(PNG);
	expect((await put(large)).status).toBe(200);
	const larger = new Uint8Array(20 * 1024 + 1);
	larger.set(PNG);
	expect(await put(larger)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
});

test('a repeated request answers the same, and the key of one file does not serve another', async () => {
	const key = { 'Idempotency-Key': crypto.randomUUID() };
	const answers = [await put(PNG, key), await put(PNG, key)];
	expect(answers[1]).toEqual(answers[0]);
	expect((await put(file([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]), key)).status).toBe(409);
	expect(await eventsOf()).toHaveLength(1);
});

test('people of the company read its logo, and those of another do not', async () => {
	await put(PNG);
	const employee = await userOf(await newEmployee(company));
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	const stranger = await userOf(await newEmployee(await newCompany()));
	for (const [user, status] of [
		[employee, 200],
		[verifier, 200],
		[stranger, 404],
		[await newUser(['COMPANY_ADMIN'], [(await newCompany()).id]), 404],
	] as const)
		expect((await sendBytes(user, 'GET', path())).status).toBe(status);
});

test('an export of the company has its logo', async () => {
	await put(PNG);
	const files = await exported(company.admin, `/companies/${company.id}`);
	expect(files['company/logo.json']).toEqual([
		{ companyId: company.id, mediaType: 'image/png', content: Buffer.from(PNG).toString('base64') },
	]);
});

test('a colour that cannot be seen in a scheme is refused with its contrast and one that would do', async () => {
	const set = (color: string | null) => as(company.admin).put(`/companies/${company.id}`, { color });
	for (const color of ['#ffff00', '#000080', '#ffffff']) {
		const { status, body } = await set(color);
		expect(status).toBe(400);
		const [{ pointer, code, detail }] = body.errors;
		expect([pointer, code]).toEqual(['#/color', 'too_small']);
		const [, found = ''] =
			/^The contrast of this colour is (?:\d\.?\d*) : 1, and 3 : 1 is needed on light and dark pages\. (#[0-9a-f]{6}) would do\.$/.exec(
				detail,
			) ?? [];
		expect(await set(found)).toMatchObject({ status: 200, body: { color: found } });
	}
	expect(await set(null)).toMatchObject({ status: 200, body: { color: null } });
	expect((await set('red')).status).toBe(400);
	expect((await set('#3273c9')).status).toBe(200);
});

test('every colour can be seen, or has one near it that can', () => {
	for (let red = 0; red < 256; red += 51)
		for (let green = 0; green < 256; green += 51)
			for (let blue = 0; blue < 256; blue += 51) {
				const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
				const refused = (): void => requireVisible(color);
				if (leastContrast(color) >= 3) expect(refused).not.toThrow();
				else expect(refused).toThrow(/#[0-9a-f]{6} would do\.$/);
			}
});

test('a new company may have a colour', async () => {
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	const given = { name: 'Neue GmbH', taxAffiliation: 'DE', color: '#3273c9' };
	expect(await platform.post('/companies', given)).toMatchObject({
		status: 201,
		body: { color: '#3273c9' },
	});
	expect((await platform.post('/companies', { ...given, color: '#ffffff' })).status).toBe(400);
});
