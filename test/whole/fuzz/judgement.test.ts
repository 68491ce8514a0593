import { beforeAll, expect, test } from 'vitest';
import { at } from '../../harness/service.ts';
import { operationOf } from '../contract/document.ts';
import { type Exchange, exchange } from './exchange.ts';
import { judge } from './judgement.ts';
import { callOf } from './requests.ts';
import { newStage, type Stage } from './stage.ts';

let stage: Stage;
let granted: Exchange;
let refused: Exchange;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	stage = await newStage();
	const read = operationOf('readEmployee');
	granted = await exchange(callOf(read, 'TECHNICAL_USER', 'own'), stage);
	refused = await exchange(callOf(read, 'TECHNICAL_USER', 'foreign'), stage);
});

/** An exchange with another answer; its body is the text as well. */
function answering(
	told: Exchange,
	{ body = told.answer.body, ...answer }: Partial<Exchange['answer']>,
): Exchange {
	return { ...told, answer: { ...told.answer, ...answer, body }, text: JSON.stringify(body) };
}

const inDetail = (detail: string) => answering(refused, { body: { ...refused.answer.body, detail } });

test('a correct answer passes', () => {
	expect([granted, refused].map(({ answer }) => answer.status)).toEqual([200, 404]);
	for (const told of [granted, refused]) judge(told, stage);
});

test.each<[string, () => Exchange]>([
	['a failure of the service', () => answering(refused, { status: 500 })],
	['a status that is not declared', () => answering(granted, { status: 204 })],
	['a body that is not declared', () => answering(granted, { body: { ...granted.answer.body, salary: 1 } })],
	[
		'a missing request id',
		() => answering(granted, { headers: new Headers({ 'Content-Type': 'application/json' }) }),
	],
	['a caller without a token', () => ({ ...granted, draft: { ...granted.draft, caller: 'NOBODY' } })],
	['a caller without the right', () => ({ ...granted, draft: { ...granted.draft, caller: 'EMPLOYEE' } })],
	[
		'a record of the other company',
		() => ({ ...granted, draft: { ...granted.draft, path: '/{foreign.id}' } }),
	],
	[
		'an e-mail of the other company',
		() => answering(granted, { body: { ...granted.answer.body, email: stage.marks.foreign.at(-1) } }),
	],
	['a refusal that wrote', () => ({ ...refused, rowsWritten: 1 })],
	['SQL', () => inDetail('near "SELECT": syntax error')],
	['the words of the database', () => inDetail('D1_ERROR: UNIQUE constraint failed: users.email')],
	['a place in the source', () => inDetail('at answer (src/app.ts:12:3)')],
	['a hash of a password', () => inDetail('$scrypt$ln=14,r=8,p=5$c2FsdA$aGFzaA')],
])('%s is noticed', (_, wrong) => {
	expect(() => judge(wrong(), stage)).toThrow('The answer: ');
});
