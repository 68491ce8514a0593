import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
	certificatesIn,
	MAX_CERTIFICATES,
	MAX_TILLS,
} from '../../../../src/benefits/expenses/known-tills/rules.ts';
import { signerMark } from '../../../../src/benefits/expenses/tills/rules.ts';
import { databaseOf } from '../../../../src/foundation/cells/places.ts';
import { inCell, newCompanyInCell } from '../../../harness/cells.ts';
import { certificateOf } from '../../../harness/certificates.ts';
import { counting } from '../../../harness/counting.ts';
import { databaseOfCompany, moveOver } from '../../../harness/moving.ts';
import { as, at, newUser, now, runCron, type TestUser } from '../../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../../harness/spending.ts';
import { bothOver } from '../../../harness/steps.ts';
import { newTill } from '../../../harness/tills.ts';
import samples from './certificates/certificates.json';

const NOON = '2023-03-07T12:00:00.000Z';

interface Report {
	result: string;
	till: Record<string, string>;
}

let operator: TestUser;
let spender: Spender;

beforeAll(async () => {
	at(NOON);
	operator = await newUser(['PLATFORM_ADMIN']);
	spender = await newSpender({ budget: cents(100_000) });
});

beforeEach(() => at(NOON));

const imported = async (certificates: string, fields: object = {}, bindings = env) => {
	const { status, body } = await as(operator, bindings).post('/flex/known-tills', {
		certificates,
		...fields,
	});
	expect([status, body]).toEqual([200, expect.anything()]);
	return body.certificates as [Report, ...Report[]];
};
const verdictOf = async (machineReadable: string, by = spender) =>
	(await by.submit({ machineReadable })).body.machineFacts.verdict;
const shown = async (id: string, by = spender) =>
	(await as(by.verifier).get(`/flex/expenses/${id}`)).body.machineFacts.verdict;

test.each(['P-256', 'P-384', 'brainpoolP256r1', 'brainpoolP384r1'] as const)(
	'a certificate of OpenSSL on %s gives the key, the validity and the serial number that OpenSSL says',
	(curve) => {
		const { pem, key, serial, from, until } = samples[curve];
		const expected = {
			issuerMark: signerMark('KASSENSICHV', key),
			subject: `Kasse ${curve}`,
			serialNumber: serial,
			validFrom: Date.parse(from),
			validUntil: Date.parse(until),
			fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
		};
		expect(certificatesIn(pem)).toEqual([expected]);
		// As the files of some tools have it: text around the block, and lines that end with CR and LF.
		expect(certificatesIn(`subject=Kasse\r\n${pem.replaceAll('\n', '\r\n')}`)).toEqual([expected]);
		expect(certificatesIn(pem.replaceAll(/-----.*-----/g, ''))).toEqual([expected]);
	},
);

describe('a till whose certificate was imported', () => {
	test.each([
		['P256', 'P-256'],
		['P384', 'P-384'],
		['brainpoolP256r1', 'brainpoolP256r1'],
		['brainpoolP384r1', 'brainpoolP384r1'],
	] as const)('is known from its first receipt on, with a key on %s', async (signing, curve) => {
		const code = newTill(signing)('10.00');
		await imported(certificateOf(code, { curve }));
		expect(await verdictOf(code)).toBe('KNOWN_TILL');
	});

	test('is known from the first to the last second of its validity', async () => {
		const till = newTill();
		await imported(
			certificateOf(till('1.00'), { from: '2023-02-27T08:00:00Z', until: '2023-02-27T20:00:00Z' }),
		);
		for (const [time, expected] of [
			['07:59:59.999', 'UNKNOWN_ISSUER'],
			['08:00:00.000', 'KNOWN_TILL'],
			['20:00:00.999', 'KNOWN_TILL'],
			['20:00:01.000', 'UNKNOWN_ISSUER'],
		]) {
			const code = till('10.00', `2023-02-27T${time}Z`, { format: 'generalizedTimeWithMilliseconds' });
			const { body } = await spender.submit({ machineReadable: code });
			expect([time, body.machineFacts.verdict]).toEqual([time, expected]);
			expect(await shown(body.id)).toBe(expected);
		}
	});

	test('is unknown again for receipts that wait, from its removal on', async () => {
		const till = newTill();
		const pem = certificateOf(till('1.00'), { name: 'Kantine, Süd "7"' });
		const [{ till: known }] = await imported(pem);
		const id = await spender.submitted({ machineReadable: till('10.00') });
		expect([known.name, await shown(id)]).toEqual(['Kantine, Süd "7"', 'KNOWN_TILL']);
		const path = `/flex/known-tills/${known.id}`;
		expect(await as(operator).delete(path)).toMatchObject({ status: 200, body: { success: true } });
		expect(await shown(id)).toBe('UNKNOWN_ISSUER');
		expect((await as(operator).delete(path)).status).toBe(404);
		const [{ till: again }] = await imported(pem, { name: 'Kasse 7' });
		expect([again.name, await shown(id)]).toEqual(['Kasse 7', 'KNOWN_TILL']);
	});

	test('may have another one for the same key, with another validity', async () => {
		const till = newTill();
		await imported(certificateOf(till('1.00'), { until: '2023-01-31T23:59:59Z' }));
		expect(await verdictOf(till('10.00'))).toBe('UNKNOWN_ISSUER');
		await imported(certificateOf(till('1.00'), { from: '2023-02-01T00:00:00Z' }));
		expect(await verdictOf(till('10.00'))).toBe('KNOWN_TILL');
	});

	test('still cannot make a wrong signature right', async () => {
		const code = newTill()('10.00');
		await imported(certificateOf(code));
		const { body } = await spender.submit({
			machineReadable: code.replaceAll('10.00', '12.00'),
			amount: { value: 1200, currency: 'EUR_CENT' },
		});
		expect(body.machineFacts.verdict).toBe('MISMATCH');
	});
});

describe('an import', () => {
	test('takes many certificates at once, leaves out those of authorities, and repeats nothing', async () => {
		const codes = [newTill()('1.00'), newTill()('1.00')];
		const [first = '', second = ''] = codes.map((code) => certificateOf(code, { name: '' }));
		const text = [first, certificateOf(codes[0] ?? '', { isAuthority: true }), second, first].join('\n');
		const report = await imported(text);
		expect(report.map(({ result }) => result)).toEqual([
			'IMPORTED',
			'AUTHORITY',
			'IMPORTED',
			'ALREADY_KNOWN',
		]);
		expect(report[3]?.till).toEqual(report[0].till);
		// Without a common name, the serial number names it.
		expect(report[0].till.name).toBe(report[0].till.serialNumber);
		const again = await imported(first, { name: 'Another name' });
		expect(again).toEqual([{ result: 'ALREADY_KNOWN', till: report[0].till }]);
		const { body, headers } = await as(operator).get('/flex/known-tills?limit=1');
		expect([body.length, headers.get('Link')]).toEqual([1, expect.stringContaining('rel="next"')]);
	});

	const good = samples['P-256'].pem;
	const { secp256k1, RSA, authority } = samples;
	const compressed = Buffer.from(samples['P-256'].key, 'base64').subarray(0, 33).fill(2, 0, 1);
	test.each([
		['no certificate', 'hello', 'not_a_certificate'],
		['one that is cut off', good.slice(0, 300), 'cut_off'],
		[
			'DER that is cut off',
			good.replace(/\n.{64}\n-----END/, '\n-----END').replace(/[^\n]*\n-----END/, '-----END'),
			'not_a_certificate',
		],
		['bytes after DER', Buffer.from([...derOf(good), 0]).toString('base64'), 'not_a_certificate'],
		['a public key', '-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----', 'not_a_certificate'],
		['RSA', RSA.pem, 'key_not_supported'],
		['another curve', secp256k1.pem, 'key_not_supported'],
		['a compressed key', certificateOf(compressed.toString('base64')), 'key_not_supported'],
		['only an authority', authority.pem, 'no_device'],
		[
			'one that ends before it begins',
			certificateOf(newTill()('1.00'), { from: '2031-01-01T00:00:00Z' }),
			'never_valid',
		],
		['too many', good.repeat(MAX_CERTIFICATES + 1), 'too_big'],
		[
			'a private key',
			`-----BEGIN EC PRIVATE KEY-----\nSECRET\n-----END EC PRIVATE KEY-----\n${good}`,
			'private_key',
		],
	])('is refused with what would be right: %s', async (_, certificates, code) => {
		const before = await counted();
		const { status, body } = await as(operator).post('/flex/known-tills', { certificates });
		expect({ status, body }).toMatchObject({
			status: 400,
			body: { code: 'validation_failed', errors: [{ pointer: '#/certificates', code }] },
		});
		expect(body.errors[0].detail).toMatch(/\.$/);
		expect(JSON.stringify(body)).not.toContain('SECRET');
		expect(await counted()).toBe(before);
	});

	test('takes all certificates or none, and says which ones cannot be imported', async () => {
		const before = await counted();
		const { body } = await as(operator).post('/flex/known-tills', {
			certificates: [certificateOf(newTill()('1.00')), RSA.pem, good.slice(0, 300)].join('\n'),
		});
		expect(body.errors.map((one: { detail: string }) => one.detail)).toEqual([
			expect.stringMatching(/^Certificate 2 has a key/),
			expect.stringMatching(/^Certificate 3 is cut off/),
		]);
		expect(await counted()).toBe(before);
	});

	test('takes as many as are permitted in all, and an expired one', async () => {
		const room = MAX_TILLS - (await counted());
		await env.DB.prepare(
			`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			INSERT INTO known_tills SELECT 'filler-' || i, 0, '', '', '', '', 0, 0, 'filler-' || i FROM n`,
		)
			.bind(room - 1)
			.run();
		try {
			const two = () => [certificateOf(newTill()('1.00')), certificateOf(newTill()('1.00'))].join('');
			expect(await as(operator).post('/flex/known-tills', { certificates: two() })).toMatchObject({
				status: 400,
				body: { errors: [{ code: 'too_many_tills' }] },
			});
			const expired = certificateOf(newTill()('1.00'), { until: '2021-12-31T23:59:59Z' });
			expect(await imported(expired)).toMatchObject([{ result: 'IMPORTED' }]);
		} finally {
			await env.DB.exec(`DELETE FROM known_tills WHERE id LIKE 'filler-%'`);
		}
	});

	test('is for platform administrators only, as are the list and the removal', async () => {
		for (const user of [spender.admin, spender.verifier, spender.employee]) {
			const certificates = certificateOf(newTill()('1.00'));
			expect((await as(user).post('/flex/known-tills', { certificates })).status).toBe(403);
			expect((await as(user).get('/flex/known-tills')).status).toBe(403);
			expect((await as(user).delete(`/flex/known-tills/${spender.employeeId}`)).status).toBe(403);
		}
	});
});

describe('a company with a database of its own', () => {
	const tillsIn = async (database: D1Database) =>
		(await database.prepare('SELECT id FROM known_tills ORDER BY id').all()).results;
	const listed = () => tillsIn(env.DB);
	const doubts = () =>
		env.DB.prepare('SELECT count(*) AS n FROM places WHERE tills_since IS NOT NULL').first('n');

	test('has the list from the next run of the cron', async () => {
		const cell = await newCompanyInCell();
		const there = await newSpender({}, cell);
		const till = newTill();
		const [{ till: known }] = await imported(certificateOf(till('1.00')));
		expect(await verdictOf(till('10.00'), there)).toBe('UNKNOWN_ISSUER');
		await runCron('2023-03-07T13:00:00.000Z');
		expect(await verdictOf(till('10.00'), there)).toBe('KNOWN_TILL');
		await as(operator).delete(`/flex/known-tills/${known.id}`);
		expect(await verdictOf(till('10.00'), there)).toBe('KNOWN_TILL');
		await runCron('2023-03-07T14:00:00.000Z');
		expect(await verdictOf(till('10.00'), there)).toBe('UNKNOWN_ISSUER');
		expect(await doubts()).toBe(0);
	});

	test('has the list from the first run after its creation on', async () => {
		await imported(certificateOf(newTill()('1.00')));
		const { cell } = await newCompanyInCell();
		await env.DB.prepare('UPDATE places SET tills_since = 0 WHERE cell = ?').bind(cell).run();
		await runCron('2023-03-07T13:00:00.000Z');
		expect(await tillsIn(inCell(cell))).toEqual(await listed());
	});

	test('has it from the run after one that was killed in between', async () => {
		const cells = await Promise.all(Array.from({ length: 13 }, () => newCompanyInCell()));
		await imported(certificateOf(newTill()('1.00')));
		await env.DB.exec('UPDATE places SET tills_since = NULL');
		const names = JSON.stringify(cells.map(({ cell }) => cell));
		await env.DB.prepare('UPDATE places SET tills_since = 0 WHERE cell IN (SELECT value FROM json_each(?))')
			.bind(names)
			.run();
		let asked = 0;
		const killed = bothOver((name, run) => {
			if (name === 'cell') asked++;
			return asked > 12 ? Promise.reject(new Error('killed')) : run();
		});
		await databaseOf(killed, null)
			.directory?.settle(databaseOf(killed, null), now())
			.catch(() => {});
		expect(await doubts()).toBe(1);
		await runCron('2023-03-07T13:00:00.000Z');
		expect(await doubts()).toBe(0);
		for (const { cell } of cells) expect(await tillsIn(inCell(cell))).toEqual(await listed());
	});

	test('takes the list with it when it moves', async () => {
		const till = newTill();
		await imported(certificateOf(till('1.00')));
		const mover = await newSpender();
		await moveOver(env, mover.company.id);
		expect(await tillsIn(await databaseOfCompany(mover.company.id))).toEqual(await listed());
		expect(await verdictOf(till('10.00'), mover)).toBe('KNOWN_TILL');
	});
});

test('judging a receipt reads one row of the list, however long it is', async () => {
	const till = newTill();
	await imported(certificateOf(till('1.00')));
	await spender.submitted({ machineReadable: till('10.00') });
	const read = async () => {
		const { counted: rows, bindings } = counting();
		await as(spender.admin, bindings).get(`/employees/${spender.employeeId}/flex/expenses`);
		return rows.rowsRead;
	};
	const few = await read();
	await imported(Array.from({ length: 20 }, () => certificateOf(newTill()('1.00'))).join(''));
	expect(await read()).toBe(few);
});

const counted = async (): Promise<number> =>
	(await env.DB.prepare('SELECT count(*) AS n FROM known_tills').first<number>('n')) ?? 0;

function derOf(pem: string): Buffer {
	return Buffer.from(pem.replaceAll(/-----.*-----/g, ''), 'base64');
}
