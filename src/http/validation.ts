import type { Hook } from '@hono/zod-openapi';
import type { z } from 'zod';
import { type Fault, Refusal } from '../core/refusals.ts';
import type { AppEnv } from './env.ts';

const MAX_FAULTS = 100;

/** Turns a failed zod check into one refusal with an entry per fault. */
export const refuseInvalid: Hook<unknown, AppEnv, string, unknown> = (result) => {
	if (result.success) return;
	// The validator also passes the data that it checked, though its type does not say so.
	const { data } = result as unknown as { data: unknown };
	const root = result.target === 'json' ? '#' : `#/${result.target === 'param' ? 'path' : result.target}`;
	throw invalid(faultsIn(result.error, root, data));
};

export function invalid(faults: readonly Fault[]): Refusal {
	const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
	const omission = faults.length > MAX_FAULTS ? ` The first ${MAX_FAULTS} are listed.` : '';
	const errors = faults.slice(0, MAX_FAULTS);
	return new Refusal('validation_failed', `The request has ${count}.${omission}`, { errors });
}

/** The faults of data that failed a check, with pointers that begin with `root`. */
export const faultsIn = (error: z.core.$ZodError, root: string, data: unknown): Fault[] =>
	error.issues.flatMap((issue) => faultsOf(issue as z.core.$ZodIssue, root, data));

function faultsOf(issue: z.core.$ZodIssue, root: string, data: unknown): Fault[] {
	const pointer = root + issue.path.map((part) => `/${escapePointer(String(part))}`).join('');
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map((key) => ({
			pointer: `${pointer}/${escapePointer(key)}`,
			code: 'unknown_field',
			detail: 'This field is unknown. Check its spelling.',
		}));
	}
	return [{ pointer, code: codeOf(issue, data), detail: issue.message }];
}

function codeOf(issue: z.core.$ZodIssue, data: unknown): string {
	if (issue.code === 'custom') return (issue.params?.code as string | undefined) ?? 'invalid_value';
	return valueAt(data, issue.path) === undefined ? 'required' : issue.code;
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
		data,
	);
}

/** Escapes one segment of a JSON pointer (RFC 6901, section 4). */
const escapePointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
