import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { ring } from '../../harness/alarms.ts';
import { as, at, now, restart, type TestUser } from '../../harness/service.ts';
import type { World } from '../../whole/contract/world.ts';

export const NOON = '2023-03-07T12:00:00.000Z';

export const adminOf = ({ userId, sessionId }: World): TestUser => ({ userId, sessionId });

/** The name of the cell of a company. */
export const cellOf = async (companyId: string): Promise<string> =>
	(await env.DB.prepare('SELECT cell FROM places WHERE company_id = ?')
		.bind(companyId)
		.first<string>('cell')) ?? '';

export const countIn = (database: D1Database, table: string, where = 'TRUE') =>
	database.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first<number>('n');

export const pathOf = ({ companyId }: Pick<World, 'companyId'>) => `/companies/${companyId}/move`;

/** Reads the move of a company as the platform sees it. */
export const stepOf = async (platform: TestUser, world: World) =>
	(await as(platform).get(pathOf(world))).body;

/** Moves a company, and has its old rows deleted. */
export async function moved(platform: TestUser, world: World): Promise<string> {
	const asked = await as(platform).post(pathOf(world));
	expect(asked).toMatchObject({ status: 200, body: { companyId: world.companyId } });
	expect(await stepOf(platform, world)).toMatchObject({ step: 'OPENED', partsLeft: 0, reason: null });
	return settled(world);
}

/** Has the old rows of a company in D1 deleted, a minute after its move. */
export async function settled(world: World): Promise<string> {
	const cell = await cellOf(world.companyId);
	at(new Date(now() + 61_000).toISOString());
	await ring(cell, now());
	at(NOON);
	restart();
	return cell;
}
