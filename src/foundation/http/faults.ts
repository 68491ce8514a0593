import { z } from '@hono/zod-openapi';
import { type Fault, type FieldLimit, Refusal } from '../core/refusals.ts';

const MAX_FAULTS = 100;

export function invalid(faults: readonly Fault[]): Refusal {
	const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
	const omission = faults.length > MAX_FAULTS ? ` The first ${MAX_FAULTS} are listed.` : '';
	const errors = faults.slice(0, MAX_FAULTS);
	return new Refusal('validation_failed', `The request has ${count}.${omission}`, { errors });
}

/** Returns the faults of data that failed a check. Their pointers begin with `root`. */
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
	return [{ pointer, code: codeOf(issue, data), detail: issue.message, limit: limitOf(issue, pointer) }];
}

const LIMITED = { string: 'text', array: 'list', number: 'number', int: 'number' } as const;

function limitOf(issue: z.core.$ZodIssue, pointer: string): FieldLimit | undefined {
	if (issue.code === 'custom') {
		const value: unknown = issue.params?.limit;
		return typeof value === 'number' ? { of: 'text', value } : undefined;
	}
	if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
	const of = pointer.endsWith('/value') ? 'amount' : LIMITED[issue.origin as keyof typeof LIMITED];
	return { of, value: Number(issue.code === 'too_small' ? issue.minimum : issue.maximum) };
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

const KINDS: Readonly<Record<string, string>> = {
	string: 'a text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	object: 'an object',
	record: 'an object',
	array: 'a list',
	null: 'null',
};

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

// This replaces zod's messages, which use its own type names. A schema with its own message keeps it.
z.config({
	customError: (issue) => {
		const must = mustBe(issue);
		if (must === undefined) return undefined;
		return issue.input === undefined ? `Missing. Must be ${must}` : `Must be ${must}`;
	},
});

/** The message for each text format that has no message of its own. */
const FORMATS: Readonly<Record<string, string>> = {
	uuid: 'a UUID',
	datetime: 'a date and time such as 2023-02-28T23:59:59.999Z',
	date: 'a day as yyyy-MM-dd',
};

function mustBe(issue: z.core.$ZodRawIssue): string | undefined {
	switch (issue.code) {
		case 'invalid_type':
			return KINDS[issue.expected];
		case 'invalid_value':
			return OR.format(issue.values.map(String));
		case 'invalid_format':
			return issue.format === 'regex' ? `a text that matches ${issue.pattern}` : FORMATS[issue.format];
		case 'not_multiple_of':
			return `a multiple of ${issue.divisor}`;
		case 'invalid_union': {
			const ways = issue.errors.flatMap(([first]) => (first && mustBe(first as z.core.$ZodRawIssue)) ?? []);
			return ways.length === 0 ? undefined : OR.format(new Set(ways));
		}
		case 'too_small':
			return inBounds(issue, 'at least', Number(issue.minimum));
		case 'too_big':
			return inBounds(issue, 'at most', Number(issue.maximum));
		default:
			return undefined;
	}
}

type OutOfBounds = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>;

function inBounds({ origin, inclusive, exact }: OutOfBounds, side: string, limit: number): string {
	const count = `${exact ? 'exactly' : side} ${limit}`;
	if (origin === 'array') return `a list of ${count} ${limit === 1 ? 'entry' : 'entries'}`;
	if (origin === 'string')
		return count === 'at least 1'
			? 'a text that is not empty'
			: `a text of ${count} ${limit === 1 ? 'character' : 'characters'}`;
	return inclusive === false ? `${side === 'at least' ? 'more' : 'less'} than ${limit}` : count;
}
