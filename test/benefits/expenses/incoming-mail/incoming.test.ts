import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { databaseOf } from '../../../../src/foundation/cells/places.ts';
import { newCompanyInCell } from '../../../harness/cells.ts';
import { type Attached, messageOf, receive, verified } from '../../../harness/incoming-mail.ts';
import { sampleOf, XML } from '../../../harness/invoices.ts';
import { deliver, postOffice, register } from '../../../harness/mail.ts';
import { file, JPEG, PDF, PNG } from '../../../harness/receipts.ts';
import { as, at, newUser } from '../../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let path: string;
/** The address for receipts. */
let to: string;
/** The person's own address. */
let from: string;
let office: ReturnType<typeof postOffice>;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	await register(spender.employee.userId);
	path = `/employees/${spender.employeeId}/flex/receipt-address`;
	({ address: to, sender: from } = (await as(spender.employee).post(path)).body);
	office = postOffice();
});

const domain = () => from.slice(from.indexOf('@') + 1);
const headersOf = (...more: string[]) => [verified(domain()), `From: Erika <${from}>`, `To: ${to}`, ...more];
const send = (files: readonly Attached[], headers = headersOf(), envelope = from) =>
	receive(messageOf(headers, files), { from: envelope, to, bindings: office.bindings });
const drafts = async () =>
	(await as(spender.employee).get(`/employees/${spender.employeeId}/flex/receipt-drafts`)).body;
const answers = async () => {
	await deliver(office.bindings);
	return office.sent.splice(0).filter((mail) => mail.to === from);
};
const pictures = (count: number): Attached[] =>
	Array.from({ length: count }, (_, index) => ({
		name: `${index}.jpg`,
		bytes: file([0xff, 0xd8, 0xff, index], 16),
	}));

describe('a mail from the person', () => {
	test('makes drafts: an invoice with its facts, and a photo without', async () => {
		expect(
			await send([
				{ name: 'rechnung.pdf', bytes: sampleOf('en16931') },
				{ name: 'foto.jpg', bytes: JPEG },
				{ name: 'notes.txt', bytes: file([1, 2]) },
			]),
		).toBeNull();
		expect(await drafts()).toMatchObject([
			{ source: 'MAIL', mediaType: 'application/pdf', machineFacts: { amount: cents(1000) } },
			{ source: 'MAIL', mediaType: 'image/jpeg', machineFacts: null },
		]);
		const [{ to: recipient, subject, text } = { to: '', subject: '', text: '' }, ...more] = await answers();
		expect([recipient, subject, more]).toEqual([from, 'Receipts from your mail: 2 of 3 became drafts', []]);
		const told = text.replaceAll('\u200c', '');
		expect(told).toMatch(/rechnung\.pdf: saved as a draft\. Invoice of .+, 27 February 2023, €10\.00\./);
		expect(told).toContain('foto.jpg: saved as a draft.\n');
		expect(told).toContain('notes.txt: not saved, because it is no photo');
		expect(told).not.toContain(to);
	});

	test('that comes twice makes no second draft, and says so', async () => {
		await send([{ name: 'a.xml', bytes: new TextEncoder().encode(XML.ubl) }]);
		await send([{ name: 'a.xml', bytes: new TextEncoder().encode(XML.ubl) }]);
		expect(await drafts()).toHaveLength(1);
		expect((await answers()).map(({ subject }) => subject)).toEqual([
			'Receipts from your mail: 1 of 1 became drafts',
			'Receipts from your mail: 0 of 1 became drafts',
		]);
	});

	test('may have 50 files, and nothing is kept of one with 51', async () => {
		await send(pictures(51));
		expect(await drafts()).toEqual([]);
		expect((await answers())[0]?.text).toContain('more than 50 files');
		await send(pictures(50));
		expect(await drafts()).toHaveLength(50);
		await send([{ name: 'one-more.png', bytes: PNG }]);
		const told = await answers();
		expect(told[0]?.subject).toContain('50 of 50');
		expect(told[1]?.text).toContain('50 drafts wait');
	});

	test('may have 10 MB, and one that is a byte larger goes back', async () => {
		const MAX = 10 * 1024 * 1024;
		const base = messageOf(headersOf(), [{ bytes: PDF }]);
		const padded = (size: number) => {
			const raw = new Uint8Array(size).fill(32);
			raw.set(base);
			return raw;
		};
		const whole = { from, to, bindings: office.bindings };
		expect(await receive(padded(MAX + 1), whole)).toBe(
			'The mail is larger than 10 MB. Send fewer files in one mail.',
		);
		expect(await drafts()).toEqual([]);
		expect(await receive(padded(MAX), whole)).toBeNull();
		expect(await drafts()).toHaveLength(1);
	});

	test('is one of at most 50 on a day', async () => {
		const count = (mails: number) =>
			env.DB.prepare('UPDATE receipt_addresses SET mails_taken = ? WHERE employee_id = ?')
				.bind(mails, spender.employeeId)
				.run();
		await send([{ bytes: PDF }]);
		await count(49);
		await send([{ bytes: PNG }]);
		await send([{ bytes: JPEG }]);
		expect(await drafts()).toHaveLength(2);
		expect((await answers()).at(-1)?.text).toContain('You have sent 50 mails today');
		at('2023-03-08T00:00:00.000Z');
		await send([{ bytes: JPEG }]);
		expect(await drafts()).toHaveLength(3);
	});

	test('may have other mails attached, whose files count as its own', async () => {
		const attached = (bytes: Uint8Array) => ({ name: 'mail.eml', bytes, type: 'message/rfc822' });
		const from = 'From: shop@other.example';
		const inner = messageOf(
			[from],
			[{ name: 'rechnung.pdf', bytes: PDF }, attached(messageOf([from], [{ bytes: PNG }]))],
		);
		await send([
			attached(inner),
			{ name: 'empty.jpg', bytes: new Uint8Array() },
			attached(messageOf([from], [])),
		]);
		expect((await drafts()).map(({ mediaType }: { mediaType: string }) => mediaType)).toEqual([
			'application/pdf',
			'image/png',
		]);
		const told = (await answers())[0]?.text.replaceAll('\u200c', '');
		for (const name of ['empty.jpg', 'mail.eml'])
			expect(told).toContain(`${name}: not saved, because it is no photo`);
	});

	test('without a file gets an answer that says what to attach', async () => {
		await send([]);
		expect((await answers())[0]?.text).toContain('The mail has no files');
	});

	test('loses the pictures of its text, such as a logo, unless they are all that it has', async () => {
		const logo = { bytes: PNG, headers: 'Content-Disposition: inline\r\nContent-ID: <logo>' };
		const related = (files: readonly Attached[]) =>
			receive(messageOf(headersOf(), files, 'related'), { from, to, bindings: office.bindings });
		await related([logo, { name: 'a.pdf', bytes: PDF }]);
		expect((await drafts()).map(({ mediaType }: { mediaType: string }) => mediaType)).toEqual([
			'application/pdf',
		]);
		await related([logo]);
		expect(await drafts()).toHaveLength(2);
	});
});

describe('nothing is kept of a mail', () => {
	const forgeries: [string, () => { headers: string[]; envelope?: string }][] = [
		[
			'that somebody else has sent',
			() => ({ headers: [verified('other.example'), 'From: a@other.example'] }),
		],
		[
			'with a display name that imitates the person',
			() => ({ headers: [verified('other.example'), `From: "${from}" <a@other.example>`] }),
		],
		[
			'with two From headers',
			() => ({ headers: [verified(domain()), `From: ${from}`, 'From: a@other.example'] }),
		],
		[
			'with two addresses in From',
			() => ({ headers: [verified(domain()), `From: a@other.example, ${from}`] }),
		],
		['whose sender nobody has verified', () => ({ headers: [`From: ${from}`] })],
		[
			'that brings a result of its own',
			() => ({ headers: [verified('other.example'), verified(domain()), `From: ${from}`] }),
		],
		[
			'whose result has another name',
			() => ({
				headers: [
					verified(domain()).replace('mx.cloudflare.net', 'mx.cloudflare.net.example'),
					`From: ${from}`,
				],
			}),
		],
		[
			'that fails DMARC',
			() => ({ headers: [verified(domain(), `dmarc=fail header.from=${domain()}`), `From: ${from}`] }),
		],
		[
			'with a result inside the name of the envelope',
			() => ({
				headers: [
					`Authentication-Results: mx.cloudflare.net; spf=pass (domain of a); dmarc=pass header.from=${domain()} (@other.example designates)`,
					`From: ${from}`,
				],
				envelope: `"a); dmarc=pass header.from=${domain()} ("@other.example`,
			}),
		],
	];

	test.each(forgeries)('%s, and the person gets one notice a day', async (_, forgery) => {
		const { headers, envelope } = forgery();
		expect(await send([{ bytes: PDF }], headers, envelope)).toBeNull();
		await send([{ bytes: PDF }], headers, envelope);
		expect(await drafts()).toEqual([]);
		const [notice, ...more] = await answers();
		expect([notice?.to, more]).toEqual([from, []]);
		expect(notice?.text).toContain('It did not come from your own e-mail address');
		expect(notice?.text).not.toContain('other');
	});

	test.each([
		['is an automatic answer', ['Auto-Submitted: auto-replied'], undefined],
		['is a bounce', [], ''],
		['goes to many', ['Precedence: bulk'], undefined],
		['comes from a list', ['List-Id: <all.example>'], undefined],
	])('that %s, and it gets no answer', async (_, headers, envelope) => {
		expect(await send([{ bytes: PDF }], headersOf(...headers), envelope)).toBeNull();
		expect([await drafts(), await answers()]).toEqual([[], []]);
	});

	test('that this service has sent, and it gets no answer', async () => {
		await send([{ bytes: PDF }], ['From: Zubrot <zubrot@mail.example>'], 'zubrot@mail.example');
		expect([await drafts(), await answers()]).toEqual([[], []]);
	});

	test('to an address that was replaced or removed, or that nobody has', async () => {
		const old = to;
		({ address: to } = (await as(spender.employee).post(path)).body);
		const tried = async (recipient: string) =>
			receive(messageOf(headersOf(), [{ bytes: PDF }]), { from, to: recipient, bindings: office.bindings });
		const unknown = 'This address does not exist.';
		expect(await tried(old)).toBe(unknown);
		expect(await tried(to.replace('@in.', '@out.'))).toBe(unknown);
		expect(await tried('receipts@in.zubrot.example')).toBe(unknown);
		// Mail servers may change the case of an address.
		expect(await tried(to.toUpperCase())).toBeNull();
		await as(spender.employee).delete(path);
		expect(await tried(to)).toBe(unknown);
		expect(await drafts()).toHaveLength(1);
	});

	test('once the account is closed, or without the setting', async () => {
		const off = { ...office.bindings, RECEIPTS_DOMAIN: '' };
		const raw = messageOf(headersOf(), [{ bytes: PDF }]);
		expect(await receive(raw, { from, to, bindings: off })).toBe('This address does not exist.');
		const platform = await newUser(['PLATFORM_ADMIN']);
		await as(platform).put(`/employees/${spender.employeeId}`, {
			dateTerminated: '2023-03-01T00:00:00.000Z',
		});
		await env.DB.prepare('UPDATE users SET date_closed = 1, revision = revision + 1 WHERE id = ?')
			.bind(spender.employee.userId)
			.run();
		expect(await send([{ bytes: PDF }])).toBe('This address does not exist.');
	});
});

test('a company in a cell gets its drafts there, and an address of an invented cell does not exist', async () => {
	const company = await newCompanyInCell();
	spender = await newSpender({}, company);
	await databaseOf(env, company.cell)
		.$client.prepare('UPDATE users SET date_registered = 1, revision = revision + 1 WHERE id = ?')
		.bind(spender.employee.userId)
		.run();
	path = `/employees/${spender.employeeId}/flex/receipt-address`;
	({ address: to, sender: from } = (await as(spender.employee).post(path)).body);
	expect(to).toContain(`+${company.cell}.`);
	expect(await send([{ bytes: PDF }])).toBeNull();
	expect(await drafts()).toHaveLength(1);
	expect(office.woken.at(-1)?.mailId).toMatch(new RegExp(`^${company.cell}\\.`));
	to = to.replace(company.cell, 'abcdefgh2345');
	expect(await send([{ bytes: PDF }])).toBe('This address does not exist.');
});

test('a domain without DMARC needs its own DKIM signature, or one of the domain above', async () => {
	const none = () => verified(domain(), `dmarc=none header.from=${domain()}`);
	const other = none().replace(`header.d=${domain()}`, 'header.d=other.example');
	await send([{ bytes: PDF }], [other, `From: ${from}`]);
	expect(await drafts()).toEqual([]);
	await send([{ bytes: PDF }], [none(), `From: ${from}`]);
	expect(await drafts()).toHaveLength(1);
});

test('a mail that cannot be stored comes again, and no log names an address', async () => {
	const lines: string[] = [];
	for (const level of ['log', 'error'] as const)
		vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
	const broken = {
		...office.bindings,
		RECEIPTS: {
			...env.RECEIPTS,
			put: () => Promise.reject(new Error('unreachable')),
			delete: async () => {},
		},
	} as unknown as typeof office.bindings;
	const raw = messageOf(headersOf(), [{ bytes: PDF }]);
	await expect(receive(raw, { from, to, bindings: broken })).rejects.toThrow('cannot be taken at present');
	expect(await drafts()).toEqual([]);
	await receive(raw, { from, to, bindings: office.bindings });
	vi.restoreAllMocks();
	expect(await drafts()).toHaveLength(1);
	expect(lines.map((line) => JSON.parse(line).event)).toEqual(['mail_not_taken', 'mail_taken']);
	for (const secret of [from, to, to.split(/[+@]/)[1] as string]) expect(lines.join()).not.toContain(secret);
});
