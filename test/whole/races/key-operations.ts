import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createApp } from '../../../src/app.ts';
import { createTokens } from '../../../src/tenants/auth/tokens/rules.ts';
import { now, type TestUser } from '../../harness/service.ts';
import { accessOf } from '../../harness/spending.ts';
import type { CompanyWorld } from './company-stage.ts';
import { cron, type Operation, type Operations } from './stage.ts';

/** A request, and who sends it. */
interface Outgoing {
	by: TestUser;
	method: string;
	path: string;
	body?: unknown;
	type?: string;
}

type RequestOf = (world: CompanyWorld) => Outgoing;

const KEY = { 'Idempotency-Key': 'one request' };
/** How often a caller repeats a request that is still at work. */
const PATIENCE = 100;
/** As long as an attempt may hold a key. */
const LEASE_MS = 30_000;

const tokens = await createTokens(env.JWT_SECRET, undefined);
const atOnce = createApp(now);
const afterTheLease = createApp(() => now() + LEASE_MS);

/** Sends a request like a caller who repeats it while it is still in progress. */
const sending =
	(
		app: ReturnType<typeof createApp>,
		requestOf: RequestOf,
		key: Record<string, string>,
	): Operation<CompanyWorld> =>
	async (world, bindings) => {
		const { by, method, path, body, type = 'application/json' } = requestOf(world);
		const headers = {
			Authorization: `Bearer ${await tokens.issue(by, now())}`,
			'Content-Type': type,
			...key,
		};
		const content = typeof body === 'string' ? body : JSON.stringify(body);
		const init = { method, headers, ...(content !== undefined && { body: content }) };
		for (let attempt = 1; attempt <= PATIENCE; attempt++) {
			const response = await app.request(`/api/v2${path}`, init, bindings, createExecutionContext());
			const answer = (await response.json()) as { code?: string };
			if (answer.code !== 'request_in_progress') return { status: response.status, body: answer };
			if (!response.headers.has('Retry-After')) throw new Error('A caller does not learn when to try again');
		}
		throw new Error(`A request is still at work after ${PATIENCE} attempts`);
	};

const requests: Record<string, RequestOf> = {
	'create an employee': ({ admin, company, email }) => ({
		by: admin,
		method: 'POST',
		path: '/employees',
		body: { companyId: company.id, email },
	}),
	'set access': ({ admin, colleague }) => ({
		by: admin,
		method: 'PUT',
		path: `/employees/${colleague.employeeId}/flex/access`,
		body: accessOf({ startDate: '2023-03-01T00:00:00.000Z' }),
	}),
	'approve February': ({ verifier, february }) => ({
		by: verifier,
		method: 'POST',
		path: `/flex/expenses/${february}/approval`,
	}),
	'add a receipt': ({ employee, february }) => ({
		by: employee,
		method: 'POST',
		path: `/flex/expenses/${february}/receipts`,
		type: 'application/pdf',
		body: '%PDF-1.7',
	}),
	'close March': ({ admin, company }) => ({
		by: admin,
		method: 'POST',
		path: `/companies/${company.id}/flex/payroll-runs`,
		body: { month: '2023-03' },
	}),
};

/** A request that runs twice in a race was repeated by its caller. One sent after the lease takes the key over. */
export const keySubjects: Operations<CompanyWorld>[] = Object.entries(requests).map(([name, requestOf]) => ({
	[`${name} under a key`]: sending(atOnce, requestOf, KEY),
	[`${name} under the key after its lease`]: sending(afterTheLease, requestOf, KEY),
	[`${name} without a key`]: sending(atOnce, requestOf, {}),
	'the cron': ({ company }, bindings) => cron(bindings, company.id),
}));
