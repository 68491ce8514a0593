import { isFoundIn, wordsOf } from '../../../benefits/employees/people/rules.ts';
import { MAX_ASKED } from '../../../foundation/cells/guests.ts';
import { placesInOrder, usersInOrder } from '../../../foundation/cells/whereabouts.ts';
import { isOfSeveral } from '../../../foundation/core/actor.ts';
import { authorize, authorizeForAll } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { inOrder } from '../../../tenants/companies/store.ts';
import { askAll, callIn, type PageAcross } from '../../../tenants/hosting/across/actions.ts';
import { type Databases, reachOf } from '../../../tenants/hosting/cells/actions.ts';
import { emailKey } from '../../../tenants/users/rules.ts';
import {
	loadUser,
	type User,
	userById,
	usersByAddress,
	usersByIds,
	usersPage,
} from '../../../tenants/users/store.ts';
import { named } from '../me/actions.ts';
import { companiesOfUser, manageableElsewhere } from '../store.ts';

export async function readUser(call: Call, userId: string): Promise<User> {
	const scope = authorize(call.actor, 'readUser');
	return loadUser(call, scope, userId);
}

export async function listUsers(call: Call, companyId: string | undefined, after: string, limit: number) {
	const scope = authorize(call.actor, 'listUsers');
	const [rows] = await load(call, [usersPage(call.db, scope, companyId, after, limit)]);
	return rows;
}

/** Lists the users of all databases that the caller reaches. A user appears once, if possible in the database in which the user signs in. */
export async function listUsersAcross(
	databases: Databases,
	call: Call,
	companyId: string | undefined,
	after: string,
	limit: number,
): Promise<PageAcross<User>> {
	const scope = authorize(call.actor, 'listUsers');
	if (companyId !== undefined || !isOfSeveral(call.actor))
		return { rows: await listUsers(call, companyId, after, limit) };
	if (!scope.all) return { rows: await listColleagues(databases, call, after, limit) };
	return listByDirectory(
		databases,
		call,
		{ after, limit },
		({ id }) => id,
		(d1, place, count) => [
			usersPage(d1, scope, undefined, place, count),
			usersInOrder(d1, 'user_id', [place], count),
		],
	);
}

/** Lists users of all databases whose address begins with a text. `after` is the last address of the previous page. */
export async function findUsers(
	databases: Databases,
	call: Call,
	beginning: string,
	after: string,
	limit: number,
) {
	const scope = authorizeForAll(call.actor, 'listUsers');
	const first = emailKey(beginning);
	const { rows } = await listByDirectory(
		databases,
		call,
		{ after, limit },
		(user) => user.emailKey,
		(d1, place, count) => [
			usersByAddress(d1, scope, first, place, count),
			usersInOrder(d1, 'address', [place, first], count),
		],
	);
	return rows;
}

/** Asks the databases that a caller was granted. The directory cannot be asked, because it does not know who manages a company. */
async function listColleagues(
	databases: Databases,
	call: Call,
	after: string,
	limit: number,
): Promise<User[]> {
	const reach = await reachOf(databases, call);
	const [places] = await batch(databases.d1, [placesInOrder(databases.d1, reach, '', undefined, MAX_ASKED)]);
	const cells = [null, ...places.map(({ cell }) => cell)];
	const pages = await askAll(cells, async (cell) =>
		listUsers(await callIn(databases, call, cell), undefined, after, limit),
	);
	const found = new Map<string, User>();
	for (const user of pages.flat().sort((one, other) => Number(one.isGuest) - Number(other.isGuest))) {
		const known = found.get(user.id) ?? user;
		const companyIds = [...new Set([...known.companyIds, ...user.companyIds])].sort();
		found.set(user.id, { ...known, companyIds });
	}
	return inOrder([...found.values()], [], limit);
}

type Row = Awaited<ReturnType<typeof listUsers>>[number];

/** Reads a page of users of D1, and one of users of cells in the same order. */
type ReadPage = (
	d1: Db,
	after: string,
	count: number,
) => readonly [ReturnType<typeof usersPage>, ReturnType<typeof usersInOrder>];

/**
 * Lists users in an order that the directory knows, and asks only the cells that have users of the page. Some addresses in doubt name no
 * user, or another one, so it reads until the page is full.
 */
async function listByDirectory(
	databases: Databases,
	call: Call,
	{ after, limit }: { after: string; limit: number },
	keyOf: (row: Row) => string,
	read: ReadPage,
): Promise<PageAcross<Row>> {
	const rows: Row[] = [];
	for (let place = after; rows.length < limit; ) {
		// There cannot be more cells than users.
		const count = Math.min(limit - rows.length, MAX_ASKED - databases.asked.cells);
		if (count <= 0) return { rows, rest: place };
		const [own, entries] = await batch(databases.d1, read(databases.d1, place, count));
		const elsewhere = new Set(entries.map(({ userId }) => userId));
		// D1 still has the old rows of a company that has just moved.
		const staying = own.filter(({ id }) => !elsewhere.has(id));
		const ends = [own.map(keyOf), entries.map(({ key }) => key)].flatMap((keys) => keys[count - 1] ?? []);
		const [end = ''] = ends.sort();
		const all = [...new Set([...staying.map(keyOf), ...entries.map(({ key }) => key)])].sort();
		const keys = (ends.length === 0 ? all : all.filter((key) => key <= end)).slice(0, count);
		const wanted = new Set(keys);
		const cells = [
			...Map.groupBy(
				entries.filter(({ key }) => wanted.has(key)),
				({ cell }) => cell,
			),
		];
		const found = await askAll(cells, async ([cell, theirs]) =>
			readUsers(await callIn(databases, call, cell), theirs),
		);
		const byKey = new Map([...staying, ...found.flat()].map((row) => [keyOf(row), row]));
		rows.push(...keys.flatMap((key) => byKey.get(key) ?? []));
		if (ends.length === 0 && keys.length === all.length) break;
		place = keys.length === count ? (keys.at(-1) ?? end) : end;
		databases.asked.cells += cells.length;
	}
	return { rows };
}

async function readUsers(call: Call, entries: readonly { userId: string }[]): Promise<Row[]> {
	const scope = authorize(call.actor, 'listUsers');
	const [found] = await load(call, [
		usersByIds(
			call.db,
			scope,
			entries.map(({ userId }) => userId),
		),
	]);
	return found;
}

/** Few companies have more than this number of managing users. */
const PAGE_SIZE = 500;

/** Finds users who manage a company and match all words of a text. The search for people works in the same way. */
export async function findUsersOfCompany(call: Call, companyId: string, text: string): Promise<User[]> {
	const [found, words]: [User[], string[]] = [[], wordsOf(text)];
	for (let after = ''; ; ) {
		const page = await listUsers(call, companyId, after, PAGE_SIZE);
		found.push(
			...page.filter(({ firstName, lastName, email }) =>
				isFoundIn([firstName, lastName, email].join(' '), words),
			),
		);
		const last = page.at(-1);
		if (last === undefined || page.length < PAGE_SIZE) return found;
		after = last.id;
	}
}

export async function readUserAndCompanies(call: Call, userId: string) {
	const scope = authorizeForAll(call.actor, 'readUser');
	const [[user], companies, elsewhere] = await load(call, [
		userById(call.db, scope, userId),
		companiesOfUser(call.db, userId),
		manageableElsewhere(call.db, userId, false),
	]);
	const others = (await named(call.db, elsewhere)).map(({ id, name }) => ({ id, name, employeeId: null }));
	return { user: requireFound(user, 'user'), companies: [...companies, ...others] };
}
