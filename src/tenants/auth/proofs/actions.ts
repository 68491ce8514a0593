import { grantExactly } from '../../../foundation/cells/grants.ts';
import { cellOfCode } from '../../../foundation/cells/whereabouts.ts';
import type { Role } from '../../../foundation/core/actor.ts';
import { aboutUser, alteration, type Change, creation } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { type Instant, realTime, toIso } from '../../../foundation/core/instant.ts';
import { invalidField, Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { inCell } from '../../../foundation/core/vault.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { isStale, stale } from '../../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { newMail } from '../../mail/rules.ts';
import { insertMail, insertMailsToAdmins } from '../../mail/store.ts';
import { requireFew } from '../../users/attempts/rules.ts';
import { countAttempt, countCode, forgetAttempts } from '../../users/attempts/store.ts';
import { prove } from '../../users/identity/store.ts';
import { setManagedCompanies } from '../../users/store.ts';
import { commitAt, type Gate, gateFor, locate } from '../gate.ts';
import { linkNotValid, presented } from '../one-time/rules.ts';
import { attemptsOf, OVERTAKEN, requireCode, requirePassword } from '../second-factor/actions.ts';
import { recoveryHash } from '../second-factor/rules.ts';
import { type SecondFactor, secondFactorOf } from '../second-factor/store.ts';
import { endSessionsOf } from '../store.ts';
import { winning } from '../winning/actions.ts';
import { NO_RIGHTS, newProofLink, type Rights } from './rules.ts';
import {
	dropProof,
	type FoundProof,
	isOther,
	proofOf,
	proofOfUser,
	requireProof,
	saveProof,
	setRoles,
} from './store.ts';

interface Unproven {
	id: string;
	companyId: string | null;
}

/**
 * Sends a link to the present address of a registered user. Its use, with the password or the second factor, proves the address. Then the
 * given rights begin. Without `rights`, this only sends another link, and what waits stays.
 */
export async function askForProof(call: Call, { id, companyId }: Unproven, rights?: Rights) {
	const { db, now, actor } = call;
	if (!call.isMailCarried) {
		throw new Refusal(
			'mail_not_configured',
			'This service sends no mail, so that nobody can prove an address. Ask the operator to set a password.',
		);
	}
	const linked = { userId: id, companyId, authorId: actor.userId, ...(rights ?? NO_RIGHTS) };
	const { stored, mail } = await newProofLink(call, linked, now);
	const told = { dateExpires: toIso(stored.dateExpires), ...(rights && { roles: rights.roles }) };
	return {
		dateExpires: stored.dateExpires,
		statements: [saveProof(db, stored, rights === undefined), insertMail(db, mail)],
		changes: [
			creation('user.proof_requested', aboutUser(id, companyId), told),
			...(rights?.companyIds ?? []).map((company) =>
				creation('user.proof_requested', aboutUser(id, null), { manageableCompanyIds: [company] }),
			),
		],
		mails: [mail.id],
	};
}

interface Consent {
	token: string;
	password: string | null;
	code: string | null;
}

/** Returns the address that a valid link or code would prove. The link stays valid. */
export async function openProofLink(gate: Gate, token: string): Promise<string> {
	return (await redeem(gate, token)).found.email;
}

/**
 * Proves the present address with the link or code that was mailed to it. The password or the second factor shows that the reader of the
 * mailbox has registered. Waiting rights begin, and all sessions end. Returns the ids of the mails.
 */
export async function proveAddress(visited: Gate, consent: Consent): Promise<string[]> {
	const prove = async () => proveAt(await redeem(visited, consent.token), consent);
	return prove().catch((error) => {
		if (!isStale(error)) throw error;
		return prove();
	});
}

async function proveAt({ gate, found, forgotten }: Redeemed, consent: Consent): Promise<string[]> {
	const { db, now, requestId } = gate;
	const { userId, emailKey, presentRoles: roles, employerId, soleCompanyId } = found;
	const [[counted], [factor]] = await batch(db, [
		countAttempt(db, attemptsOf(userId), now),
		secondFactorOf(db, userId, recoveryHash(userId, consent.code ?? '')),
	]);
	requireFew('secondFactors', counted, now);
	const used = await consenting(gate, requireFound(factor, 'user'), consent);
	const about = aboutUser(userId, employerId ?? soleCompanyId);
	const proof = alteration('user.updated', about, { dateProven: null }, { dateProven: toIso(now) });
	const begun = beginning(db, found, about.companyId, now);
	const author = { type: 'USER' as const, userId, sessionId: newId(now), roles, requestId };
	await commitAt(
		gate,
		[
			requireProof(db, userId, found),
			...used,
			...endSessionsOf(gate, userId, 'rights_changed'),
			...prove(db, { userId, emailKey }, 'MAIL', now, winning(gate, userId)),
			...begun.statements,
			...recordEvents(db, author, now, identified([...proof, ...begun.changes], now)),
			forgetAttempts(db, attemptsOf(userId)),
		],
		[forgotten],
		{ 'address_proofs.changed': stale, ...OVERTAKEN },
	);
	if (begun.isGranted) await db.directory?.settleUser(db, userId, realTime(db, now), author);
	return begun.mails.map((id) => inCell(db, id));
}

/** Checks the password or a code of the second factor, which the reader of a mailbox need not know. */
async function consenting(
	gate: Gate,
	factor: SecondFactor,
	{ password, code }: Consent,
): Promise<Statement[]> {
	if (code !== null && factor.dateConfirmed !== null) return requireCode(gate, factor, code);
	if (factor.passwordHash === null && factor.dateConfirmed !== null) {
		throw invalidField('code', 'required', 'code is missing.');
	}
	await requirePassword(factor, password);
	return [];
}

interface Begun {
	statements: Statement[];
	changes: Change[];
	mails: string[];
	/** True when other databases must learn of new companies. A job tells them too. */
	isGranted: boolean;
}

export const NOTHING_BEGINS: Begun = { statements: [], changes: [], mails: [], isGranted: false };

/** Returns how waiting rights begin with a proof. They lapse if their author may no longer give them. */
export function beginning(
	db: Db,
	found: FoundProof | undefined,
	companyId: string | null,
	now: Instant,
): Begun {
	const none = NOTHING_BEGINS;
	if (found === undefined) return none;
	const { userId, roles, companyIds, mayBegin, presentRoles, authorId } = found;
	const drop = dropProof(db, userId);
	if (roles.length + companyIds.length === 0) return { ...none, statements: [drop] };
	const about = aboutUser(userId, companyId);
	if (!mayBegin)
		return { ...none, statements: [drop], changes: [creation('user.rights_lapsed', about, { roles })] };
	const allRoles = [...new Set<Role>([...presentRoles, ...roles])];
	const allCompanyIds = [...new Set([...found.presentCompanyIds, ...companyIds])].sort();
	const grantedIds = [...new Set([...found.presentGrantedIds, ...found.grantedIds])].sort();
	const here = allCompanyIds.filter((id) => !grantedIds.includes(id));
	const changed = { id: userId, revision: found.revision + 1 };
	const told = tellOfRights(db, { userId, companyId, companyIds: here, authorId }, now);
	return {
		statements: [
			setRoles(db, found, allRoles, now),
			...setManagedCompanies(db, changed, here),
			...(grantedIds.length > 0 ? grantExactly(db, changed, grantedIds, now) : []),
			drop,
			...told.statements,
		],
		changes: [
			...alteration('user.updated', about, { roles: presentRoles }, { roles: allRoles }),
			...companyIds.flatMap((id) => managedNow(userId, id, grantedIds)),
		],
		mails: told.mails,
		isGranted: grantedIds.length > 0,
	};
}

/**
 * Returns how waiting rights begin with a new address that is proven at once. The new address is a change of the user too. A job tells other
 * databases. Only when something waits does this take a round trip.
 */
export async function beginningWithMove(
	db: Db,
	{ userId, proves, hasWaiting }: { userId: string; proves: boolean; hasWaiting: boolean },
	companyId: string | null,
	now: Instant,
): Promise<Begun & { first: Statement }> {
	const [[waiting]] = hasWaiting && proves ? await batch(db, [proofOfUser(db, userId)]) : [[]];
	const moved = waiting && { ...waiting, revision: waiting.revision + 1 };
	return { ...beginning(db, moved, companyId, now), first: requireProof(db, userId, waiting) };
}

/** Each company learns only of itself. Companies in other databases record their own event. */
const managedNow = (userId: string, companyId: string, grantedIds: readonly string[]): Change[] =>
	alteration(
		'user.updated',
		aboutUser(userId, grantedIds.includes(companyId) ? null : companyId),
		{ manageableCompanyIds: [] },
		{ manageableCompanyIds: [companyId] },
	);

interface Gained {
	userId: string;
	/** False for somebody who has not registered, and gets an invitation instead. */
	isTold?: boolean;
	/** The company whose history shows changes of the user. */
	companyId: string | null;
	/** The companies in this database that the user manages. */
	companyIds: readonly string[];
	authorId: string;
}

/** Tells a person about new rights, and the other administrators of the companies. */
export function tellOfRights(
	db: Db,
	{ userId, isTold = true, companyId, companyIds, authorId }: Gained,
	now: Instant,
): Pick<Begun, 'statements' | 'mails'> {
	const mail = newMail('rights_gained', userId, companyId, now);
	const concerned = new Set([...companyIds, ...(companyId === null ? [] : [companyId])]);
	const others = isOther(userId, authorId);
	return {
		statements: [
			...(isTold ? [insertMail(db, mail)] : []),
			...[...concerned].map((id) =>
				insertMailsToAdmins(db, { kind: 'rights_given', companyId: id, data: {} }, now, others),
			),
		],
		mails: isTold ? [mail.id] : [],
	};
}

interface Redeemed {
	gate: Gate;
	found: FoundProof;
	/** Deletes the counted tries at codes from this place. */
	forgotten: Statement;
}

async function redeem(visited: Gate, token: string): Promise<Redeemed> {
	const { home, now, tokens, client, vault } = visited;
	const named = gateFor(visited, token);
	const given = presented(token);
	const [place] = await tokens.seal(`code from ${client.place}`);
	const marks = given.code === null ? [] : await vault.mark(given.code);
	const [[counted], proofs, cells] = await batch(named.db, [
		countCode(named.db, place, given.code !== null, now),
		proofOf(named.db, given.key, marks),
		cellOfCode(named.db, marks, given.key),
	]);
	requireFew('codes', counted, now);
	const {
		gate,
		found: [found],
	} = await locate(named, proofs, cells, async (db) => {
		const [there] = await batch(db, [proofOf(db, given.key, marks)]);
		return there;
	});
	if (found === undefined || found.dateExpires <= now || found.dateProven !== null) throw linkNotValid();
	return { gate, found, forgotten: forgetAttempts(home, place) };
}
