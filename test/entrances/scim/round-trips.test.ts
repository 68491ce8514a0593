import { beforeAll, describe, expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import { type Client, newClient } from '../../harness/scim.ts';
import { as } from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { callOf, type Route, type Somebody, servedRoutes } from './calls.ts';

let client: Client;
let member: Somebody;

eachTestFinds(async () => {
	client = await newClient();
	member = await client.newMember('sales');
});
beforeAll(() => as(client.company.admin).get('/auth/me'));

const DISCOVERY = /ServiceProviderConfig|ResourceTypes|Schemas/;
const most = (route: Route) => (DISCOVERY.test(route) ? 0 : route.startsWith('GET') ? 1 : 2);

describe('round trips in steady state', () => {
	test.each(servedRoutes.map((route) => ({ route, trips: most(route) })))(
		'$route takes $trips',
		async ({ route, trips }) => {
			const { counted, bindings } = counting();
			const { method, path, body, status } = callOf(route, member);
			const answer = await as(client.company.admin, bindings).send(method, path, body);
			expect([answer.status, counted.trips]).toEqual([status, trips]);
		},
	);
});

test('a page of people reads no more, however many people other companies have', async () => {
	const read = async () => {
		const { counted, bindings } = counting();
		await as(client.company.admin, bindings).send('GET', '/scim/v2/Users?count=1');
		return counted.rowsRead;
	};
	const other = await newClient();
	await other.newMember('sales');
	const few = await read();
	for (let count = 0; count < 5; count++) await other.newMember('sales');
	expect(await read()).toBe(few);
});
