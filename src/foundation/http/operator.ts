import type { Context } from 'hono';
import type { z } from 'zod';
import { notFound, Refusal } from '../core/refusals.ts';
import { isSameSecret } from '../core/vault.ts';
import type { AppEnv } from './env.ts';
import { faultsIn, invalid } from './faults.ts';

const MIN_KEY_BYTES = 32;

/**
 * Refuses a request without the operator's key. Without the setting, the address does not exist. Only the header counts, because a key in
 * the address would appear in other systems' logs.
 */
export function requireOperator(c: Pick<Context<AppEnv>, 'env' | 'req'>): void {
	const { OPERATOR_KEY } = c.env;
	if (!OPERATOR_KEY) throw notFound('address');
	if (new TextEncoder().encode(OPERATOR_KEY).length < MIN_KEY_BYTES)
		throw new Refusal('misconfigured', `The secret OPERATOR_KEY is shorter than ${MIN_KEY_BYTES} bytes.`);
	const [, given = ''] = /^Bearer +(.+)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
	if (!isSameSecret(given, OPERATOR_KEY))
		throw new Refusal(
			'unauthenticated',
			'Send the operator’s key as "Authorization: Bearer <OPERATOR_KEY>".',
		);
}

/** Returns a value that an operator's program has sent, or refuses it. The pointers to its faults begin with `root`. */
export function checked<T>(schema: z.ZodType<T>, given: unknown, root = '#'): T {
	const result = schema.safeParse(given);
	if (!result.success) throw invalid(faultsIn(result.error, root, given));
	return result.data;
}

export async function checkedBody<T>(c: Pick<Context<AppEnv>, 'req'>, schema: z.ZodType<T>): Promise<T> {
	const given = await c.req.json().catch(() => {
		throw new Refusal('malformed_json', 'The body is not well-formed JSON.');
	});
	return checked(schema, given);
}
