import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { z } from '@hono/zod-openapi';
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { DOCUMENT } from '../../../src/entrances/site/about.ts';
import { notFound } from '../../../src/foundation/core/refusals.ts';
import { jsonAnswer } from '../../../src/foundation/http/contract.ts';
import { operations } from '../../../src/foundation/http/operation.ts';
import { createRouter } from '../../../src/foundation/http/router.ts';
import { createTokens } from '../../../src/tenants/auth/tokens/rules.ts';
import { as, newUser, now } from '../../harness/service.ts';

const GUIDE = 'https://zubrot.example/guide';
const DEPRECATION = { since: '2027-01-31', sunset: '2028-02-01', link: GUIDE };
const Record = z.strictObject({ id: z.string() });
const responses = { 200: jsonAnswer(Record, 'The record') };
const { read, list, change, open } = operations(['Extension']);

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Operations as a room has them. One of them stands before a deprecated one that matches its path too. */
const room = createRouter()
	.openapi(read('readPresent', '/old/present', { summary: 'Present', responses }), (c) =>
		c.json({ id: 'present' }, 200),
	)
	.openapi(
		read('readOld', '/old/{id}', {
			summary: 'Old',
			description: 'One.',
			deprecation: DEPRECATION,
			responses,
		}),
		(c) => {
			const { id } = c.req.valid('param');
			if (id === UNKNOWN) throw notFound('record');
			if (id.startsWith('f')) throw new Error('This is broken');
			return c.json({ id }, 200);
		},
	)
	.openapi(
		list('listOld', '/olds', {
			summary: 'Olds',
			query: z.object({ limit: z.coerce.number().max(9).optional() }),
			deprecation: { since: '2020-06-01', link: GUIDE },
			responses: {
				200: { ...responses[200], headers: { Link: { description: 'The next page', schema: {} } } },
			},
		}),
		(c) => c.json({ id: 'list' }, 200, { Link: '</next>; rel="next"' }),
	)
	.openapi(
		change.put('changeOld', '/old/{id}', {
			summary: 'Change',
			body: Record,
			deprecation: { since: '2027-01-31' },
			responses,
		}),
		(c) => c.json({ id: String(c.var.heedsIfMatch) }, 200),
	)
	.openapi(open('beginOld', '/old', { summary: 'Begin', deprecation: DEPRECATION, responses }), (c) =>
		c.json({ id: 'begun' }, 200),
	);

const app = createApp(now);
app.route('/api/v2', room);
const document = app.getOpenAPI31Document(DOCUMENT);

let Authorization: string;
let bookmark: string;
/** The body of the last response. */
let text: string;

beforeAll(async () => {
	const user = await newUser(['PLATFORM_ADMIN']);
	const tokens = await createTokens(env.JWT_SECRET, undefined);
	Authorization = `Bearer ${await tokens.issue(user, now())}`;
	const { headers } = await as(user).put('/auth/me', { language: 'de' });
	bookmark = headers.get('Zubrot-Bookmark') ?? '';
});

async function send(method: string, path: string, headers: object = { Authorization }, body?: object) {
	const work = createExecutionContext();
	const bindings = { ...env, CORS_ORIGINS: 'https://benefits.example' };
	const init = { method, headers: { ...headers }, ...(body && { body: JSON.stringify(body) }) };
	const answer = await app.request(`/api/v2${path}`, init, bindings, work);
	text = await answer.text();
	await waitOnExecutionContext(work);
	return answer;
}

const SET = {
	Deprecation: '@1801353600',
	Sunset: 'Tue, 01 Feb 2028 00:00:00 GMT',
	Link: `<${GUIDE}>; rel="deprecation", <${GUIDE}>; rel="sunset"`,
};
const announcedBy = ({ headers }: Response) =>
	Object.fromEntries(Object.keys(SET).map((name) => [name, headers.get(name)]));

test.each([
	[200, 'GET', '/old/01890a5d-ac96-774b-bcce-b302099a8058', {}],
	[200, 'HEAD', '/old/01890a5d-ac96-774b-bcce-b302099a8058', {}],
	[404, 'GET', `/old/${UNKNOWN}`, {}],
	[401, 'GET', `/old/${UNKNOWN}`, { Authorization: 'Bearer none' }],
	[400, 'GET', `/old/${UNKNOWN}`, { 'Zubrot-Bookmark': 'foreign' }],
	[500, 'GET', '/old/f1890a5d-ac96-774b-bcce-b302099a8058', {}],
	[200, 'POST', '/old', {}],
])(
	'a response with %i of a deprecated operation says since when, until when, and where to read on',
	async (status, method, path, headers) => {
		const answer = await send(method, path, { Authorization, ...headers });
		expect(answer.status).toBe(status);
		expect(announcedBy(answer)).toEqual(SET);
	},
);

test.runIf(env.DATABASE === 'D1')('a read that the primary repeats says so once', async () => {
	expect(bookmark).not.toBe('');
	const answer = await send('GET', `/old/${UNKNOWN}`, { Authorization, 'Zubrot-Bookmark': bookmark });
	expect(answer.status).toBe(404);
	expect(announcedBy(answer)).toEqual(SET);
});

test('the link to the next page stays, and without a last day there is no Sunset', async () => {
	const answer = await send('GET', '/olds');
	expect(announcedBy(answer)).toEqual({
		Deprecation: '@1590969600',
		Sunset: null,
		Link: `</next>; rel="next", <${GUIDE}>; rel="deprecation"`,
	});
	const refused = await send('GET', '/olds?limit=10');
	expect([refused.status, refused.headers.get('Deprecation')]).toEqual([400, '@1590969600']);
});

test('a deprecated change works as before, and refuses a wrong body with the announcement', async () => {
	const headers = { Authorization, 'Content-Type': 'application/json' };
	const only = { Deprecation: SET.Deprecation, Sunset: null, Link: null };
	const changed = await send('PUT', `/old/${UNKNOWN}`, headers, { id: 'a' });
	expect([changed.status, text, announcedBy(changed)]).toEqual([200, '{"id":"true"}', only]);
	const refused = await send('PUT', `/old/${UNKNOWN}`, headers, { id: 1 });
	expect([refused.status, announcedBy(refused)]).toEqual([400, only]);
});

test.each([
	['GET', '/old/present', 200],
	['GET', '/companies', 200],
	['DELETE', `/old/${UNKNOWN}`, 405],
	['GET', '/unknown', 404],
])('%s %s is not deprecated, and announces nothing', async (method, path, status) => {
	const answer = await send(method, path);
	expect(answer.status).toBe(status);
	expect([answer.headers.get('Deprecation'), answer.headers.get('Sunset')]).toEqual([null, null]);
	expect(answer.headers.get('Link') ?? '').not.toContain('deprecation');
});

test('pages of other origins may read the announcement', async () => {
	const answer = await send('GET', `/old/${UNKNOWN}`, { Authorization, Origin: 'https://benefits.example' });
	const exposed = answer.headers.get('Access-Control-Expose-Headers')?.split(',');
	expect(exposed).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']));
});

test('the document marks the operation, and describes the headers of each of its responses', () => {
	const { get } = document.paths?.['/api/v2/old/{id}'] ?? {};
	expect(get?.deprecated).toBe(true);
	expect(get?.description).toBe(
		`Deprecated since 2027-01-31. It may be gone from 2028-02-01 on. See ${GUIDE}. One.`,
	);
	const described = Object.values(get?.responses ?? {}) as { headers?: object }[];
	expect(described.length).toBeGreaterThan(4);
	for (const { headers } of described) {
		expect(headers).toMatchObject({
			Deprecation: { schema: { const: SET.Deprecation } },
			Sunset: { schema: { const: SET.Sunset } },
			Link: { description: 'The page that says what to use instead' },
		});
	}
	expect(document.paths?.['/api/v2/olds']?.get?.responses?.[200]).toMatchObject({
		headers: { Link: { description: 'The next page' } },
	});
	expect(document.paths?.['/api/v2/old/present']?.get).not.toHaveProperty('deprecated');
});

test.each([
	[{ since: '2027-01-31', sunset: '2027-01-30' }],
	[{ since: 'soon' }],
	[{ since: '2027-01-31', sunset: 'later' }],
])('%j is no deprecation', (deprecation) => {
	expect(() => read('readOld', '/old', { summary: 'Old', deprecation, responses })).toThrow(
		'cannot be deprecated',
	);
});
