import type { Hook } from '@hono/zod-openapi';
import type { z } from 'zod';
import { DomainError, type Fault } from '../core/domain-error.ts';
import type { AppEnv } from './env.ts';

/** Turns a failed zod check into one refusal with an entry per fault. */
export const refuseInvalid: Hook<unknown, AppEnv, string, unknown> = (result) => {
	if (result.success) return;
	const errors = result.error.issues.flatMap((issue) => faultsOf(issue as z.core.$ZodIssue, result.target));
	const count = errors.length === 1 ? '1 fault' : `${errors.length} faults`;
	throw new DomainError('validation_failed', `The request has ${count}.`, { errors });
};

function faultsOf(issue: z.core.$ZodIssue, target: string): Fault[] {
	const root = target === 'json' ? '#' : `#/${target === 'param' ? 'path' : target}`;
	const pointer = root + issue.path.map((part) => `/${escapePointer(String(part))}`).join('');
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map((key) => ({
			pointer: `${pointer}/${escapePointer(key)}`,
			code: 'unknown_field',
			detail: 'This field does not exist here. Check its spelling.',
		}));
	}
	return [{ pointer, code: codeOf(issue), detail: issue.message }];
}

function codeOf(issue: z.core.$ZodIssue): string {
	if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'required';
	if (issue.code === 'custom') return (issue.params?.code as string | undefined) ?? 'invalid_value';
	return issue.code;
}

/** RFC 6901, section 4. */
const escapePointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
