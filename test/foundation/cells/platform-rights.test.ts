import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import { newCompanyInCell } from '../../harness/cells.ts';
import { isTried } from '../../harness/sampling.ts';
import { type Answer, as, newCompany, newUser, type TestUser } from '../../harness/service.ts';
import { perform } from '../../whole/contract/answers.ts';
import { operationOf } from '../../whole/contract/document.ts';
import { cases, OF_ONESELF, successOf } from '../../whole/contract/rights.ts';
import { newWorld, prepare, type World } from '../../whole/contract/world.ts';

let platform: TestUser;
/** Two equal companies, one in D1 and one in a cell. Tests read them first, then change them without an end to any record. */
let shared: World[];
const newWorlds = async () => [await newWorld(await newCompany()), await newWorld(await newCompanyInCell())];

beforeAll(async () => {
	shared = await newWorlds();
	platform = await newUser(['PLATFORM_ADMIN']);
});

/** Records of no company, and lists over all of them. */
const ELSEWHERE =
	/^(\w*PlatformApiKeys?|createCompany|listJobs|listCells|listCompanies|listUsers|listEmployees|listTaxRuleTemplates|listEvents|listAccessEvents)$/;

/** Such a write leaves a record that others need in another state, so that it gets two new companies. */
const ENDING =
	/^(approve|close|decide|decline|delete|end|erase|mend|move|reject|release|remove|reopen|reset|restore|return|revoke|settle|verify|withdraw)/;

const isRead = (id: string) => operationOf(id).method === 'GET';

const ofOneCompany = cases
	.filter(
		({ role, id, reach }) =>
			role === 'PLATFORM_ADMIN' && reach !== 'no' && !OF_ONESELF.includes(id) && !ELSEWHERE.test(id),
	)
	.filter(({ id }, index) => isTried(index, isRead(id) ? 2 : ENDING.test(id) ? 15 : 7))
	.toSorted((one, other) => Number(isRead(other.id)) - Number(isRead(one.id)));

/** Two companies differ in these anyway: ids, addresses, hashes and secrets. */
const RANDOM =
	/receipts\+[a-z2-7.]+@|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[\w.-]+@test\.example|\b[0-9a-fA-F]{16,64}\b|zub_live_[\w.]+|whsec_[\w+/=]+|[\w-]{43}|[a-z2-7]{12}\.|\b[0-9A-Z]{4}(-[0-9A-Z]{4}){2}\b/g;

function comparable({ status, headers, body }: Answer) {
	const type = headers.get('Content-Type');
	const text = (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll(RANDOM, '');
	return { status, type, text: type === 'application/zip' ? '' : text };
}

test.each(ofOneCompany)(
	'the platform gets the same answer to $id for a company in a cell',
	async ({ id }) => {
		const worlds = ENDING.test(id) ? await newWorlds() : shared;
		const answers: Answer[] = [];
		for (const world of worlds) {
			// A write of the platform, so that records there may name it.
			if (!isRead(id)) await as(platform).put(`/companies/${world.companyId}`, { maxEmployees: 1000 });
			await prepare(id, platform.userId, world);
			answers.push(await perform(as(platform).send, id, world));
		}
		const [inD1, inCell] = answers.map(comparable);
		expect(inD1?.status).toBe(successOf(id));
		expect(inCell).toEqual(inD1);
		if (!isRead(id)) {
			const written = databaseOf(env, worlds[1]?.cell ?? null).$client.prepare(
				'SELECT home FROM users WHERE id = ?',
			);
			expect(await written.bind(platform.userId).first()).toEqual({ home: 'D1' });
		}
	},
);
