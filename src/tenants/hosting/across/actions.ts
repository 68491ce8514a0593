import { asGuest, askInTurns, MAX_ASKED } from '../../../foundation/cells/guests.ts';
import { databaseOf } from '../../../foundation/cells/places.ts';
import { type PlaceOfCompany, placesInOrder } from '../../../foundation/cells/whereabouts.ts';
import { isOfSeveral } from '../../../foundation/core/actor.ts';
import { realTime } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { batch, metered } from '../../../foundation/db/database.ts';
import { gathering } from '../../../foundation/db/for-pages.ts';
import type { CompanyKey } from '../../../foundation/db/scope.ts';
import { admitted, type Databases, reachOf } from '../cells/actions.ts';

export interface PageAcross<Row> {
	rows: Row[];
	/** Set if the page ends before it is full. The next page then begins at this company, or after the last row that was searched. */
	rest?: string;
}

interface PageRequest<Key extends CompanyKey> {
	after: Key;
	limit: number;
	companyId?: string | undefined;
	address?: string | undefined;
}

type List<Row, Key> = (call: Call, after: Key | CompanyKey, limit: number) => Promise<Row[]>;

/** The number of cells to ask in the first turns. They are few, because most pages are soon full. */
const TURNS = [1, 3];
/** How many cells are read from D1 at first, and in later reads. */
const [FEW, MANY] = [10, 89];

/** Reads a page of a list in the order of companies, from all databases. A cell has one company, so its rows fit between those of D1. */
export async function listAcross<Row extends CompanyKey, Key extends CompanyKey>(
	databases: Databases,
	call: Call,
	{ after, limit, companyId, address }: PageRequest<Key>,
	list: List<Row, Key>,
): Promise<PageAcross<Row>> {
	if (companyId !== undefined || !isOfSeveral(call.actor)) return { rows: await list(call, after, limit) };
	const reach = await reachOf(databases, call);
	const d1 = gathering(databases.d1);
	const placesFrom = async (first: string, count: number) =>
		(await batch(d1, [placesInOrder(d1, reach, first, address, count + 1)]))[0];
	let [own, places] = await Promise.all([
		callIn({ ...databases, d1 }, call, null).then((here) => list(here, after, limit)),
		placesFrom(after.companyId, FEW),
	]);
	const end = own.length < limit ? undefined : own.at(-1)?.companyId;
	const rows: Row[] = [];
	const takeOwn = (before?: string) => {
		const later = before === undefined ? -1 : own.findIndex(({ companyId: company }) => company > before);
		rows.push(...own.splice(0, later === -1 ? own.length : later));
	};
	const read = async ({ companyId: company, cell }: PlaceOfCompany) =>
		list(
			await callIn(databases, call, cell),
			company === after.companyId ? after : { companyId: company, id: '' },
			limit,
		);
	for (let [size, total] = [FEW, 0]; ; size = MANY) {
		const wanted = places.slice(0, size).filter((place) => end === undefined || place.companyId < end);
		for await (const { item, answer, failed, asked } of askInTurns(wanted, total === 0 ? TURNS : [], read)) {
			takeOwn(item.companyId);
			if (rows.length < limit && answer === undefined) throw missing(failed, asked);
			rows.push(...(answer ?? []));
			if (rows.length >= limit) return { rows: rows.slice(0, limit) };
		}
		const next = wanted.length < size ? undefined : places[size]?.companyId;
		if (next === undefined) break;
		total += size;
		if (total >= MAX_ASKED) {
			takeOwn(next);
			return rows.length >= limit ? { rows: rows.slice(0, limit) } : { rows, rest: next };
		}
		places = await placesFrom(next, MANY);
	}
	takeOwn();
	return { rows: rows.slice(0, limit) };
}

/** Returns the call in another database, where the caller is a guest. */
export async function callIn({ env, d1 }: Databases, call: Call, cell: string | null): Promise<Call> {
	if (cell === (call.db.cell ?? null)) return cell === null ? { ...call, db: d1 } : call;
	const db = cell === null ? d1 : metered(databaseOf(env, cell), d1.meter);
	const now = realTime(call.db, call.now);
	const seen = call.statusAt === undefined ? {} : { statusAt: now };
	return admitted({ ...call, ...seen, now, db: asGuest(db, call.actor, call.db, now) });
}

/** Asks all databases that have a part of a page, a few at a time. Fails if one of them fails. */
export async function askAll<Item, Answer>(
	items: readonly Item[],
	ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
	const answers: Answer[] = [];
	for await (const { answer } of askInTurns(items, [], ask)) if (answer !== undefined) answers.push(answer);
	if (answers.length < items.length) throw missing(items.length - answers.length, items.length);
	return answers;
}

const missing = (failed: number, asked: number): Refusal =>
	new Refusal(
		'unavailable',
		`${failed} of ${asked} companies of this page cannot be read at the moment. Try again, or ask for one company only.`,
		{ retryAfter: 2 },
	);
