import type { Ask } from '../../../foundation/cells/interface.ts';
import { askAll, asksOf, type Structure, withoutTriggers } from '../../../foundation/cells/move/pages.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { isEmptied, tablesWhere } from '../../../foundation/core/tables.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';

/** A reset deletes some rows of these tables, and has a condition for each. */
const IN_PART = ['users', 'refresh_tokens', 'events', 'idempotency_keys'];

/** Tables with rows of users. Those of administrators, verifiers and API keys stay. */
const OF_USERS = tablesWhere(({ owner }) => owner === 'user_id');

/** A sandbox shares its database with no other company, so whole tables go. */
const EMPTIED = tablesWhere(isEmptied).filter((name) => ![...IN_PART, ...OF_USERS].includes(name));

/** SQL of the users who stay: those who manage the company, and the creators of its keys. */
const STAYING = `SELECT user_id FROM user_companies UNION SELECT user_id FROM api_keys
	UNION SELECT maker_id FROM api_keys WHERE maker_id IS NOT NULL`;

/** SQL that inserts the next cut-off as the first one, as for a new company. */
const FIRST_CUT_OFF = `INSERT INTO cut_offs (company_id, month, date_passed)
	SELECT id, month, month + payroll_reference_day * 86400000 FROM (
		SELECT id, payroll_reference_day, iif(?1 < this + payroll_reference_day * 86400000, this, next) AS month
		FROM companies CROSS JOIN (SELECT unixepoch(?1 / 1000, 'unixepoch', 'start of month') * 1000 AS this,
			unixepoch(?1 / 1000, 'unixepoch', 'start of month', '+1 month') * 1000 AS next))`;

const TABLES = [...EMPTIED, ...OF_USERS, ...IN_PART];

/** Keeps the last event, so that positions continue and followers miss nothing. */
const DELETE_EVENTS: Ask = ['DELETE FROM events WHERE position < (SELECT max(position) FROM events)', []];

/** Returns the statements of a reset. `recorded` records it, before the last event of the time before the reset is deleted. */
export function emptying(structure: Structure, now: Instant, recorded: readonly Statement[]): Ask[] {
	const deleting = (table: string, where = 'TRUE'): Ask => [`DELETE FROM ${table} WHERE ${where}`, []];
	return [
		...withoutTriggers(structure, TABLES, [
			...EMPTIED.map((table) => deleting(table)),
			DELETE_EVENTS,
			...OF_USERS.map((table) => deleting(table, `user_id NOT IN (${STAYING})`)),
			deleting('refresh_tokens', 'session_id NOT IN (SELECT id FROM sessions)'),
			deleting('idempotency_keys', `caller_id NOT IN (${STAYING})`),
			// People from other databases keep their rows, which records may name.
			deleting('users', `id NOT IN (${STAYING}) AND home IS NULL`),
			[
				`UPDATE users SET roles = (SELECT json_group_array(value) FROM json_each(roles) WHERE value <> 'EMPLOYEE')`,
				[],
			],
			[FIRST_CUT_OFF, [now]],
		]),
		...asksOf(recorded),
		...withoutTriggers(structure, ['events'], [DELETE_EVENTS]),
	];
}

const RECEIPTS = tablesWhere(({ file }) => file === 'RECEIPTS');

export async function filesOf(own: Db): Promise<{ receipts: string[]; archives: string[] }> {
	const [receipts = [], archives = []] = await askAll(own.$client, [
		[RECEIPTS.map((table) => `SELECT id FROM ${table}`).join(' UNION ALL '), []],
		['SELECT key FROM event_files', []],
	]);
	return { receipts: receipts.map(({ id }) => String(id)), archives: archives.map(({ key }) => String(key)) };
}

export async function freeAddresses(own: Db, d1: Db, cell: string): Promise<void> {
	const [staying = []] = await askAll(own.$client, [['SELECT id FROM users', []]]);
	const ids = JSON.stringify(staying.map(({ id }) => id));
	await askAll(d1.$client, [
		[
			`DELETE FROM addresses WHERE cell = ?1 AND instr(address, '@') AND user_id NOT IN (SELECT value FROM json_each(?2))`,
			[cell, ids],
		],
	]);
}
