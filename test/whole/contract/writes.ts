import { newUser, type TestUser, userOf } from '../../harness/service.ts';
import { isPublic, operations } from './document.ts';
import { OF_SANDBOXES, reachOf } from './rights.ts';
import { prepare, type World } from './world.ts';

/** Operations that only read, although they take a body. */
export const READING = ['queryCompany', 'readReceiptFacts'];

/** The operations that take an idempotency key: all that write, but those whose answers are secrets. Those in `READING` only read,
 * and sandboxes have tests of their own. */
export const writes = operations.filter(
	(one) =>
		one.method !== 'GET' &&
		!isPublic(one) &&
		!READING.includes(one.operationId) &&
		!OF_SANDBOXES.includes(one.operationId),
);

/** The writes of sessions. The access log records them, the history does not. */
export const OF_SESSIONS = ['logout', 'endSession', 'endOtherSessions', 'endSessionsOfUser'];

/** True for operations that only the employee may use, not even the operator. */
export const isOfEmployee = (operationId: string): boolean =>
	reachOf('PLATFORM_ADMIN', operationId) === 'no' && reachOf('EMPLOYEE', operationId) === 'oneself';

/** A caller who may use the operation on the world: a new platform administrator, or the employee. */
export async function newCallerOf(operationId: string, world: World): Promise<TestUser> {
	const caller = isOfEmployee(operationId)
		? await userOf(world.employeeId)
		: await newUser(['PLATFORM_ADMIN']);
	await prepare(operationId, caller.userId, world);
	return caller;
}
