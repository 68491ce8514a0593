import type { Actor } from '../../../foundation/core/actor.ts';
import { aboutUser, alteration } from '../../../foundation/core/history.ts';
import { type Patch, patched } from '../../../foundation/core/patch.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import type { KnownCompany } from '../../../foundation/db/directory.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import {
	askForAddress,
	countAddressMails,
	proofQueries,
	proveToMove,
	requireFewMails,
} from '../../../tenants/auth/addresses/actions.ts';
import { askForProof } from '../../../tenants/auth/proofs/actions.ts';
import { OVERTAKEN } from '../../../tenants/auth/second-factor/actions.ts';
import { inOrder } from '../../../tenants/companies/store.ts';
import { readerOf } from '../../../tenants/users/rules.ts';
import { saveNames } from '../../../tenants/users/store.ts';
import { tellUser } from '../../../tenants/users/table.ts';
import { manageableCompanies, manageableElsewhere, type RequestingUser, requestingUser } from '../store.ts';

export async function readMe({ db, actor }: Call): Promise<RequestingUser> {
	authorize(actor, 'readMe');
	const [[user], own, elsewhere] = await batch(db, meQueries(db, actor));
	return asMe(user, inOrder(own, await named(db, elsewhere)));
}

/** Returns companies in other databases with their names. A cell must ask the directory for the names. */
export async function named(
	{ cell, directory }: Db,
	companies: Awaited<ReturnType<typeof manageableElsewhere>>,
): Promise<KnownCompany[]> {
	if (cell === undefined) return companies as KnownCompany[];
	return (await directory?.companies(companies.map(({ id }) => id))) ?? [];
}

function meQueries(db: Db, { userId, roles }: Actor) {
	const all = roles.includes('PLATFORM_ADMIN');
	return [
		requestingUser(db, userId),
		manageableCompanies(db, userId, all),
		manageableElsewhere(db, userId, all),
	] as const;
}

function asMe(
	user: Omit<RequestingUser, 'companies'> | undefined,
	companies: Awaited<ReturnType<typeof manageableCompanies>>,
): RequestingUser {
	if (user === undefined) throw new Refusal('unauthenticated', 'The user of this token no longer exists.');
	// The record is as new as its newest part.
	const dateModified = companies.reduce(
		(latest, one) => Math.max(latest, one.dateModified),
		user.dateModified,
	);
	return { ...user, companies, dateModified };
}

interface OwnFields {
	email: string;
	firstName: string | null;
	lastName: string | null;
	language: string | null;
	password: string | null;
	code: string | null;
}

/**
 * Changes the caller's name and language. A new address requires the password or second factor. It takes effect when its link is used. With
 * the present address, the link only proves it.
 */
export async function updateMe(
	call: Call,
	{ email: wanted, password = null, code = null, ...names }: Patch<OwnFields>,
): Promise<Outcome<RequestingUser>> {
	const { db, now, actor } = call;
	authorize(actor, 'updateMe');
	const proof = { password, code };
	const [[user], own, elsewhere, [counted], [factor], [mover], [byCaller], [toAddress]] = await load(call, [
		...meQueries(db, actor),
		...proofQueries(call, wanted, proof),
		...(await countAddressMails(call, wanted)),
	]);
	concern(call, actor.userId);
	const companies = inOrder(own, await named(db, elsewhere));
	const before = asMe(user, companies);
	const isProof = wanted === before.email && before.isUnproven;
	const email = wanted === before.email && !isProof ? undefined : wanted;
	const managed = actor.roles.includes('PLATFORM_ADMIN') ? [] : companies.map(({ id }) => id);
	const companyId = readerOf(before.companyId, managed, managed.length > own.length ? managed : []);
	const after = patched<RequestingUser>(before, names);
	const changes = alteration(
		'user.updated',
		aboutUser(actor.userId, companyId),
		tellUser(before),
		tellUser(after),
	);
	const { firstName, lastName, language } = after;
	const saved = changes.length === 0 ? [] : [saveNames(db, before, { firstName, lastName, language }, now)];
	if (changes.length > 0) after.dateModified = Math.max(now, before.dateModified);
	if (email === undefined) return { before, after, statements: saved, changes };
	requireFewMails('ownAddresses', byCaller, toAddress, now);
	const proven = await proveToMove(call, { counted, factor, mover }, proof);
	const asker = { id: actor.userId, companyId };
	const address = isProof ? await askForProof(call, asker) : await askForAddress(call, asker, email);
	return {
		...address,
		before,
		after,
		statements: [...proven, ...saved, ...address.statements],
		changes: [...changes, ...address.changes],
		violations: OVERTAKEN,
	};
}
