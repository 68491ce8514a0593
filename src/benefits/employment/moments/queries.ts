import { type SQL, sql } from 'drizzle-orm';
import type { Fields } from '../../../foundation/core/history.ts';
import { type Instant, toIso, toIsoOrNull } from '../../../foundation/core/instant.ts';
import { isoDatesOf, pauses } from '../../employees/pauses/table.ts';
import { flexAccesses } from '../../flex/access/table.ts';
import type { MomentType } from './rules.ts';

interface Dates {
	validFrom: Instant;
	validUntil: Instant | null;
	dateDeleted: Instant | null;
}

/** A period that begins and ends: its table, the column with the time of its recording, and its form in the history. */
export interface OfPeriod {
	table: typeof pauses | typeof flexAccesses;
	mark: 'dateBeganRecorded' | 'dateEndedRecorded';
	tell: (period: Dates) => Fields;
}

const tellAccess = ({ validFrom, validUntil, dateDeleted }: Dates): Fields => ({
	validFrom: toIso(validFrom),
	validUntil: toIsoOrNull(validUntil),
	...(dateDeleted !== null && { dateDeleted: toIso(dateDeleted) }),
});

export const OF_PERIODS = {
	'employee.pause_began': { table: pauses, mark: 'dateBeganRecorded', tell: isoDatesOf },
	'employee.pause_ended': { table: pauses, mark: 'dateEndedRecorded', tell: isoDatesOf },
	'flex_access.began': { table: flexAccesses, mark: 'dateBeganRecorded', tell: tellAccess },
	'flex_access.ended': { table: flexAccesses, mark: 'dateEndedRecorded', tell: tellAccess },
} satisfies Partial<Record<MomentType, OfPeriod>>;

/** A partial index of the periods whose moment is not recorded yet. `isOpen` repeats its condition. */
export interface Source {
	type: keyof typeof OF_PERIODS;
	index: string;
	isOpen: SQL;
	/** The indexed column, and how many milliseconds later the moment is. */
	by: SQL;
	delay: 0 | 1;
	/** Set when removed periods count too. The index of all periods of an employee does not contain them. */
	isOfRemoved?: true;
}

const BEGINNING = {
	isOpen: sql`date_deleted IS NULL AND date_began_recorded IS NULL`,
	by: sql`valid_from`,
	delay: 0,
} as const;
const ENDING = {
	isOpen: sql`date_deleted IS NULL AND date_ended_recorded IS NULL AND valid_until IS NOT NULL`,
	by: sql`valid_until`,
	delay: 1,
} as const;

export const SOURCES: readonly Source[] = [
	{ type: 'employee.pause_began', index: 'pauses_beginning', ...BEGINNING },
	{ type: 'employee.pause_ended', index: 'pauses_ending', ...ENDING },
	{ type: 'flex_access.began', index: 'flex_accesses_beginning', ...BEGINNING },
	{ type: 'flex_access.ended', index: 'flex_accesses_unrecorded_end', ...ENDING },
	{
		// For an access that had begun before it was replaced or revoked as a whole.
		type: 'flex_access.ended',
		index: 'flex_accesses_removed',
		isOpen: sql`date_deleted IS NOT NULL AND date_began_recorded IS NOT NULL AND date_ended_recorded IS NULL`,
		by: sql`date_deleted`,
		delay: 0,
		isOfRemoved: true,
	},
];

export const inIndex = ({ type, index }: Source): SQL =>
	sql`${OF_PERIODS[type].table} INDEXED BY ${sql.raw(index)}`;
