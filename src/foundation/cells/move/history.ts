import { EVENTS_OF_COMPANY } from './belonging.ts';
import type { Databases } from './compare.ts';
import { askAll } from './pages.ts';

/** Two machines may differ by up to an hour, so erasures are searched from an hour earlier. */
const MARGIN_HOURS = 1;
const AN_HOUR_MS = 3_600_000;

/** Only an erasure changes stored events. The other company that employs a person now can also erase the person. */
const ERASURES = `SELECT id FROM event_texts WHERE text IN ('employee.erased', 'user.erased')`;

/** The events up to a position that are the same in both databases, and their number. */
export interface Unchanged {
	position: string;
	rows: number;
}

/**
 * Returns the events that need no further comparison while the company is closed. They were copied with the rows that they refer to, and
 * triggers keep all of this from changing. The cron only deletes archived events, so their number reveals it. If anybody was erased since
 * shortly before the move began, it returns null, and all events are compared again.
 */
export async function unchangedSince(
	{ company, source, target }: Databases,
	dateStarted: number,
): Promise<Unchanged | null> {
	const [[there] = []] = await askAll(target, [
		[`SELECT max(position) AS last, count(*) AS n FROM events WHERE ${EVENTS_OF_COMPANY}`, [company]],
	]);
	const position = Number(there?.last ?? 0);
	const [[here] = [], erased = []] = await askAll(source, [
		[`SELECT count(*) AS n FROM events WHERE ${EVENTS_OF_COMPANY} AND position <= ?2`, [company, position]],
		[
			`SELECT 1 FROM events WHERE position >= (SELECT position FROM event_hours WHERE hour >= ?1 ORDER BY hour LIMIT 1)
				AND type IN (${ERASURES}) LIMIT 1`,
			[Math.floor(dateStarted / AN_HOUR_MS) - MARGIN_HOURS],
		],
	]);
	return here?.n === there?.n && erased.length === 0
		? { position: String(position), rows: Number(here?.n) }
		: null;
}
