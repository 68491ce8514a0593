import { type CellBindings, queryCell } from '../../../foundation/cells/places.ts';
import { newId } from '../../../foundation/core/id.ts';
import { authorizeForAll } from '../../../foundation/core/policy.ts';
import { invalidField, notFound, Refusal } from '../../../foundation/core/refusals.ts';
import { noteAccess } from '../../../foundation/db/access-events.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch } from '../../../foundation/db/database.ts';
import { companyMoving } from '../../../foundation/db/retry.ts';
import { companyHere } from '../backups/store.ts';
import { judge, MAX_BYTES, MAX_ROWS, type QueryResult, SECRETS, withoutSecrets } from './rules.ts';
import { columnsIn } from './store.ts';

/** Reads rows in the database of a company. The access log gets the query first. */
export async function queryCompany(
	env: CellBindings,
	call: Call,
	companyId: string,
	{ sql, reason }: { sql: string; reason: string },
): Promise<QueryResult> {
	authorizeForAll(call.actor, 'queryCompany');
	const { db, actor, now } = call;
	const [[company], found] = await batch(db, [
		companyHere(db, companyId),
		columnsIn(db, Object.keys(SECRETS)),
	]);
	if (company === undefined) throw notFound('company');
	if (db.cell === undefined) throw sharedDatabase();
	const judged = judge(sql);
	if (typeof judged === 'string') throw invalidField('sql', 'not_supported', judged);
	const request = `POST /api/v2/companies/${companyId}/query (${reason}) ${judged.shape}`;
	const { userId, sessionId } = actor;
	const event = { type: 'query.read' as const, key: newId(now), companyId, userId, sessionId };
	await commit(db, [noteAccess(call, { ...event, request: request.slice(0, MAX_REQUEST) })]);
	const columns = Map.groupBy(found, ({ table }) => table);
	const names = new Map([...columns].map(([table, all]) => [table, all.map(({ column }) => column)]));
	const reply = await queryCell(env, db.cell, withoutSecrets(judged, names), MAX_ROWS, MAX_BYTES);
	if ('moved' in reply) throw companyMoving();
	if ('failed' in reply) {
		const detail = `SQLite refused the statement: ${reply.failed}. Columns with secrets do not exist in queries.`;
		throw invalidField('sql', 'not_supported', detail);
	}
	return { ...reply, rows: reply.rows.map((row) => row.map(readable)) };
}

/** The longest text of a query that the access log stores. */
const MAX_REQUEST = 1000;

const sharedDatabase = (): Refusal =>
	new Refusal(
		'shared_database',
		'The company is in D1 together with others. Read its rows with: npx wrangler d1 execute zubrot --remote --command "SELECT …"',
	);

const readable = (value: SqlStorageValue): string | number | null =>
	value instanceof ArrayBuffer ? `x'${Buffer.from(value).toString('hex')}'` : value;
