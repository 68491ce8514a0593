import { EVENTS_OF_COMPANY } from './belonging.ts';
import type { Databases } from './compare.ts';
import { askAll } from './pages.ts';

/** An erasure is noticed although the clocks of two machines differ by up to an hour. */
const MARGIN_HOURS = 1;
const AN_HOUR_MS = 3_600_000;

/** Only an erasure changes events. It may be one of another company, for which the person works now. */
const ERASURES = `SELECT id FROM event_texts WHERE text IN ('employee.erased', 'user.erased')`;

/** The oldest events of a company: their number, and the position of the last one. */
export interface Unchanged {
	position: string;
	rows: number;
}

/**
 * Returns the events that need not be compared again while the company is closed. The move has copied them with what they refer to, and
 * triggers keep all of this from changing. The cron only deletes archived events, which shows in their number. If anybody was erased
 * since shortly before the move began, all events are compared again.
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
