import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../../../harness/console.ts';
import { counting } from '../../../harness/counting.ts';
import { at, newCompany, newUser, now, type TestCompany } from '../../../harness/service.ts';

let company: TestCompany;
let admin: Visit;
let platform: Visit;
beforeAll(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	[admin, platform] = [await visitOf(company.admin), await visitOf(await newUser(['PLATFORM_ADMIN']))];
	await grow(100, company.id, company.admin.userId);
});

let batches = 0;
/** Notes so many events at once. */
const grow = (count: number, companyId: string, userId: string) =>
	env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 + ?2 - 1)
			INSERT INTO access_events (id, date, type, key, count, user_id, company_id)
			SELECT 'id-' || i, ?3, 'session.opened', 'key-' || i, 1, ?4, ?5 FROM n`,
	)
		.bind(1_000_000 * ++batches, count, now(), userId, companyId)
		.run();

async function rowsOf(path: string, visit: Visit): Promise<number> {
	const { counted, bindings } = counting();
	expect((await browse(visit, bindings).get(path)).status).toBe(200);
	expect(counted.trips).toBe(2);
	return counted.rowsRead;
}

const measured = async () => ({
	company: await rowsOf(`/team/access?company=${company.id}`, admin),
	user: await rowsOf(`/platform/access?user=${company.admin.userId}`, platform),
	all: await rowsOf('/platform/access', platform),
});

test('a page of the access log reads a few rows for each that it shows, however many other events there are', async () => {
	const few = await measured();
	const other = await newCompany();
	await grow(500, company.id, company.admin.userId);
	await grow(2000, other.id, other.admin.userId);
	for (const [page, rows] of Object.entries(await measured())) {
		expect(rows, page).toBeLessThan(few[page as keyof typeof few] + 10);
		expect(rows, page).toBeLessThan(200);
	}
});
