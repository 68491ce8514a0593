import { env } from 'cloudflare:workers';
import { takeMessages } from '../../src/entrances/jobs/mail.ts';
import { newId } from '../../src/foundation/core/id.ts';
import { sha256, vaultOf } from '../../src/foundation/core/vault.ts';
import { commit } from '../../src/foundation/db/commit.ts';
import { connect } from '../../src/foundation/db/database.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import type { MailKind } from '../../src/tenants/mail/rules.ts';
import { insertMail } from '../../src/tenants/mail/store.ts';
import { now } from './service.ts';

/** The mails that the binding of Cloudflare's Email Service received. */
export interface SentMail {
	to: string;
	from: string | { name: string; email: string };
	subject: string;
	text: string;
	html: string;
	headers: Record<string, string>;
}

/**
 * Cloudflare's Email Service and its queue, which are not ours: they keep what they get. `refusing` is the error code with
 * which the service refuses, if it does.
 */
export function postOffice(refusing: { code: string | null } = { code: null }) {
	const sent: SentMail[] = [];
	const woken: { mailId: string; delaySeconds: number }[] = [];
	const EMAIL = {
		send: async (message: SentMail) => {
			if (refusing.code !== null) throw Object.assign(new Error('refused'), { code: refusing.code });
			return { messageId: `<${sent.push(message)}@carrier.example>` };
		},
	} as unknown as SendEmail;
	const MAIL_QUEUE = {
		send: async (mailId: string, { delaySeconds }: { delaySeconds: number }) => {
			woken.push({ mailId, delaySeconds });
		},
	} as unknown as Queue<string>;
	const bindings: Bindings & { MAIL_QUEUE: Queue<string>; EMAIL: SendEmail } = { ...env, EMAIL, MAIL_QUEUE };
	return { sent, woken, bindings };
}

/** A service that sends no mail. */
export const NO_MAIL: Bindings = { ...env, MAIL_FROM: '' };

/** Sends all due mails with these bindings, as the queue does. Returns how many mails were tried. */
export const deliver = (bindings: Bindings): Promise<number> =>
	takeMessages(['a mail is due'], bindings, now(), () => true);

/** Stores a mail that is due now, with the link that belongs to its token. Returns its id. */
export async function newMail(
	userId: string,
	{
		kind = 'password_reset' as MailKind,
		companyId = null as string | null,
		data = {} as Record<string, string>,
		token = null as string | null,
	} = {},
	db = connect(env.DB),
): Promise<string> {
	const id = newId(now());
	const sealed = token === null ? null : await vaultOf(env).seal(token, `mail ${id}`);
	const dates = { dateCreated: now(), dateDue: now() };
	if (token !== null) await storeLink(userId, kind, token);
	await commit(db, [insertMail(db, { id, kind, userId, companyId, data, sealed, ...dates })]);
	return id;
}

const storeLink = (userId: string, kind: MailKind, token: string) =>
	env.DB.prepare(
		`INSERT OR REPLACE INTO one_time_tokens (user_id, purpose, key, date_created, date_expires) VALUES (?, ?, ?, ?, ?)`,
	)
		.bind(userId, kind === 'invitation' ? 'REGISTRATION' : 'PASSWORD_RESET', sha256(token), now(), now() + 1)
		.run();

export const mailRow = (id: string) =>
	env.DB.prepare('SELECT * FROM mails WHERE id = ?').bind(id).first<Record<string, string | number | null>>();

/** Marks a user as registered long ago, with a link from a mail. */
export async function register(userId: string): Promise<void> {
	await env.DB.prepare(
		`UPDATE users SET date_registered = 1, date_proven = 1, proof = 'MAIL', revision = revision + 1 WHERE id = ?`,
	)
		.bind(userId)
		.run();
}
