import { eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Client } from '../../core/client.ts';
import type { Instant } from '../../core/instant.ts';
import type { Db, Statement } from '../../db/client.ts';
import { sessions } from '../table.ts';
import { knownDevices } from './table.ts';

/** The condition that the user is known, but not from where or with what this one comes. */
export const isNewDevice = (userId: string, { device, country }: Client, since: Instant): SQL =>
	sql`EXISTS (SELECT 1 FROM known_devices WHERE user_id = ${userId}) AND NOT EXISTS (
		SELECT 1 FROM known_devices WHERE user_id = ${userId} AND device = ${device} AND country = ${country ?? ''} AND date_used > ${since})`;

export const rememberDevice = (db: Db, userId: string, { device, country }: Client, now: Instant) =>
	db
		.insert(knownDevices)
		.values({ userId, device, country: country ?? '', dateUsed: now })
		.onConflictDoUpdate({
			target: [knownDevices.userId, knownDevices.device, knownDevices.country],
			set: { dateUsed: now },
		});

/** Removes from where and with what a user has signed in. */
export const forgetDevices = (db: Db, userId: string): Statement[] => [
	db.delete(knownDevices).where(eq(knownDevices.userId, userId)),
	db.update(sessions).set({ device: null, country: null, city: null }).where(eq(sessions.userId, userId)),
];

export const clearDevices = (db: Db, usedBefore: Instant): Statement =>
	db.delete(knownDevices).where(lte(knownDevices.dateUsed, usedBefore));
