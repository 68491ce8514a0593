import { beforeAll, describe, expect, test } from 'vitest';
import { eventsFor, type ShownEvent } from '../../harness/events.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';

const MORNING = '2023-03-07T06:00:00.000Z';
const NOON = '2023-03-07T12:00:00.000Z';

let company: TestCompany;
let other: TestCompany;
let platform: TestUser;

beforeAll(async () => {
	at(MORNING);
	platform = await newUser(['PLATFORM_ADMIN']);
	company = await newCompany();
	other = await newCompany();
	const employees = await Promise.all([company, other, company, other].map((of) => newEmployee(of)));
	at(NOON);
	for (const id of employees) await as(platform).put(`/employees/${id}`, { costCentre: '4711' });
});

describe('pages', () => {
	async function* pagesOf(reader: TestUser, first: string) {
		for (let path: string | undefined = first; path !== undefined; ) {
			const { body, headers } = await as(reader).get(path);
			yield { path, body: body as ShownEvent[] };
			const link: string | undefined = /^<(\/api\/v2\/[^>]+)>; rel="next"$/.exec(
				headers.get('Link') ?? '',
			)?.[1];
			path = link;
		}
	}

	test.each([
		['', 1],
		['', 3],
		[`since=${NOON}&`, 2],
		['type=employee.created&', 1],
		[`type=user.created&since=${MORNING}&`, 2],
	])('of GET /events?%slimit=%i hold each event once, in the same order', async (filter, limit) => {
		for (const reader of [platform, company.admin]) {
			const whole = await eventsFor(reader, filter);
			const pages: ShownEvent[][] = [];
			for await (const { body } of pagesOf(reader, `/events?${filter}limit=${limit}`)) pages.push(body);
			expect(pages.flat()).toEqual(whole);
			expect(pages).toHaveLength(Math.ceil(whole.length / limit));
		}
	});

	test('the last page has a cursor, with which a follower reads only what is new, whether or not something came', async () => {
		const poll = async (path: string) => {
			const { body, headers } = await as(other.admin).get(path);
			const [, href = '', rel] = /^<([^>]+)>; rel="(\w+)"$/.exec(headers.get('Link') ?? '') ?? [];
			return { ids: body.map(({ id }: ShownEvent) => id), rel, next: href.replace(/^.*(?=\/api)/, '') };
		};
		const known = (await eventsFor(other.admin)).map(({ id }) => id);
		const last = await poll(`/events?limit=${known.length}`);
		expect(last).toMatchObject({ ids: known, rel: 'monitor' });
		expect(await poll(`/events?limit=${known.length - 1}`)).toMatchObject({ rel: 'next' });

		const quiet = await poll(last.next);
		expect(quiet).toEqual({ ids: [], rel: 'monitor', next: last.next });
		await newEmployee(other);
		const news = (await eventsFor(other.admin)).slice(known.length).map(({ id }) => id);
		expect(news).toHaveLength(2);
		expect(await poll(quiet.next)).toMatchObject({ ids: news, rel: 'monitor' });
	});

	test('a reader without events gets a cursor too, before which nothing appears', async () => {
		const { admin, id: companyId } = await newCompany();
		const { body, headers } = await as(admin).get('/events?limit=2');
		expect(body).toEqual([]);
		await as(admin).post('/employees', { email: uniqueEmail(), companyId });
		const [, href = ''] = /^<([^>]+)>; rel="monitor"$/.exec(headers.get('Link') ?? '') ?? [];
		expect((await as(admin).get(href.replace(/^.*(?=\/api)/, ''))).body).toHaveLength(2);
	});

	test('a reader who follows the cursor during writes misses nothing, and sees the order of the commits', async () => {
		const ids = await Promise.all(Array.from({ length: 4 }, () => newEmployee(other)));
		const writers = ids.flatMap((id) =>
			['a', 'b', 'c'].map((costCentre) => as(other.admin).put(`/employees/${id}`, { costCentre })),
		);
		const seen = new Map<string, ShownEvent>();
		let path = `/events?companyId=${other.id}&limit=2`;
		const follow = async () => {
			for await (const page of pagesOf(other.admin, path)) {
				path = page.path;
				for (const event of page.body) seen.set(event.id, event);
			}
		};
		await Promise.all([...writers, follow()]);
		await follow();
		const whole = await eventsFor(other.admin);
		expect(new Set(seen.keys())).toEqual(new Set(whole.map(({ id }) => id)));
		for (const id of ids) {
			const chain = whole.filter(({ type, recordId }) => type === 'employee.updated' && recordId === id);
			expect(chain.map(({ before }) => before?.costCenter)).toEqual([
				null,
				...chain.slice(0, -1).map(({ after }) => after.costCenter),
			]);
		}
	});
});
