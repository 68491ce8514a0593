import type { Role } from '../../../foundation/core/actor.ts';
import { codeBeside } from '../../../foundation/core/codes.ts';
import { type Instant, realTime, type Timed } from '../../../foundation/core/instant.ts';
import { type Celled, newSecret, sealedForMail, sha256, type Vault } from '../../../foundation/core/vault.ts';
import { newMail } from '../../mail/rules.ts';

const LIFETIME_MS = 7 * 86_400_000;

export interface Rights {
	roles: Role[];
	companyIds: string[];
	/** Those of the companies that are in other databases. */
	grantedIds: string[];
}

export const NO_RIGHTS: Rights = { roles: [], companyIds: [], grantedIds: [] };

interface Linked extends Rights {
	userId: string;
	/** The company whose managers may see the mail. */
	companyId: string | null;
	authorId: string;
}

/** Creates a link to the present address of a user, and its mail. The token is in no answer. */
export async function newProofLink(
	{ db, vault }: { db: Celled & Timed; vault: Vault },
	{ companyId, ...fields }: Linked,
	now: Instant,
) {
	const token = newSecret(db);
	const [codeMark] = await vault.mark(codeBeside(token));
	const dateCreated = realTime(db, now);
	const dates = { dateCreated, dateExpires: dateCreated + LIFETIME_MS };
	const mail = newMail('proof_requested', fields.userId, companyId, now);
	const sealed = await vault.seal(token, sealedForMail(mail.id));
	return { stored: { ...fields, key: sha256(token), codeMark, ...dates }, mail: { ...mail, sealed } };
}

interface Account extends Rights {
	dateRegistered: Instant | null;
}

/**
 * Divides the rights that somebody gives into those of now and those that wait for the proof of the address. An account that nobody has
 * registered waits for nothing. It holds no session, and the link of its invitation proves the address.
 */
export function dividedRights(
	before: Account,
	wanted: Rights,
	isProven: boolean,
): { present: Rights; waiting: Rights } {
	if (before.dateRegistered === null || isProven) return { present: wanted, waiting: NO_RIGHTS };
	const hasRole = (role: Role) => role === 'EMPLOYEE' || before.roles.includes(role);
	const hasCompany = (id: string) => before.companyIds.includes(id);
	return {
		present: {
			roles: wanted.roles.filter(hasRole),
			companyIds: wanted.companyIds.filter(hasCompany),
			grantedIds: wanted.grantedIds.filter(hasCompany),
		},
		waiting: {
			roles: wanted.roles.filter((role) => !hasRole(role)),
			companyIds: wanted.companyIds.filter((id) => !hasCompany(id)),
			grantedIds: wanted.grantedIds.filter((id) => !hasCompany(id)),
		},
	};
}

export const isNothing = ({ roles, companyIds }: Pick<Rights, 'roles' | 'companyIds'>): boolean =>
	roles.length === 0 && companyIds.length === 0;

/** True when somebody gets a role beyond that of an employee, or a company. All sessions of the person then end. */
export const hasMore = (
	before: Pick<Rights, 'roles' | 'companyIds'>,
	after: Pick<Rights, 'roles' | 'companyIds'>,
): boolean =>
	after.roles.some((role) => role !== 'EMPLOYEE' && !before.roles.includes(role)) ||
	after.companyIds.some((id) => !before.companyIds.includes(id));
