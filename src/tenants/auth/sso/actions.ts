import { cellOfDomain, cellsOf } from '../../../foundation/cells/whereabouts.ts';
import { domainOf } from '../../../foundation/core/addresses.ts';
import { aboutUser, alteration, type Change } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { toIso } from '../../../foundation/core/instant.ts';
import { originOf, type PostSettings } from '../../../foundation/core/mail-settings.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { inCell, newSecret, sha256 } from '../../../foundation/core/vault.ts';
import { noteAccess, noteRefusal } from '../../../foundation/db/access-events.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Statement } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { loadInCompany } from '../../companies/store.ts';
import { newMail } from '../../mail/rules.ts';
import { insertMailIf } from '../../mail/store.ts';
import { prove, takeAddress } from '../../users/identity/store.ts';
import { addressOf, addressRegistered, emailKey } from '../../users/rules.ts';
import { changeAddressInDomain } from '../addresses/actions.ts';
import { type Gate, locate, openSession, whereverItIs } from '../gate.ts';
import { beginning, NOTHING_BEGINS } from '../proofs/actions.ts';
import { proofOfUser, requireProof } from '../proofs/store.ts';
import { sealedFor } from '../providers/rules.ts';
import { winning } from '../winning/actions.ts';
import { type Client, type ProviderSettings, providersOf } from './remote.ts';
import {
	type Account,
	CALLBACK_PATH,
	CODE_MS,
	causeOf,
	failedProvider,
	refusedCode,
	refusedState,
	SIGN_IN_MS,
	SignInRefused,
	type SignInState,
	STATE,
	whoSignsIn,
} from './rules.ts';
import {
	type FoundSignIn,
	insertIdentity,
	insertSignIn,
	isProvenAt,
	isUnproven,
	isUnregistered,
	type LinkedUser,
	noteRegistration,
	providerOfCompany,
	providerOfDomain,
	requireProvider,
	signInOfCode,
	spendCode,
	userLinked,
	userNamed,
	userOfCode,
} from './store.ts';

export interface SsoGate extends Gate {
	settings: ProviderSettings & Pick<PostSettings, 'PUBLIC_URL'>;
}

interface Beginning {
	authorizationUrl: string;
	/** A secret of the client. Only with it can the sign-in be finished. */
	transaction: string;
}

interface Finished {
	/** The client exchanges this code for a session. */
	code: string;
	begun: SignInState;
	mails: readonly string[];
}

/**
 * Begins a sign-in through the provider that belongs to a verified domain; null when no company has verified it. With `isAgain`, the
 * provider asks even people who are already signed in there.
 */
export async function beginSignIn(gate: SsoGate, email: string, isAgain = false): Promise<Beginning | null> {
	const { home, now, vault, settings } = gate;
	const domain = domainOf(email);
	const [inD1, cells] = await batch(home, [providerOfDomain(home, domain), cellOfDomain(home, domain)]);
	const {
		gate: { db },
		found: [stored],
	} = await locate(gate, inD1, cells, async (there) => {
		const [read] = await batch(there, [providerOfDomain(there, domain)]);
		return read;
	});
	if (stored === undefined) return null;
	const [transaction, seed] = [newSecret(db), newSecret()];
	const { companyId } = stored;
	const content: SignInState = {
		cell: db.cell,
		companyId,
		seed,
		transactionHash: sha256(transaction),
		dateExpires: now + SIGN_IN_MS,
		kind: gate.kind,
	};
	const state = await vault.seal(JSON.stringify(content), STATE);
	const asked = { ...checksOf(state, seed), redirectUri: callbackOf(gate), email, isAgain };
	try {
		const url = await providersOf(settings).authorizationUrl(await clientOf(gate, stored), asked, now);
		return { authorizationUrl: url.href, transaction };
	} catch (error) {
		throw failedProvider(error);
	}
}

/** The result of a test: the provider's host, or the reason of the failure. */
export interface Trial {
	host: string | null;
	reason: string | null;
}

/** Tests the provider with the requests that begin a sign-in. */
export async function tryProvider(
	call: Call,
	settings: SsoGate['settings'],
	companyId: string,
): Promise<Trial> {
	const { db, now, vault } = call;
	const scope = authorize(call.actor, 'setSingleSignOn');
	const [[stored]] = await loadInCompany(call, scope, companyId, [providerOfCompany(db, companyId)]);
	const client = await clientOf({ vault }, requireFound(stored, 'single sign-on'));
	const redirectUri = callbackOf({ settings });
	const asked = { ...checksOf(newSecret(), newSecret()), redirectUri, email: '', isAgain: false };
	try {
		const { host } = await providersOf(settings).authorizationUrl(client, asked, now);
		return { host, reason: null };
	} catch (error) {
		return { host: null, reason: causeOf(error) };
	}
}

/** Finishes a sign-in at the provider. Returns a code for a session. `query` begins with its question mark. Fails with `SignInRefused`. */
export async function finishSignIn(visited: SsoGate, query: string): Promise<Finished> {
	const callback = new URL(callbackOf(visited) + query);
	const sealed = callback.searchParams.get('state') ?? '';
	let begun: SignInState | undefined;
	let gate = visited;
	try {
		begun = await openState(visited, sealed);
		gate = { ...visited, db: visited.databaseOf(begun.cell ?? null) };
		if (begun.dateExpires <= gate.now) throw refusedState('The state is too old');
		const [[stored], [moved]] = await batch(gate.db, [
			providerOfCompany(gate.db, begun.companyId),
			cellsOf(gate.db, [begun.companyId]),
		]);
		if (moved === undefined) return { ...(await finished(gate, callback, sealed, begun, stored)), begun };
		// The company has moved since the sign-in began, so its new cell is used.
		const db = visited.databaseOf(moved.cell);
		gate = { ...visited, db };
		const [[there]] = await batch(db, [providerOfCompany(db, begun.companyId)]);
		return { ...(await finished(gate, callback, sealed, begun, there)), begun };
	} catch (error) {
		if (!(error instanceof SignInRefused)) throw error;
		await commit(gate.db, [refusedSignIn(gate, error)]);
		error.begun = begun;
		throw error;
	}
}

async function finished(
	gate: SsoGate,
	callback: URL,
	state: string,
	begun: SignInState,
	provider: StoredProvider | undefined,
): Promise<Omit<Finished, 'begun'>> {
	const { db, now } = gate;
	const { companyId, seed, transactionHash } = begun;
	const { client, account } = await redeem(gate, companyId, callback, checksOf(state, seed), provider);
	const { issuer } = client;
	const address = account.email ?? '';
	const [[named], [linked]] = await batch(db, [
		userNamed(db, companyId, issuer, emailKey(address), domainOf(address)),
		userLinked(db, companyId, issuer, account.subject, domainOf(address)),
	]);
	const who = whoSignsIn(account, named, linked?.userId);
	if (typeof who === 'string') throw new SignInRefused(who, companyId, 'The account is of no user');
	const code = newSecret(db);
	const { userId, link } = who;
	const moved = link === 'MOVED' ? await moving(gate, companyId, linked, address) : NOT_MOVED;
	const identity = { companyId, issuer, subject: account.subject, userId, dateCreated: now };
	const linking: Statement[] = [
		insertIdentity(db, identity),
		noteAccess(gate, {
			type: 'identity.linked',
			key: `identity.linked ${companyId} ${sha256(`${issuer} ${account.subject}`)} ${userId}`,
			userId,
			companyId,
		}),
	];
	const hashes = { stateHash: sha256(state), codeHash: sha256(code), transactionHash };
	const refuse = (detail: string) => () => new SignInRefused('account_changed', companyId, detail);
	await commit(
		db,
		[
			requireProvider(db, client),
			...moved.statements,
			...(link === 'LINKED' ? [] : linking),
			insertSignIn(db, { ...hashes, companyId, userId, dateCreated: now }),
		],
		{
			'identity_providers.changed': () => changedProvider(companyId),
			'sso_sign_ins.state_hash': () => refusedState('The state has come back before'),
			'external_identities.': refuse('Linked meanwhile'),
			'users.email_key': refuse('The new address belongs to somebody else'),
			'address_changes.': refuse('The new address is outside the company, or was changed meanwhile'),
		},
	);
	return { code, mails: moved.mails.map((id) => inCell(db, id)) };
}

const NOT_MOVED = { statements: [], mails: [] };

/** Changes a user's address to the new one of the linked account. That deletes the link, which is stored again. */
async function moving(gate: SsoGate, companyId: string, user: LinkedUser | undefined, email: string) {
	if (user === undefined || !user.mayMove) {
		throw new SignInRefused('user_unknown', companyId, 'The account is of no user');
	}
	if (!user.isReleased) {
		throw new SignInRefused('provider_unreleased', companyId, 'The provider or the domain is not released');
	}
	const { db, now, requestId } = gate;
	const mover = { ...user, id: user.userId, companyId };
	const { statements, changes, mails } = await changeAddressInDomain(gate, mover, email, {
		origin: 'PROVIDER',
	});
	const { userId, roles } = user;
	const author = { type: 'USER' as const, userId, sessionId: newId(now), roles, requestId };
	return { statements: [...statements, ...recordEvents(db, author, now, identified(changes, now))], mails };
}

async function openState({ vault }: Gate, sealed: string): Promise<SignInState> {
	const text = await vault.open(sealed, STATE).catch(() => null);
	if (text === null) throw refusedState('The state is not ours');
	return JSON.parse(text) as SignInState;
}

type StoredProvider = Awaited<ReturnType<typeof providerOfCompany>>[number];

async function redeem(
	gate: SsoGate,
	companyId: string,
	callback: URL,
	checks: ReturnType<typeof checksOf>,
	stored: StoredProvider | undefined,
) {
	if (stored === undefined) throw changedProvider(companyId);
	try {
		const client = await clientOf(gate, stored);
		const account: Account = await providersOf(gate.settings).redeem(client, callback, checks, gate.now);
		return { client: stored, account };
	} catch (error) {
		throw new SignInRefused('provider_refused', companyId, causeOf(error));
	}
}

const changedProvider = (companyId: string): SignInRefused =>
	new SignInRefused('provider_refused', companyId, 'The company has another provider, or none any more');

const callbackOf = ({ settings }: Pick<SsoGate, 'settings'>): string =>
	originOf(settings.PUBLIC_URL ?? '') + CALLBACK_PATH;

const checksOf = (state: string, seed: string) => ({
	state,
	nonce: sha256(`nonce ${seed}`),
	verifier: sha256(`verifier ${seed}`),
});

async function clientOf(
	{ vault }: Pick<Gate, 'vault'>,
	stored: Client & { companyId: string },
): Promise<Client> {
	return { ...stored, clientSecret: await vault.open(stored.clientSecret, sealedFor(stored.companyId)) };
}

const refusedSignIn = (gate: Gate, { reason, companyId }: SignInRefused): Statement =>
	noteRefusal(gate, {
		type: 'session.refused',
		key: `sso ${companyId} ${gate.client.place}`,
		userId: null,
		...(companyId !== null && { companyId }),
		reason,
	});

/** Exchanges the code for a session. It works once, and only for the client that began the sign-in. */
export async function exchangeCode(
	visited: Gate,
	{ code, transaction }: { code: string; transaction: string },
): ReturnType<typeof openSession> {
	const opened = await whereverItIs(visited, code, sha256(code), (gate) =>
		exchangeAt(gate, code, transaction),
	);
	if (opened === null) throw refusedCode();
	return opened;
}

async function exchangeAt(gate: Gate, code: string, transaction: string) {
	const { db, now } = gate;
	const codeHash = sha256(code);
	const [[found], [waiting]] = await batch(db, [
		signInOfCode(db, codeHash),
		proofOfUser(db, userOfCode(codeHash)),
	]);
	if (found === undefined) return null;
	const isRight = found.transactionHash === sha256(transaction) && now < found.dateCreated + CODE_MS;
	if (!isRight) throw refusedCode();
	const begun = found.proves ? beginning(db, waiting, found.companyId, now) : NOTHING_BEGINS;
	const isEnding = found.proves && found.dateRegistered !== null;
	const told = isEnding ? [newMail('password_ended', found.userId, found.companyId, now)] : [];
	const opened = await openSession(
		gate,
		{ userId: found.userId, emailKey: addressOf(found.emailKey), isBySso: true, endsOthers: isEnding },
		[
			...spendCode(db, codeHash, found, newSecret()),
			...(found.proves ? [requireProof(db, found.userId, waiting)] : []),
			...registration(gate, found, begun.changes),
			...begun.statements,
			...told.map((mail) => insertMailIf(db, mail, isProvenAt(found.userId, now))),
		],
		{
			'sso_sign_ins.exchange': refusedCode,
			'address_proofs.changed': refusedCode,
			'users.email_key': addressRegistered,
		},
	);
	const mails = [...begun.mails, ...told.map(({ id }) => id)].map((id) => inCell(db, id));
	return { ...opened, mails: [...opened.mails, ...mails] };
}

/**
 * The first sign-in registers a user. Through a released provider and domain, it proves the address. Somebody else may have registered the user with a printed code, so a trigger
 * then ends password, second factor, devices and receipt address. The author has no session yet, so the id of the sign-in stands for it.
 */
function registration(gate: Gate, found: FoundSignIn, begun: readonly Change[]): Statement[] {
	const { userId, roles, employerId, dateRegistered, proves } = found;
	const takeOver = winning(gate, userId);
	if (dateRegistered !== null && !proves) return [];
	const { db, now, requestId } = gate;
	const about = aboutUser(userId, employerId);
	const before = { dateRegistered: dateRegistered && toIso(dateRegistered) };
	const after = {
		dateRegistered: toIso(dateRegistered ?? now),
		...(proves && { dateProven: toIso(now) }),
		...(dateRegistered !== null && { password: 'removed' }),
	};
	const change = alteration('user.updated', about, before, after);
	const author = { type: 'USER' as const, userId, sessionId: newId(now), roles, requestId };
	const isFirst = dateRegistered === null ? isUnregistered(userId) : isUnproven(userId);
	return [
		...recordEvents(db, author, now, identified([...change, ...begun], now), isFirst),
		...(dateRegistered === null
			? [...takeAddress(db, found, now, proves ? takeOver : undefined), ...noteRegistration(db, userId, now)]
			: []),
		...prove(db, found, proves ? 'PROVIDER' : null, now, takeOver),
	];
}
