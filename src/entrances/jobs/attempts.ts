import { count } from '../../administration/monitoring/actions.ts';
import { databaseOf } from '../../foundation/cells/places.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import type { Bindings } from '../../foundation/http/env.ts';
import { logError } from '../../foundation/http/log.ts';

/** Counts attempts at messages for `/metrics`, by the status of each message after the attempt. */
export const attemptsAt =
	(env: Bindings, kind: 'mail' | 'webhook') =>
	async (states: readonly string[], now: Instant): Promise<void> => {
		const db = databaseOf(env, null);
		const stored = states.map((state) => count(env, db, [`${kind} ${state}`, [1, 0, 0, 0, 0, 0]], now));
		await Promise.all(stored).catch((error: unknown) => logError('counts_not_stored', error, {}));
	};
