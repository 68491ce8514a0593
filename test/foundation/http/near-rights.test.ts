import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { newApiKey } from '../../harness/keys.ts';
import { later, newStage, type Stage } from '../../harness/program.ts';
import { as, call, newCompany, restart } from '../../harness/service.ts';

let stage: Stage;

beforeEach(async () => {
	stage = await newStage();
});

describe('changes of rights take effect within 10 seconds, although the copy does not know them', () => {
	test('a session that ended', async () => {
		const one = await stage.newProgram();
		await one.get();
		await as(stage.company.admin).post('/auth/logout');
		later(9999);
		expect((await one.get()).status).toBe(200);
		later(10_000);
		const { status, asked } = await one.get();
		expect(status).toBe(401);
		expect(asked).toContain('copy');
	});

	test('a session that ended before this process saw it', async () => {
		const one = await stage.newProgram();
		await as(stage.company.admin).post('/auth/logout');
		restart();
		expect((await one.get()).status).toBe(401);
		expect((await as(stage.company.admin).get('/auth/me')).status).toBe(401);
	});

	test('a role that was taken away', async () => {
		const one = await stage.newProgram();
		await one.get();
		await env.DB.prepare(`UPDATE users SET roles = '["EMPLOYEE"]', revision = revision + 1 WHERE id = ?`)
			.bind(stage.company.admin.userId)
			.run();
		later(9999);
		expect((await one.get()).status).toBe(200);
		later(10_000);
		expect((await one.get()).status).toBe(403);
		expect((await one.get()).status).toBe(403);
	});

	test('one of several companies, although the actor of a request names none of them', async () => {
		const others = [await newCompany(), await newCompany()].map(({ id }) => id);
		const manage = (ids: string[]) =>
			env.DB.batch([
				env.DB.prepare('DELETE FROM user_companies WHERE user_id = ?').bind(stage.company.admin.userId),
				...ids.map((id) =>
					env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(stage.company.admin.userId, id),
				),
				env.DB.prepare('UPDATE users SET revision = revision + 1 WHERE id = ?').bind(
					stage.company.admin.userId,
				),
			]);
		await manage([stage.company.id, ...others]);
		const one = await stage.newProgram();
		await one.get();
		await manage(others);
		later(9999);
		expect((await one.get()).status).toBe(200);
		later(10_000);
		// A read of the primary renews what this process remembers of the token, but not the trust in the copy.
		expect((await one.getFromPrimary('/auth/me')).status).toBe(200);
		expect((await one.get()).status).toBe(404);
		later(19_999);
		expect((await one.get()).status).toBe(404);
	});

	test('an API key that was revoked', async () => {
		const { id, key } = await newApiKey(stage.company, ['readEmployee']);
		const one = await stage.newProgram();
		const bookmark = (await one.get()).headers.get('Zubrot-Bookmark') ?? '';
		const headers = { Authorization: `Bearer ${key}`, 'Zubrot-Bookmark': bookmark };
		await stage.database.replicate();
		const read = () => call('GET', stage.path, undefined, headers, stage.database.bindings);
		expect((await read()).status).toBe(200);
		await as(stage.company.admin).delete(`/companies/${stage.company.id}/api-keys/${id}?reason=ROTATED`);
		later(9999);
		expect((await read()).status).toBe(200);
		later(10_000);
		expect((await read()).status).toBe(401);
	});

	test('rights that were given, which work at once for a session that the copy does not know', async () => {
		const one = await stage.newProgram();
		const bookmark = (await one.get()).headers.get('Zubrot-Bookmark') ?? '';
		const other = await newCompany();
		const { send } = as(other.admin, stage.database.bindings);
		const read = await send('GET', `/companies/${other.id}`, undefined, { 'Zubrot-Bookmark': bookmark });
		expect(read.status).toBe(200);
	});

	test('none while the primary cannot be reached: a copy alone is not trusted', async () => {
		const one = await stage.newProgram();
		await one.get();
		later(10_000);
		const { DB } = stage.database.bindings;
		const isDown = () => Promise.reject(new Error('D1_ERROR: D1 DB is overloaded.'));
		const down = {
			prepare: (query: string) =>
				Object.assign(env.DB.prepare(query), { raw: isDown, bind: () => ({ raw: isDown }) }),
			batch: isDown,
		};
		const withSession = (constraint: string) =>
			constraint === 'first-primary' ? { ...down, getBookmark: () => null } : DB.withSession(constraint);
		stage.database.bindings = {
			...stage.database.bindings,
			DB: { ...down, withSession } as unknown as D1Database,
		};
		expect((await one.get()).status).toBe(503);
	});
});
