import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../harness/service.ts';
import { type ListsWorld, newListsWorld } from './world.ts';

let world: ListsWorld;
beforeAll(async () => {
	world = await newListsWorld();
});

async function walk(reader: string, first: string): Promise<Record<string, string>[][]> {
	const { user } = world.readers[reader] ?? expect.unreachable(reader);
	const pages = [];
	for (let path: string | undefined = first; path !== undefined; ) {
		const { status, body, headers } = await as(user).get(path);
		expect(status).toBe(200);
		pages.push(body);
		const link: string | undefined = /^<([^>]+)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1];
		path = link;
	}
	return pages;
}

const isSorted = (keys: string[]) => expect(keys).toEqual(keys.toSorted());

describe.each(['platform administrator', 'administrator of some', 'administrator of all'])(
	'for a %s',
	(reader) => {
		test.each(['', 'group=x&', 'costCenter=B&', 'group=x&costCenter=A&', 'personnelNumber=n3&'])(
			'employees?%s go company by company, each in order of creation, on every page',
			async (filter) => {
				const whole = (await walk(reader, `/employees?${filter}limit=1000`)).flat();
				isSorted(whole.map(({ companyId, employeeId }) => `${companyId} ${employeeId}`));
				const pages = await walk(reader, `/employees?${filter}limit=93`);
				expect(pages.flat()).toEqual(whole);
				expect(new Set(whole.map(({ employeeId }) => employeeId)).size).toBe(whole.length);
			},
		);

		test('templates follow the built-in one, each under the first of its companies that the reader manages, and once', async () => {
			const [builtIn, ...whole] = (await walk(reader, '/flex/tax-rule-templates?limit=1000')).flat();
			expect(builtIn?.id).toBe('default');
			isSorted(whole.map(({ companyIds, id }) => `${companyIds?.[0]} ${id}`));
			expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
			const pages = await walk(reader, '/flex/tax-rule-templates?limit=7');
			expect(pages.flat()).toEqual([builtIn, ...whole]);
		});

		test('events stay in the order of the commits, so that who follows misses nothing', async () => {
			const whole = (await walk(reader, '/events?limit=1000')).flat();
			const pages = await walk(reader, '/events?limit=371');
			expect(pages.flat()).toEqual(whole);
			expect(new Set(whole.slice(0, 10).map(({ companyId }) => companyId)).size).toBeGreaterThan(5);
		});
	},
);
