import { expect } from 'vitest';
import type { Answer, call } from '../harness/service.ts';
import { requestOf } from './calls.ts';
import { faultsOf, type Operation, operationOf } from './document.ts';
import type { World } from './world.ts';

/** Calls an operation with the ids of a world, and holds its answer against the document. */
export async function perform(send: typeof call, id: string, world: World, given?: object): Promise<Answer> {
	const operation = operationOf(id);
	const { path, body, headers } = requestOf(operation, world);
	const answer = await send(operation.method, path, given ?? body, headers);
	expectDeclared(operation, answer);
	return answer;
}

/** The answer has a content type that the document declares for its status, and JSON fits the schema. */
export function expectDeclared(operation: Operation, { status, headers, body }: Answer): void {
	const { operationId, responses } = operation;
	const content = responses[status]?.content ?? {};
	const [type = ''] = (headers.get('Content-Type') ?? '').split(/; charset=[\w-]+$/);
	expect(Object.keys(content), `${operationId} declares ${status}`).toContain(type);
	if (status >= 400) expect(type).toBe('application/problem+json');
	if (!type.endsWith('json')) return;
	expect(headers.get('Content-Type'), 'JSON has no charset').toBe(type);
	expect(faultsOf(content[type]?.schema ?? false, body)).toEqual([]);
}
