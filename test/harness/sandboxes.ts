import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { as, newUser, type TestCompany, type TestUser, uniqueEmail } from './service.ts';

export interface TestSandbox extends TestCompany {
	cell: string;
	platform: TestUser;
}

/** A sandbox with its administrator, created by a platform administrator through the API. */
export async function newSandbox(fields: object = {}, bindings: Bindings = env): Promise<TestSandbox> {
	const platform = await newUser(['PLATFORM_ADMIN']);
	const created = await as(platform, bindings).post('/companies', {
		name: 'Rehearsal GmbH',
		taxAffiliation: 'DE',
		sandbox: true,
		...fields,
	});
	expect(created.status, JSON.stringify(created.body)).toBe(201);
	const { id } = created.body;
	const place = await env.DB.prepare('SELECT cell FROM places WHERE company_id = ?')
		.bind(id)
		.first<string>('cell');
	const cell = place ?? '';
	return { id, cell, platform, admin: await newUser(['COMPANY_ADMIN'], [id], uniqueEmail(), cell) };
}

/** Moves the clock of a sandbox until it shows `to`. */
export async function advance({ id, admin }: TestSandbox, to: string) {
	for (;;) {
		const answer = await as(admin).post(`/companies/${id}/sandbox/advance`, { to });
		if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
		if (answer.body.done) return answer.body;
	}
}
