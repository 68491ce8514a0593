import {
	addDays,
	addMonths,
	type Instant,
	startOfMonth,
	toIso,
	toYearMonth,
} from '../../foundation/core/instant.ts';
import { day, yearMonth } from '../../foundation/http/dates.ts';
import { addressFor, BASE, type Context } from '../env.ts';

export const CALENDAR = `${BASE}/calendar`;

/** How many months the grids and the list show. */
const [GRIDS, LISTED] = [3, 12];

/** The part of the calendar that an address shows. */
export interface CalendarRange {
	companyId: string;
	view: 'months' | 'list';
	from: Instant;
	/** The last day. */
	to: Instant;
	/** True when the list shows only the day that the reader has selected in a grid. */
	isOneDay: boolean;
	showsNames: boolean;
}

const [MONTH, DAY] = [yearMonth('2026-03'), day('2026-03-07')];

/** The months begin with the present one unless the address names another. */
export function placeIn(c: Context, companyId: string): CalendarRange {
	const view = c.req.query('view') === 'list' ? 'list' : 'months';
	const { data: one } = DAY.safeParse(c.req.query('day'));
	const showsNames = view === 'list' && c.req.query('names') !== undefined;
	if (view === 'list' && one !== undefined) {
		return { companyId, view, from: one, to: one, isOneDay: true, showsNames };
	}
	const from = MONTH.safeParse(c.req.query('from')).data ?? startOfMonth(c.var.now);
	const to = addDays(addMonths(from, view === 'list' ? LISTED : GRIDS), -1);
	return { companyId, view, from, to, isOneDay: false, showsNames };
}

export const calendarAddress = (
	companyId: string,
	path = '',
	values: Record<string, string | undefined> = {},
) => addressFor(`/calendar${path}`, companyId, values);

export const placeAddress = ({ companyId, view, from, isOneDay, showsNames }: CalendarRange): string =>
	calendarAddress(companyId, '', {
		view: view === 'list' ? view : undefined,
		day: isOneDay ? toIso(from).slice(0, 10) : undefined,
		from: isOneDay ? undefined : toYearMonth(from),
		names: showsNames ? 'on' : undefined,
	});

/** Returns the place that is one page of months later or earlier. */
export function turned(place: CalendarRange, direction: 1 | -1): CalendarRange {
	const count = place.view === 'list' ? LISTED : GRIDS;
	return { ...place, from: addMonths(startOfMonth(place.from), direction * count), isOneDay: false };
}
