import type { EventType } from '../../foundation/core/history.ts';

/** The kinds of records that act later, with the events that begin one or decide on it again. */
export const CAUSED = {
	PROPOSAL: ['proposal.created'],
	INVITATION: ['user.created', 'user.invited', 'user.updated'],
	ADDRESS_CHANGE: ['user.address_requested'],
	WEBHOOK_ENDPOINT: [
		'webhook_endpoint.created',
		'webhook_endpoint.updated',
		'webhook_endpoint.secret_rotated',
	],
	API_KEY: ['api_key.created'],
	APPROVAL_RULE: ['approval_rule.set'],
	STANDING_EXPENSE: ['standing_expense.submitted'],
	CALENDAR_ADDRESS: ['calendar_address.created'],
	RECEIPT_ADDRESS: ['receipt_address.created'],
	RECEIPT_DRAFT: ['receipt_draft.added'],
	EXPENSE: ['expense.submitted'],
} as const satisfies Record<string, readonly EventType[]>;

export type CausedKind = keyof typeof CAUSED;
export const CAUSED_KINDS = Object.keys(CAUSED) as CausedKind[];

/** The most ids in an answer. */
const MAX_IDS = 1000;

/** A record that a session or key began. It ends, unless a person has decided on it since. */
export interface Caused {
	kind: CausedKind;
	id: string;
	companyId: string | null;
	/** The company, user or employee that its event is about. */
	subjectId: string;
	isEnded: boolean;
}

export interface CausedCount {
	kind: CausedKind;
	count: number;
	ids: string[];
}

/** The records that ended, and those that stay because a person has decided on them. */
export interface Consequences {
	ended: CausedCount[];
	kept: CausedCount[];
}

/** Removes repetitions. A record that the cause changed last ends, even if somebody else had changed it in between. */
export function withoutRepeated(found: readonly Caused[]): Caused[] {
	const byRecord = new Map<string, Caused>();
	for (const one of found) {
		const name = `${one.kind} ${one.id}`;
		if (one.isEnded || !byRecord.has(name)) byRecord.set(name, one);
	}
	return [...byRecord.values()];
}

/** Counts the records of each kind that ended and that stay. It names at most 1,000 of them altogether. */
export function countsOf(records: readonly Caused[]): Consequences {
	const ended = countsWithin(
		records.filter(({ isEnded }) => isEnded),
		MAX_IDS,
	);
	const named = ended.reduce((sum, { ids }) => sum + ids.length, 0);
	const kept = countsWithin(
		records.filter(({ isEnded }) => !isEnded),
		MAX_IDS - named,
	);
	return { ended, kept };
}

function countsWithin(records: readonly Caused[], most: number): CausedCount[] {
	let left = most;
	return CAUSED_KINDS.flatMap((kind) => {
		const ids = records.filter((one) => one.kind === kind).map(({ id }) => id);
		if (ids.length === 0) return [];
		const named = ids.slice(0, left);
		left -= named.length;
		return [{ kind, count: ids.length, ids: named }];
	});
}
