import { newUser, type TestUser } from '../harness/service.ts';
import { isPublic, operations } from './document.ts';
import { leftLongAgo, submittedBy, type World } from './world.ts';

/** The operations that take an idempotency key: all that write, but those whose answers are secrets. */
export const writes = operations.filter((one) => one.method !== 'GET' && !isPublic(one));

/** A new user of every right, for whom the operation succeeds on the world. */
export async function newCallerOf(operationId: string, world: World): Promise<TestUser> {
	const caller = await newUser(['PLATFORM_ADMIN']);
	if (operationId === 'withdrawExpense') await submittedBy(caller.userId, world);
	if (operationId === 'eraseEmployee') await leftLongAgo(world);
	return caller;
}
