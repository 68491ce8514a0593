import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { checkService } from '../../../src/entrances/cli/account/service.ts';

const KEY = 'the-key-of-the-operator-in-tests-is-no-secret';
const READY = {
	problems: [] as object[],
	isPublicUrl: true as boolean | null,
	lastCronRun: '2026-03-07T12:00:00.000Z' as string | null,
	platformAdmins: 2,
	platformAdminsWithoutSecondFactor: 0,
};

let answer: { status: number; body: unknown };
let given: string | undefined;
const server = createServer((request, response) => {
	given = request.headers.authorization;
	response
		.writeHead(answer.status)
		.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
});
let url: string;

beforeAll(async () => {
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	vi.stubEnv('OPERATOR_KEY', KEY);
});
afterAll(() => {
	server.close();
	vi.unstubAllEnvs();
});
afterEach(() => expect(given).toBe(`Bearer ${KEY}`));

const wrongIn = async (body: unknown, status = 200) => {
	answer = { status, body };
	return (await checkService(url))
		.filter(({ mark }) => mark !== '✓')
		.map(({ mark, text, remedy }) => `${mark} ${text} → ${remedy}`.replaceAll(url, '<url>'));
};
const ready = (others: Partial<typeof READY> & { now?: string } = {}) => ({
	now: new Date().toISOString(),
	...READY,
	...others,
});

test('a service without problems has none', async () => {
	expect(await wrongIn(ready())).toEqual([]);
});

test('each problem of the service is a line with its remedy', async () => {
	const problems = [
		{
			code: 'setting_wrong',
			detail: 'The secret ENCRYPTION_KEY is shorter than 32 bytes.',
			remedy: 'Correct it.',
		},
		{ code: 'cron_late', detail: 'The cron last ran 3 hours ago.', remedy: 'Check the cron trigger.' },
	];
	const others = { platformAdmins: 3, platformAdminsWithoutSecondFactor: 1, isPublicUrl: false };
	expect(await wrongIn(ready({ problems, ...others }), 503)).toEqual([
		'✗ The secret ENCRYPTION_KEY is shorter than 32 bytes. → Correct it.',
		'✗ The cron last ran 3 hours ago. → Check the cron trigger.',
		'✗ PUBLIC_URL of the service is not <url>, so links in mails lead elsewhere. → Correct it in wrangler.toml.',
		'✗ A second factor is missing for 1 of 3 platform administrators. → Set it up at <url>/console/account/second-factor. PLATFORM_SECOND_FACTOR = "required" demands it.',
	]);
});

test('a service that is new lacks its first run and its first administrator', async () => {
	const fresh = { lastCronRun: null, platformAdmins: 0, isPublicUrl: null };
	expect(await wrongIn(ready(fresh))).toEqual([
		'– PUBLIC_URL is not set, so no mail leaves. → Set it in [vars] of wrangler.toml.',
		'– The cron has not run yet. → Wait for the next full hour, then run npm run doctor again.',
		'✗ There is no platform administrator. → npm run admin:create -- --email you@company.example --remote',
	]);
});

test('a clock that is a minute wrong is found', async () => {
	const [line] = await wrongIn(ready({ now: new Date(Date.now() - 60_000).toISOString() }));
	expect(line).toMatch(/^✗ The clock of the service is (59|60|61) seconds behind that of this machine\. → /);
});

test('a service that does not run is started', async () => {
	answer = { status: 200, body: ready() };
	await checkService(url);
	const [line] = await checkService('http://localhost:1');
	expect(line).toEqual({ mark: '✗', text: expect.stringContaining('does not answer'), remedy: 'npm start' });
});

test.each([
	[401, { detail: 'x' }, 'has another OPERATOR_KEY than you.'],
	[404, { detail: 'x' }, 'has no /ready.'],
	[
		500,
		{ detail: 'The secret JWT_SECRET is missing or shorter than 32 bytes.' },
		'does not serve: The secret JWT_SECRET is missing or shorter than 32 bytes.',
	],
	[522, 'error code: 522', 'does not serve: Its answer has the status 522.'],
	[200, '<html>', 'answers as another program or an older version does.'],
])('an answer with the status %i', async (status, body, sentence) => {
	const [line, ...others] = await wrongIn(body, status);
	expect([line, others]).toEqual([expect.stringContaining(sentence), []]);
	expect(line).toContain(' → ');
});
