import { CRON } from '../../../foundation/core/history.ts';
import type { Circumstances } from '../../../foundation/db/access-events.ts';
import { batch, type Statement } from '../../../foundation/db/database.ts';
import type { TakeOver } from '../../../foundation/db/directory.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { insertMailsToAdmins } from '../../mail/store.ts';
import { type Holder, holdersOf, releaseAddresses, requireLeft } from '../../users/holders/store.ts';
import { addressOf, hasLeft, lossOf, mayLose, toldOfLoss } from '../../users/rules.ts';
import { endSessionsOfAll } from '../store.ts';

/** Returns how others lose an address to somebody who proves it: those who have not proven it, and those who have left. */
export const winning =
	(circumstances: Circumstances, winnerId: string): TakeOver =>
	async (db, addresses) => {
		const { now } = circumstances;
		const [holders] = await batch(db, [holdersOf(db, addresses)]);
		const others = holders.filter(({ id }) => id !== winnerId);
		const freed = addresses.filter((address) =>
			others.every((holder) => addressOf(holder.emailKey) !== address || mayLose(holder, now)),
		);
		const losers = others.filter(({ emailKey }) => freed.includes(addressOf(emailKey)));
		return { freed, statements: losing({ ...circumstances, db }, losers) };
	};

/** Returns how leavers in other databases lose an address that a company gives to somebody. */
export const leaving =
	(circumstances: Circumstances, companyId: string): TakeOver =>
	async (db, addresses) => {
		const { now } = circumstances;
		const [holders] = await batch(db, [holdersOf(db, addresses)]);
		const losers = holders.filter(
			(holder) =>
				holder.employerId !== companyId && addresses.includes(holder.emailKey) && hasLeft(holder, now),
		);
		const freed = losers.map(({ emailKey }) => emailKey);
		return { freed, statements: losing({ ...circumstances, db }, losers) };
	};

/** The record of a loser stays. Its sessions end, and its administrators read why, so that they can enter another address. */
function losing(circumstances: Circumstances, losers: readonly Holder[]): Statement[] {
	if (losers.length === 0) return [];
	const { db, now } = circumstances;
	const ids = losers.map(({ id }) => id);
	const left = losers.filter(({ dateProven }) => dateProven !== null);
	const changes = losers.flatMap(lossOf);
	const told = losers.flatMap((loser) =>
		toldOfLoss(loser).map((companyId) =>
			insertMailsToAdmins(db, { kind: 'address_lost', companyId, data: { person: loser.email } }, now),
		),
	);
	return [
		...(left.length === 0 ? [] : [requireLeft(db, left, now)]),
		...endSessionsOfAll(circumstances, ids, 'address_changed'),
		...releaseAddresses(db, losers, now),
		...recordEvents(db, CRON, now, identified(changes, now)),
		...told,
	];
}
