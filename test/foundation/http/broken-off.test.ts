import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTokens } from '../../../src/tenants/auth/tokens/rules.ts';
import { at, newUser, now, type TestUser } from '../../harness/service.ts';
import { noting } from '../../harness/writing.ts';
import { requestOf } from '../../whole/contract/calls.ts';
import { app, operations } from '../../whole/contract/document.ts';
import { newWorld, type World } from '../../whole/contract/world.ts';

const tokens = await createTokens(env.JWT_SECRET, undefined);
const { bindings, written } = noting();
let world: World;
let platform: TestUser;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	world = await newWorld();
	platform = await newUser(['PLATFORM_ADMIN']);
});

const lines: { level: string; event: string }[] = [];
beforeEach(() => {
	lines.length = 0;
	written.length = 0;
	for (const method of ['log', 'error'] as const) {
		vi.spyOn(console, method).mockImplementation((line: string) => lines.push(JSON.parse(line)));
	}
});
afterEach(() => vi.restoreAllMocks());

/** A body whose connection delivers only the first bytes. */
const brokenOff = () =>
	new ReadableStream({
		start: (controller) => controller.enqueue(new TextEncoder().encode('%PDF-1.7 {')),
		pull: (controller) => controller.error(new Error('Network connection lost.')),
	});

const taking = operations.filter(({ method }) => method !== 'GET');

test.each(taking)(
	'$operationId broken off by its client is no failure of ours, and no line of level error',
	async (one) => {
		const { path, headers } = requestOf(one, world);
		const Authorization = `Bearer ${await tokens.issue(platform, now())}`;
		const sent = { Authorization, 'Content-Type': 'application/json', ...headers };
		const init = { method: one.method, headers: sent, body: brokenOff(), duplex: 'half' };
		const answer = await app.request(path.startsWith('/api') ? path : `/api/v2${path}`, init, bindings);
		expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
			400,
			'incomplete_body',
		]);
		expect(lines).toMatchObject([{ level: 'info', event: 'incomplete_body', method: one.method }]);
		expect(written).toEqual([]);
	},
);

test('a body that breaks off behind a refusal leaves the refusal, and no line at all', async () => {
	const init = { method: 'POST', body: brokenOff(), duplex: 'half' };
	expect((await app.request('/api/v2/employees', init, env)).status).toBe(401);
	expect(lines).toEqual([]);
});
