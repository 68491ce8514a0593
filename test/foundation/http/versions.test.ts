import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { VERSIONS } from '../../../src/foundation/http/versions.ts';
import { now } from '../../harness/service.ts';

const app = createApp(now);
const read = (query: string, method = 'GET') => app.request(`/openapi.json${query}`, { method }, env);

test.each(VERSIONS)(
	'the document of version %s stays readable, also for pages of other sites',
	async (version) => {
		const answer = await read(`?version=${version}`);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('Content-Type')).toBe('application/json');
		expect(await answer.json()).toMatchObject({ openapi: '3.1.0', info: { version } });
	},
);

test.each([
	'?version=0.9',
	'?version=',
	'?version=1.0/../schema',
	'?version=1.00',
	`?version=${'9'.repeat(2000)}`,
])('%s is refused with the known versions', async (query) => {
	const answer = await read(query);
	expect(answer.status).toBe(404);
	expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
	expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
	expect(await answer.json()).toMatchObject({
		code: 'not_found',
		detail: expect.stringContaining(`Released versions: ${VERSIONS.join(', ')}.`),
	});
});

test('only reading a document is possible', async () => {
	const answer = await read('?version=1.0', 'POST');
	expect(answer.status).toBe(405);
	expect(answer.headers.get('Allow')).toContain('GET');
	expect((await read('?version=1.0', 'HEAD')).status).toBe(200);
});
