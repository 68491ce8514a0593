import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { cellOfCompany, Movers } from '../../harness/moving.ts';
import { backUp, restored } from '../../harness/restoring.ts';
import { advance, newSandbox, type TestSandbox } from '../../harness/sandboxes.ts';
import { as, at, restart } from '../../harness/service.ts';

const AHEAD = 100 * 86_400;

beforeEach(() => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at('2031-03-05T08:30:00.000Z');
});

async function newAdvanced(): Promise<TestSandbox> {
	const sandbox = await newSandbox();
	await advance(sandbox, '2031-06-13T08:30:00.000Z');
	return sandbox;
}

/** Returns the clock and the events as a platform administrator reads them after everybody has learnt the new place. */
async function after({ id, cell, platform }: TestSandbox) {
	restart();
	const now = await cellOfCompany(id);
	expect(now).toMatch(/^sb/);
	expect(now).not.toBe(cell);
	const { body } = await as(platform).get(`/companies/${id}/sandbox`);
	const events = (await as(platform).get(`/events?companyId=${id}`)).body;
	return { ahead: body.aheadSeconds, events };
}

test('a restored sandbox has the clock of its backup, and goes forward', async () => {
	const sandbox = await newAdvanced();
	const date = await backUp(sandbox.id, sandbox.cell);
	await advance(sandbox, '2031-08-01T00:00:00.000Z');
	expect((await restored(sandbox.platform, sandbox.id, date)).body).toMatchObject({ step: 'OPENED' });
	const { ahead, events } = await after(sandbox);
	expect(ahead).toBe(AHEAD);
	expect(events.at(-1)).toMatchObject({
		type: 'company.restored',
		date: expect.stringMatching(/^2031-06-14/),
	});
	const to = { to: '2031-07-01T00:00:00.000Z' };
	const advanced = await as(sandbox.platform).post(`/companies/${sandbox.id}/sandbox/advance`, to);
	expect(advanced.body).toMatchObject({ done: true, failedJobs: [] });
});

test('a sandbox that is missing from the directory is restored as a sandbox', async () => {
	const sandbox = await newAdvanced();
	const date = await backUp(sandbox.id, sandbox.cell);
	await env.DB.prepare('DELETE FROM places WHERE company_id = ?').bind(sandbox.id).run();
	restart();
	expect((await restored(sandbox.platform, sandbox.id, date)).body).toMatchObject({ step: 'OPENED' });
	expect((await after(sandbox)).ahead).toBe(AHEAD);
});

test('a sandbox keeps its clock when it moves', async () => {
	const sandbox = await newAdvanced();
	await Movers.open().goOn(sandbox.id);
	const { ahead, events } = await after(sandbox);
	expect(ahead).toBe(AHEAD);
	expect(events.at(-1)).toMatchObject({ date: '2031-06-13T08:30:00.000Z' });
});
