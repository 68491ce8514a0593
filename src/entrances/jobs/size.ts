import { adviceForCell, adviceForD1, isNearlyFull } from '../../foundation/core/database-size.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { logError } from '../../foundation/http/log.ts';

const A_DAY_MS = 86_400_000;

const dayOf = (date: Instant): number => Math.floor(date / A_DAY_MS);

/** Logs that a database is nearly full, with what to do, at the first run of a day. Without `cell` it is D1. */
export function noteSize(
	{ bytes, lastRun, cell }: { bytes: number; lastRun: Instant; cell?: string },
	now: Instant,
): void {
	if (!isNearlyFull(bytes) || dayOf(lastRun) >= dayOf(now)) return;
	const advice = cell === undefined ? adviceForD1(bytes) : adviceForCell(bytes);
	logError('database_nearly_full', new Error(advice), { cell, bytes });
}
