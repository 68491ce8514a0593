import { newId } from '../../src/core/id.ts';
import { vaultOf } from '../../src/core/vault.ts';
import type { Counts } from './counting.ts';
import { type Runtime, withRuntime } from './runtime.ts';
import { count, DUE, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';
import { timed } from './timed.ts';

const INVITATIONS = 5000;
const PER_DAY = 1000;
const DAY_MS = 86_400_000;
const ENCRYPTION_KEY = 'the-key-of-the-benchmark-is-no-secret-at-all';

/** Sends 5,000 invitations through a carrier that takes no time: by the limit of a day, and at once. */
export const measureMail = (): Promise<void> =>
	withRuntime(async (runtime) => {
		await seedUpTo(runtime.bindings.DB, INVITATIONS);
		const rows: (string | number)[][] = [];
		for (const [what, perDay] of [
			[`${PER_DAY} a day`, PER_DAY],
			['without a limit', 10 * INVITATIONS],
		] as const) {
			await insertInvitations(runtime);
			for (let day = 1; (await count(runtime.bindings.DB, WAITING)) > 0; day++) {
				rows.push([what, day, ...(await sendOf(runtime, DUE + day * DAY_MS, perDay))]);
			}
		}
		printTable(
			`Sending ${INVITATIONS} invitations`,
			['MAIL_PER_DAY', 'day', 'sent', 'runs', 'trips', 'rows read', 'rows written', 'seconds', 'CPU s'],
			rows,
			['One message of the queue or one run of the cron sends up to 600 mails.'],
		);
	});

const WAITING = `mails WHERE state = 'waiting'`;

/** Runs the sender, as the queue does, until it finds nothing it may send on this day. */
async function sendOf(runtime: Runtime, now: number, perDay: number): Promise<(string | number)[]> {
	let [sent, runs, seconds, cpu, trips, read, written] = [0, 0, 0, 0, 0, 0, 0];
	for (let last = -1; last !== 0; runs++) {
		const run = await timed<{ sent: number; counts: Counts }>(runtime, '/bare/mails', {
			...{ now, perDay, key: ENCRYPTION_KEY },
		});
		last = run.answer.sent;
		sent += last;
		seconds += run.seconds;
		cpu += run.cpuSeconds;
		trips += run.answer.counts.roundTrips;
		read += run.answer.counts.rowsRead;
		written += run.answer.counts.rowsWritten;
	}
	return [sent, runs, trips, read, written, seconds.toFixed(1), cpu.toFixed(1)];
}

async function insertInvitations({ bindings: { DB } }: Runtime): Promise<void> {
	const vault = vaultOf({ ENCRYPTION_KEY });
	const mails = await Promise.all(
		Array.from({ length: INVITATIONS }, async () => {
			const id = newId(DUE);
			return { id, sealed: await vault.seal('a token of 32 random bytes, in base64url', `mail ${id}`) };
		}),
	);
	await DB.batch([
		DB.prepare('DELETE FROM mails'),
		DB.prepare('DELETE FROM mail_days'),
		DB.prepare(
			`INSERT INTO mails (id, date_created, kind, user_id, company_id, data, sealed, priority, date_due)
			SELECT m.value ->> 'id', ?1, 'invitation', e.user_id, e.company_id, '{}', m.value ->> 'sealed', 2, ?1
			FROM json_each(?2) m JOIN (SELECT row_number() OVER () - 1 AS n, user_id, company_id FROM employees) e ON e.n = m.key`,
		).bind(DUE, JSON.stringify(mails)),
	]);
}
