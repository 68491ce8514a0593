import { beforeEach, expect, test } from 'vitest';
import { as, at } from '../../harness/service.ts';
import { newSpender, type Spender } from '../../harness/spending.ts';

let one: Spender;
let ids: string[];
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	one = await newSpender();
	const two = await newSpender({}, one.company);
	const stranger = await newSpender();
	await stranger.submitted();
	ids = [await one.submitted(), await one.submitted({ module: 'KITA' }), await two.submitted()];
	at('2023-03-08T12:00:00.000Z');
	await stranger.submitted({ date: '2023-03-08' });
});

const ofEmployee = () => `/employees/${one.employeeId}/flex/expenses`;
const ofCompany = () => `/companies/${one.company.id}/flex/expenses`;
const seen = async (path: string): Promise<number[]> => {
	const { status, body } = await as(one.admin).get(path);
	expect(status).toBe(200);
	return body.map(({ id }: { id: string }) => ids.indexOf(id));
};

test('expenses modified since an instant are those submitted or decided at or after it, in the order of the changes', async () => {
	const since = '?modifiedSince=2023-03-08T12:00:00.000Z';
	expect(await seen(ofCompany() + since)).toEqual([]);
	await one.approve(ids[2] ?? '');
	at('2023-03-08T12:00:00.001Z');
	await one.reject(ids[0] ?? '');
	ids.push(await one.submitted({ date: '2023-03-08' }));
	expect(await seen(ofCompany() + since)).toEqual([2, 0, 3]);
	expect(await seen(ofEmployee() + since)).toEqual([0, 3]);
	expect(await seen(`${ofCompany()}?modifiedSince=2023-03-08T12:00:00.001Z`)).toEqual([0, 3]);
	expect(await seen(`${ofCompany()}?modifiedSince=2023-03-08T12:00:00.002Z`)).toEqual([]);
	expect(await seen(`${ofCompany()}${since}&state=SUBMITTED`)).toEqual([3]);
	expect(await seen(`${ofCompany()}${since}&state=APPROVED`)).toEqual([2]);
	expect(await seen(`${ofCompany()}${since}&month=2023-02&module=INTERNET`)).toEqual([2, 0]);
	expect(await seen(`${ofCompany()}?modifiedSince=2023-03-07T12:00:00Z`)).toEqual([1, 2, 0, 3]);
});

test.each([1, 2])('in pages of %i each comes once, also those of one instant', async (limit) => {
	const found: number[] = [];
	for (
		let path: string | undefined = `${ofCompany()}?modifiedSince=2023-03-07T12:00:00Z&limit=${limit}`;
		path;
	) {
		const { body, headers } = await as(one.admin).get(path);
		found.push(...body.map(({ id }: { id: string }) => ids.indexOf(id)));
		path = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
	}
	expect(found).toEqual([0, 1, 2]);
});

test('an expense decided while pages are read appears again, and none is missed', async () => {
	const first = await as(one.admin).get(`${ofCompany()}?modifiedSince=2023-03-07T12:00:00Z&limit=2`);
	await one.approve(ids[0] ?? '');
	const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
	expect(await seen(next)).toEqual([2, 0]);
});
