import { env } from 'cloudflare:workers';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { PDF, uploadTo } from './receipts.ts';
import { as, type TestUser } from './service.ts';
import { cents, type Spender } from './spending.ts';

/** A monthly ticket, whose first open month is February 2023 on the days of the tests. */
const standingOf = (fields: object = {}) => ({
	module: 'MOBILITY',
	amount: cents(1000),
	dayOfMonth: 10,
	startDate: '2023-01-01',
	proofUntil: '2024-02-29',
	isPublicTransport: true,
	...fields,
});

export const submitStanding = (
	{ employee, employeeId }: Pick<Spender, 'employee' | 'employeeId'>,
	given: object = {},
	by: TestUser = employee,
) => as(by).post(`/employees/${employeeId}/flex/standing-expenses`, standingOf(given));

export async function addProof(
	by: TestUser,
	id: string,
	proofUntil?: string,
	bytes = PDF,
	bindings: Bindings = env,
) {
	const query = proofUntil === undefined ? '' : `?proofUntil=${proofUntil}`;
	return uploadTo(`/flex/standing-expenses/${id}/proofs${query}`, by, bytes, bindings);
}

export const decideStanding = (
	by: TestUser,
	id: string,
	what: 'approval' | 'rejection' | 'withdrawal',
	body?: object,
	bindings: Bindings = env,
) => as(by, bindings).post(`/flex/standing-expenses/${id}/${what}`, body);

/** Submits a standing expense whose proof waits, and returns its id. */
export async function submittedStanding(spender: Spender, given: object = {}): Promise<string> {
	const { status, body } = await submitStanding(spender, given);
	if (status !== 201) throw new Error(JSON.stringify(body));
	const proof = await addProof(spender.employee, body.id);
	if (proof.status !== 201) throw new Error(JSON.stringify(proof.body));
	return body.id;
}

/** Submits a standing expense that a verifier has approved, and returns its id. */
export async function activeStanding(spender: Spender, given: object = {}): Promise<string> {
	const id = await submittedStanding(spender, given);
	const { status, body } = await decideStanding(spender.verifier, id, 'approval');
	if (status !== 200) throw new Error(JSON.stringify(body));
	return id;
}
