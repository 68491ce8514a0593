import { type CellBindings, cellOf, databaseOf } from '../../../foundation/cells/places.ts';
import { cellAfterMove } from '../../../foundation/cells/whereabouts.ts';
import type { Actor } from '../../../foundation/core/actor.ts';
import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { isMailCarried, type PostSettings, senderOf } from '../../../foundation/core/mail-settings.ts';
import { type Count, holding, PARSED } from '../../../foundation/core/memory.ts';
import { REFUSALS, Refusal } from '../../../foundation/core/refusals.ts';
import { heldUpload } from '../../../foundation/core/upload.ts';
import { inCell, sha256, type VaultKeys, vaultOf } from '../../../foundation/core/vault.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { atItsTime } from '../../../foundation/db/clock.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { perform } from '../../../foundation/db/write.ts';
import { dayOf, newMail } from '../../../tenants/mail/rules.ts';
import { insertMail, insertMailIf } from '../../../tenants/mail/store.ts';
import { addReceiptDraft } from '../drafts/actions.ts';
import type { MachineFacts } from '../facts/rules.ts';
import { secretIn } from '../receipt-addresses/rules.ts';
import {
	type IncomingMail,
	isAutomatic,
	isFrom,
	MAX_FILES,
	MAX_MAIL_BYTES,
	type MailedFile,
	parseMail,
} from './rules.ts';
import { type AddressOwner, countMail, isUnnoticed, noteNotice, ownerByHash } from './store.ts';

type Mail = Pick<ForwardableEmailMessage, 'from' | 'to' | 'raw' | 'rawSize'>;

interface Settings extends CellBindings, PostSettings, VaultKeys {
	RECEIPTS: R2Bucket;
}

/** The result of a mail. A rejected mail returns to its sender, and a dropped one is deleted. */
export type Taken =
	| { result: 'rejected'; reason: string }
	| { result: 'automatic' }
	| { result: 'dropped' | 'taken'; db: Db; mailId: string | null; drafts: number };

const rejected = (reason: string): Taken => ({ result: 'rejected', reason });

/**
 * Accepts a mail with receipts. Its files become drafts of the person to whose address it was sent. The person gets a reply, also about
 * files that were not stored. It fails while receipts cannot be stored, so that the sender's server tries again later.
 */
export async function takeMail(mail: Mail, env: Settings, now: Instant): Promise<Taken> {
	const domain = env.RECEIPTS_DOMAIN?.toLowerCase();
	const secret = domain ? secretIn(mail.to, domain) : null;
	if (secret === null) return rejected('This address does not exist.');
	if (mail.rawSize > MAX_MAIL_BYTES)
		return rejected('The mail is larger than 10 MB. Send fewer files in one mail.');
	const found = await findOwner(env, secret);
	if (found === null) return rejected('This address does not exist.');
	return holding(now, found.owner.userId, (count) => {
		count(PARSED * mail.rawSize);
		return takeFor(found, mail, env, now, count);
	});
}

interface Recipient {
	db: Db;
	owner: AddressOwner;
}

async function takeFor(
	{ db, owner }: Recipient,
	mail: Mail,
	env: Settings,
	now: Instant,
	count: Count,
): Promise<Taken> {
	const parsed = await parseMail(new Uint8Array(await new Response(mail.raw).arrayBuffer()), count);
	if (parsed === null) return rejected('The mail cannot be read.');
	const own = env.MAIL_FROM ? senderOf(env.MAIL_FROM).email : null;
	if (isAutomatic(parsed.headers, mail.from, own)) return { result: 'automatic' };
	const call = await callOf(env, db, owner, now);
	if (!isFrom(owner.email, parsed.headers, mail.from)) return refuse(call, owner, 'foreign_sender');
	const [counted] = await commit(call.db, [countMail(call.db, owner, dayOf(call.now))]);
	if ((counted as unknown[]).length === 0) return refuse(call, owner, 'too_many_mails');
	return keep(call, env.RECEIPTS, owner, parsed);
}

/** Finds the owner in the database that the secret names. If D1 does not know the secret, the company may have moved to a cell. */
async function findOwner(env: Settings, secret: string): Promise<Recipient | null> {
	const hash = sha256(secret);
	const named = cellOf(secret);
	const lookIn = async (cell: string | null) => {
		const db = databaseOf(env, cell);
		const [[owner]] = await batch(db, [ownerByHash(db, hash)]);
		return owner === undefined ? null : { db, owner };
	};
	const found = await lookIn(named);
	if (found !== null || named !== null) return found;
	const cell = await cellAfterMove(databaseOf(env, null), hash);
	return cell === null ? null : lookIn(cell);
}

/** Returns a call for the employee, with the employee's rights only. The id of the address stands for the session. */
function callOf(
	env: Settings,
	db: Db,
	{ id, userId, employeeId }: AddressOwner,
	now: Instant,
): Promise<Call> {
	const actor: Actor = {
		userId,
		sessionId: id,
		roles: ['EMPLOYEE'],
		employeeId,
		soleCompanyId: null,
		operations: null,
	};
	return atItsTime({
		db,
		actor,
		client: { place: '', country: null, city: null, device: 'mail' },
		now,
		requestId: newId(now),
		vault: vaultOf(env),
		isMailCarried: isMailCarried(env),
	});
}

/** Drops a mail, and informs the person about it once a day. */
async function refuse(call: Call, owner: AddressOwner, why: string): Promise<Taken> {
	const { db, now } = call;
	const mail = newMail('receipts_refused', owner.userId, owner.companyId, now, { why });
	const day = dayOf(now);
	const [told] = await commit(db, [
		insertMailIf(db, mail, isUnnoticed(owner, day)),
		noteNotice(db, owner, day),
	]);
	const mailId = (told as unknown[]).length > 0 ? inCell(db, mail.id) : null;
	return { result: 'dropped', db, mailId, drafts: 0 };
}

/** A file of a mail with its result: a draft, or the code of the refusal. */
interface Kept {
	name: string | null;
	outcome: string;
	facts: MachineFacts | null;
}

async function keep(
	call: Call,
	bucket: R2Bucket,
	owner: AddressOwner,
	{ files }: IncomingMail,
): Promise<Taken> {
	const { db, now } = call;
	const why = files.length === 0 ? 'no_files' : files.length > MAX_FILES ? 'too_many_files' : undefined;
	const kept: Kept[] = [];
	for (const file of why === undefined ? files : []) {
		kept.push(await keepFile(call, bucket, owner.employeeId, file));
	}
	const drafts = kept.filter(({ outcome }) => outcome === 'draft').length;
	const data = {
		taken: String(drafts),
		count: String(files.length),
		...(why && { why }),
		...(kept.length > 0 && { files: String(kept.length) }),
		...Object.assign({}, ...kept.map(factsOf)),
	};
	const mail = newMail('receipts_taken', owner.userId, owner.companyId, now, data);
	await commit(db, [insertMail(db, mail)]);
	return { result: 'taken', db, mailId: inCell(db, mail.id), drafts };
}

/** Returns the facts about a file. Each name ends with the file's number. */
const factsOf = ({ name, outcome, facts }: Kept, index: number): Record<string, string> =>
	Object.fromEntries(
		Object.entries({
			outcome,
			...(name !== null && { name: name.slice(0, MAX_NAME) }),
			...(facts !== null && {
				seller: (facts.seller ?? facts.issuer).slice(0, MAX_NAME),
				date: facts.date,
				amount: String(facts.amount.value),
				currency: facts.amount.currency,
			}),
		}).map(([key, value]) => [`${key}${index}`, value]),
	);

const MAX_NAME = 80;

/** Each file is a separate change, so that a refused one does not affect the others. */
async function keepFile(
	call: Call,
	bucket: R2Bucket,
	employeeId: string,
	{ name, bytes }: MailedFile,
): Promise<Kept> {
	let facts: MachineFacts | null = null;
	try {
		await perform(
			call,
			() => addReceiptDraft(call, bucket, employeeId, heldUpload(bytes), 'MAIL'),
			({ after }) => {
				facts = after.machineFacts;
				return { status: 201, headers: {}, body: '' };
			},
		);
		return { name, outcome: 'draft', facts };
	} catch (error) {
		if (error instanceof Refusal && REFUSALS[(error as Refusal).code].status < 500) {
			return { name, outcome: error.code, facts: null };
		}
		throw error;
	}
}
