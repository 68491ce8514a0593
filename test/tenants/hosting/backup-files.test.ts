import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { rowsKey } from '../../../src/tenants/hosting/backups/rules.ts';
import { inCell, newCompanyInCell } from '../../harness/cells.ts';
import { cellOfCompany } from '../../harness/moving.ts';
import { backUp, restored } from '../../harness/restoring.ts';
import { at, newUser, restart, type TestUser } from '../../harness/service.ts';

let platform: TestUser;

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	at('2023-03-07T12:00:00.000Z');
	restart();
	platform = await newUser(['PLATFORM_ADMIN']);
});

test('a backup of several parts of an upload is restored', async () => {
	const company = await newCompanyInCell();
	// Random texts that hardly get shorter.
	const claims = Array.from({ length: 100 }, () => {
		const bytes = crypto.getRandomValues(new Uint8Array(60_000));
		return Buffer.from(bytes).toString('base64');
	}).sort();
	for (let from = 0; from < claims.length; from += 20)
		await inCell(company.cell)
			.prepare('INSERT INTO fences (claim, since) SELECT value, 9e14 FROM json_each(?)')
			.bind(JSON.stringify(claims.slice(from, from + 20)))
			.run();
	const date = await backUp(company.id, company.cell);
	expect((await env.BACKUPS.head(rowsKey(company.id, date)))?.size).toBeGreaterThan(5 * 1024 * 1024);
	expect((await restored(platform, company.id, date)).body).toMatchObject({ step: 'OPENED', reason: null });
	const cell = (await cellOfCompany(company.id)) ?? '';
	const { results } = await inCell(cell)
		.prepare('SELECT claim FROM fences ORDER BY claim')
		.all<{ claim: string }>();
	expect(results.map(({ claim }) => claim).join() === claims.join()).toBe(true);
});
