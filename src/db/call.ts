import type { Actor } from '../core/actor.ts';
import type { Instant } from '../core/instant.ts';
import type { Db } from './client.ts';

/** What every action works with: on which database, for whom, and when. */
export interface Call {
	db: Db;
	actor: Actor;
	now: Instant;
}
