import { countedClient } from './counted.ts';
import type { Counts } from './counting.ts';
import { type Runtime, withRuntime } from './runtime.ts';
import { count, MAIN_COMPANY, seededId, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';
import { timed } from './timed.ts';

const INVITATIONS = 5000;
const PER_DAY = 1000;
const DAY_MS = 86_400_000;

/** Invites 5,000 employees by one call. A carrier that takes no time sends their mails, by the daily limit and at once. */
export const measureMail = (): Promise<void> =>
	withRuntime(async (runtime) => {
		const { DB } = runtime.bindings;
		// Every second employee works for the company that invites.
		await seedUpTo(DB, 2 * INVITATIONS);
		const companyId = seededId('company', MAIN_COMPANY);
		const send = await countedClient(runtime, companyId);
		const rows: (string | number)[][] = [];
		for (const [limit, perDay] of [
			[`${PER_DAY} a day`, PER_DAY],
			['no limit', 10 * INVITATIONS],
		] as const) {
			await DB.batch(FORGOTTEN.map((table) => DB.prepare(`DELETE FROM ${table}`)));
			const asked = await send('POST', `/api/v2/companies/${companyId}/employees/invitations`);
			const { invited } = JSON.parse(asked.bytes.toString());
			rows.push([`${limit}: inviting`, invited, 1, ...costOf(asked.counts, asked)]);
			for (let day = 1; (await count(DB, WAITING)) > 0; day++) {
				rows.push([`${limit}: day ${day}`, ...(await sendOf(runtime, Date.now() + day * DAY_MS, perDay))]);
			}
		}
		printTable(
			`Inviting ${INVITATIONS} employees, from one call to the mails`,
			['MAIL_PER_DAY', 'people', 'runs', 'trips', 'rows read', 'rows written', 'seconds', 'CPU s'],
			rows,
			['One message of the queue or one run of the cron sends up to 600 mails.'],
		);
	});

const FORGOTTEN = ['mails', 'mail_days', 'one_time_tokens'];
const WAITING = `mails WHERE state = 'waiting'`;

interface Time {
	seconds: number;
	cpuSeconds: number;
}

const costOf = ({ roundTrips, rowsRead, rowsWritten }: Counts, { seconds, cpuSeconds }: Time) => [
	...[roundTrips, rowsRead, rowsWritten],
	...[seconds.toFixed(1), cpuSeconds.toFixed(1)],
];

/** Runs the sender, as the queue does, until it finds nothing it may send on this day. */
async function sendOf(runtime: Runtime, now: number, perDay: number): Promise<(string | number)[]> {
	let [sent, runs] = [0, 0];
	const counts: Counts = { roundTrips: 0, statements: 0, rowsRead: 0, rowsWritten: 0, sqlSeconds: 0 };
	const time: Time = { seconds: 0, cpuSeconds: 0 };
	for (let last = -1; last !== 0; runs++) {
		const run = await timed<{ sent: number; counts: Counts }>(runtime, '/bare/mails', { now, perDay });
		last = run.answer.sent;
		sent += last;
		for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += run.answer.counts[name];
		for (const name of ['seconds', 'cpuSeconds'] as const) time[name] += run[name];
	}
	return [sent, runs, ...costOf(counts, time)];
}
