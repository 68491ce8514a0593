import { beforeEach, expect, test } from 'vitest';
import { as, at } from '../../harness/service.ts';
import { newSpender, type Spender } from '../../harness/spending.ts';
import { submittedStanding } from '../../harness/standing.ts';

const SUBMITTED_AT = '2023-03-06T12:00:00.000Z';

let spender: Spender;

beforeEach(async () => {
	at(SUBMITTED_AT);
	spender = await newSpender();
});

const submitted = (given?: object) => submittedStanding(spender, given);

const read = async (id: string) => (await as(spender.employee).get(`/flex/standing-expenses/${id}`)).body;

test('a proof is read by its person and the verifier, and by nobody else', async () => {
	const id = await submitted();
	const [added] = (await read(id)).proofs;
	const path = `/flex/standing-expenses/${id}/proofs/${added.id}`;
	expect((await as(spender.verifier).get(path)).status).toBe(200);
	expect((await as(spender.employee).get(path)).status).toBe(200);
	const other = await newSpender();
	for (const user of [other.employee, other.verifier, other.admin]) {
		expect((await as(user).get(path)).status).toBe(404);
		expect((await as(user).get(`/flex/standing-expenses/${id}`)).status).toBe(404);
	}
});
