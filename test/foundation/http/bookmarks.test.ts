import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { newStage, type Stage } from '../../harness/program.ts';
import { as, call, uniqueEmail } from '../../harness/service.ts';

let stage: Stage;

beforeEach(async () => {
	stage = await newStage();
});

describe('a bookmark that this service did not give out', () => {
	const given = async () => {
		const answer = await stage.change('x');
		return answer.headers.get('Zubrot-Bookmark') ?? '';
	};
	const broken: [string, (bookmark: string) => string][] = [
		['empty', () => ''],
		['any text', () => 'first-unconstrained'],
		['without its HMAC', (bookmark) => bookmark.split('.')[0] ?? ''],
		['truncated', (bookmark) => bookmark.slice(0, -1)],
		['with a character more', (bookmark) => `${bookmark}A`],
		['of another state', (bookmark) => bookmark.replace(/^0/, 'f')],
		['with an HMAC for something else', (bookmark) => `first-primary.${bookmark.split('.')[1]}`],
		['twice', (bookmark) => `${bookmark}, ${bookmark}`],
		['of 10,000 characters', (bookmark) => bookmark.padStart(10_000, '0')],
	];
	test.each(broken)('is refused: %s', async (_, change) => {
		const headers = { 'Zubrot-Bookmark': change(await given()) };
		const { status, body } = await as(stage.company.admin, stage.database.bindings).send(
			'GET',
			'/auth/me',
			undefined,
			headers,
		);
		expect([status, body.code]).toEqual([400, 'invalid_bookmark']);
		expect(stage.database.asked).not.toContain('copy');
	});

	test('is refused: one of another service', async () => {
		const foreign = { ...env, JWT_SECRET: 'the-secret-of-another-service-is-no-secret-at-all' };
		const signIn = await call('POST', '/auth/sso', { email: uniqueEmail() }, {}, foreign);
		const bookmark = signIn.headers.get('Zubrot-Bookmark') ?? '';
		expect(bookmark).not.toBe('');
		const { body } = await as(stage.company.admin).send('GET', '/auth/me', undefined, {
			'Zubrot-Bookmark': bookmark,
		});
		expect(body.code).toBe('invalid_bookmark');
	});

	test('stays valid through a change of the secret', async () => {
		const headers = { 'Zubrot-Bookmark': await given() };
		const changed = {
			...env,
			JWT_SECRET: 'the-next-secret-of-the-tests-is-no-secret-at-all',
			JWT_SECRET_PREVIOUS: env.JWT_SECRET,
		};
		expect((await as(stage.company.admin, changed).send('GET', '/auth/me', undefined, headers)).status).toBe(
			200,
		);
	});

	test('does not hide a missing token, and writes ignore it', async () => {
		const headers = { 'Zubrot-Bookmark': 'forged' };
		expect((await call('GET', '/auth/me', undefined, headers)).status).toBe(401);
		const { send } = as(stage.company.admin);
		expect((await send('PUT', stage.path, { costCentre: 'y' }, headers)).status).toBe(200);
	});
});
