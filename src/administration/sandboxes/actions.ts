import { type CellBindings, workInCell } from '../../foundation/cells/places.ts';
import { type Instant, realTime } from '../../foundation/core/instant.ts';
import { authorize, type Operation } from '../../foundation/core/policy.ts';
import { Refusal, type RefusalCode } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import { moveClock } from '../../foundation/db/clock.ts';
import { batch, type Db } from '../../foundation/db/database.ts';
import { authorOf, type Outcome, unrecorded } from '../../foundation/db/write.ts';
import { notASandbox } from '../../tenants/companies/rules.ts';
import { loadCompany } from '../../tenants/companies/store.ts';
import { type Advance, type Filled, requireForward, type SandboxState, sandboxBusy } from './rules.ts';
import { type Clock, clockHere } from './store.ts';

/** A task for the cell of a sandbox. It runs inside the cell, so that its steps do not count as calls of the Worker. */
export type Task =
	| { kind: 'advance'; to: Instant }
	| { kind: 'reset' }
	| { kind: 'populate'; employees: number; months: number; seed: number };

export interface Asker {
	actor: Call['actor'];
	requestId: string;
	author: ReturnType<typeof authorOf>;
}

/** The result of a task in a cell: its value and the clock afterwards, or the refusal. */
type Done =
	| { result: unknown; ahead: number }
	| { refused: { code: RefusalCode; detail: string; extras: Refusal['extras'] } };

export async function readSandbox(call: Call, companyId: string): Promise<SandboxState> {
	await requireSandbox(call, 'readSandbox', companyId);
	const aheadSeconds = Math.round((call.now - realTime(call.db, call.now)) / 1000);
	return { companyId, now: call.now, aheadSeconds };
}

export async function advanceSandbox(
	env: CellBindings,
	call: Call,
	companyId: string,
	to: Instant,
): Promise<Outcome<Advance>> {
	await requireSandbox(call, 'advanceSandbox', companyId);
	requireForward(to, call.now);
	return done(await workFor<Advance>(env, call, { kind: 'advance', to }));
}

/** Empties a sandbox, but keeps its administrators, API keys and settings. */
export async function resetSandbox(
	env: CellBindings,
	call: Call,
	companyId: string,
): Promise<Outcome<SandboxState>> {
	await requireSandbox(call, 'resetSandbox', companyId);
	return done(await workFor<SandboxState>(env, call, { kind: 'reset' }));
}

export async function populateSandbox(
	env: CellBindings,
	call: Call,
	companyId: string,
	wanted: { employees: number; months: number; seed: number },
): Promise<Outcome<Filled>> {
	await requireSandbox(call, 'populateSandbox', companyId);
	return done(await workFor<Filled>(env, call, { kind: 'populate', ...wanted }));
}

const done = <T>(after: T): Outcome<T> => ({ ...unrecorded(), before: null, after });

async function requireSandbox(call: Call, operation: Operation, companyId: string): Promise<void> {
	const scope = authorize(call.actor, operation);
	const [company] = await loadCompany(call, scope, companyId, []);
	if (!company.sandbox) throw notASandbox();
}

async function workFor<T>(env: CellBindings, call: Call, task: Task): Promise<T> {
	const { db, actor, requestId } = call;
	if (db.cell === undefined) throw notASandbox();
	const asker: Asker = { actor, requestId, author: authorOf(call) };
	const now = realTime(db, call.now);
	const answer = await workInCell(env, db.cell, now, JSON.stringify({ ...asker, ...task }));
	if (answer === null) throw sandboxBusy();
	const ended = JSON.parse(answer) as Done;
	if ('refused' in ended) throw new Refusal(ended.refused.code, ended.refused.detail, ended.refused.extras);
	moveClock(call, ended.ahead);
	return ended.result as T;
}

export async function answerOf(own: Db, work: (clock: Clock) => Promise<unknown>): Promise<string> {
	try {
		const result = await work(await clockOf(own));
		return JSON.stringify({ result, ahead: (await clockOf(own)).ahead } satisfies Done);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const { code, message: detail, extras } = error as Refusal;
		return JSON.stringify({ refused: { code, detail, extras } } satisfies Done);
	}
}

async function clockOf(own: Db): Promise<Clock> {
	const [[clock]] = await batch(own, [clockHere(own)]);
	if (clock === undefined) throw notASandbox();
	return clock;
}
