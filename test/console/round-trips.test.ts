import { beforeAll, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { newUser, userOf } from '../harness/service.ts';
import { newWorld, type World } from '../whole/contract/world.ts';
import { ROWS } from './rights.ts';

let world: World;
let visits: Visit[];
beforeAll(async () => {
	world = await newWorld();
	const people = [
		await userOf(world.employeeId),
		await newUser(['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'], [world.companyId]),
		await newUser(['PLATFORM_ADMIN']),
	];
	visits = await Promise.all(people.map(visitOf));
});

const PAGES = ROWS.filter(
	({ request, isStreamed, answers }) =>
		request.startsWith('GET ') && !isStreamed && Object.values(answers).some((status) => status < 400),
).map(({ request }) => request.slice('GET /console'.length));

test.each(PAGES)('/console%s takes at most two round trips to the database', async (page) => {
	const path = page.replaceAll(/:(\w+)/g, (_, name) => String(world[name as keyof World]));
	const taken = [];
	for (const visit of visits) {
		const { counted, bindings } = counting();
		const { status } = await browse(visit, bindings).get(path);
		taken.push({ status, trips: counted.trips });
	}
	for (const { trips } of taken) expect(trips).toBeLessThanOrEqual(2);
	expect(taken.some(({ status }) => status < 400)).toBe(true);
});
