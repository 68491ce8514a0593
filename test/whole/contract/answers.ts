import { expect } from 'vitest';
import type { Answer, call } from '../../harness/service.ts';
import { requestOf } from './calls.ts';
import { faultsOf, type Operation, operationOf, takesForm } from './document.ts';
import type { World } from './world.ts';

/** Calls an operation with the ids of a world, and checks its answer against the document. */
export async function perform(send: typeof call, id: string, world: World, given?: object): Promise<Answer> {
	const operation = operationOf(id);
	const { path, body, headers } = requestOf(operation, world);
	const answer = await send(operation.method, path, given ?? body, headers);
	expectDeclared(operation, answer);
	return answer;
}

/** Whether a body is a refusal in the form of RFC 6749, which its operation alone answers. */
export const isTokenRefusal = (operation: Operation | undefined, body: Answer['body']): boolean =>
	operation !== undefined && takesForm(operation) && typeof body.error === 'string';

/** The answer has a content type that the document declares for its status, and JSON fits the schema. */
export function expectDeclared(operation: Operation, { status, headers, body }: Answer): void {
	const { operationId, responses } = operation;
	const content = responses[status]?.content ?? {};
	const [type = ''] = (headers.get('Content-Type') ?? '').split(/; charset=[\w-]+$/);
	expect(Object.keys(content), `${operationId} declares ${status}`).toContain(type);
	if (status >= 400 && !isTokenRefusal(operation, body)) expect(type).toBe('application/problem+json');
	if (!type.endsWith('json')) return;
	expect(headers.get('Content-Type'), 'JSON has no charset').toBe(type);
	expect(faultsOf(content[type]?.schema ?? false, body)).toEqual([]);
}
