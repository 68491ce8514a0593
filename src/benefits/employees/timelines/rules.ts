import type { Employment } from '../../../foundation/core/employment.ts';
import {
	aboutEmployee,
	alteration,
	type Change,
	creation,
	type Fields,
	type TimelineName,
} from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import {
	lastInstant,
	lay,
	type Period,
	requireFewPeriods,
	type TimelineEdit,
} from '../../../foundation/core/timeline.ts';

export interface StoredPeriod extends Period {
	dateCreated: Instant;
	dateModified: Instant;
	dateDeleted: Instant | null;
}

/** The meaning of a kind of timeline: its event names, and when two periods have the same terms. */
export interface Meaning<P extends StoredPeriod> {
	name: TimelineName;
	tell: (period: object) => Fields;
	/** True when two periods differ only in their dates. By default, all their values are compared. */
	hasSameTerms?: (period: P, other: P) => boolean;
	/** Adapts the remainder of a period that continues after a new one. */
	continued?: (rest: P) => P;
}

/** Returns the edit that puts a new period on a timeline; null for no change. Periods stay unless `givesWay` is true for them. */
export function layingOf<P extends StoredPeriod>(
	{ continued = (rest) => rest, hasSameTerms = hasEqualValues }: Meaning<P>,
	periods: readonly P[],
	entry: P,
	now: Instant,
	givesWay: (period: P) => boolean = () => true,
): TimelineEdit<P> | null {
	const continueFrom = (old: P, validFrom: Instant): P =>
		continued({ ...old, id: newId(now), dateCreated: now, dateModified: now, validFrom });
	if (isInForce(periods.filter(givesWay), entry, hasSameTerms)) return null;
	const edit = editPart(periods, givesWay, (part) => lay(part, entry, continueFrom));
	requireFewPeriods(edit);
	return edit;
}

/** True when periods with the entry's terms already cover its whole span. */
function isInForce<P extends StoredPeriod>(
	periods: readonly P[],
	entry: P,
	hasSameTerms: (period: P, other: P) => boolean,
): boolean {
	let uncovered = entry.validFrom;
	for (const period of periods) {
		const isNext = period.validFrom <= uncovered && lastInstant(period) >= uncovered;
		if (isNext && hasSameTerms(period, entry)) uncovered = lastInstant(period) + 1;
	}
	return uncovered > lastInstant(entry);
}

/** The values that identify a period and do not belong to its terms. */
const OWN_VALUES =
	'id dateCreated dateModified validFrom validUntil dateBeganRecorded dateEndedRecorded'.split(' ');

function hasEqualValues<P extends StoredPeriod>(period: P, other: P): boolean {
	const isOwn = (name: string) => OWN_VALUES.includes(name);
	return (Object.keys(period) as (keyof P & string)[]).every(
		(name) => isOwn(name) || JSON.stringify(period[name]) === JSON.stringify(other[name]),
	);
}

/** Edits only the periods for which `isTouched` is true. */
export function editPart<P extends StoredPeriod>(
	periods: readonly P[],
	isTouched: (period: P) => boolean,
	edited: (part: P[]) => TimelineEdit<P>,
): TimelineEdit<P> {
	const edit = edited(periods.filter(isTouched));
	const others = periods.filter((period) => !isTouched(period));
	return { ...edit, timeline: [...edit.timeline, ...others] };
}

/** Sets the dates of cut and removed periods. A cut after the termination changes nothing for readers, and keeps `dateModified`. */
export function withDates<P extends StoredPeriod>(
	edit: TimelineEdit<P>,
	{ dateTerminated }: Pick<Employment, 'dateTerminated'>,
	now: Instant,
): TimelineEdit<P> {
	const isSeen = (period: P) => dateTerminated === null || lastInstant(period) < dateTerminated;
	const cutIds = new Set(edit.cut.filter(isSeen).map((period) => period.id));
	const modified = (period: P): P => (cutIds.has(period.id) ? { ...period, dateModified: now } : period);
	return {
		...edit,
		removed: edit.removed.map((period) => ({ ...period, dateModified: now, dateDeleted: now })),
		cut: edit.cut.map(modified),
		timeline: edit.timeline.map(modified),
	};
}

/** Returns the events of a dated edit. `before` are the periods before it. */
export function changesOfEdit<P extends StoredPeriod>(
	{ name, tell }: Pick<Meaning<P>, 'name' | 'tell'>,
	owner: { id: string; companyId: string },
	before: readonly P[],
	{ removed, cut, added }: TimelineEdit<P>,
): Change[] {
	const shortened = (period: P, verb: 'removed' | 'cut'): Change[] => {
		const old = before.find(({ id }) => id === period.id) ?? period;
		return alteration(`${name}.${verb}`, aboutEmployee(owner, period.id), tell(old), tell(period));
	};
	return [
		...removed.flatMap((period) => shortened(period, 'removed')),
		...cut.flatMap((period) => shortened(period, 'cut')),
		...added.map((period, index) =>
			creation(`${name}.${index === 0 ? 'set' : 'continued'}`, aboutEmployee(owner, period.id), tell(period)),
		),
	];
}
