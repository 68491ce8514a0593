import type { Actor, Role } from '../../foundation/core/actor.ts';
import type { Instant } from '../../foundation/core/instant.ts';

/** API sessions use bearer tokens, and console sessions use a cookie. One does not work as the other. */
export const SESSION_KINDS = ['API', 'CONSOLE'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** The longest lifetime of a session. A console session ends earlier if it is not used for `IDLE_MS`. */
export const LONGEST_MS = 30 * 86_400_000;
/** The lifetime of a session that an identity provider opened. People who were removed there then lose access. */
export const SSO_MS = 24 * 3_600_000;
export const IDLE_MS = 12 * 3_600_000;
/** The use of a console session is stored at most this often. */
export const KEPT_ALIVE_EVERY_MS = 60_000;
/** A sign-in counts as recent for this long. */
const PROOF_MS = 15 * 60_000;

/** Returns the end of a session that is opened now. Use extends a console session. */
export const endOfSession = (kind: SessionKind, now: Instant, isBySso = false): Instant =>
	now + (kind === 'CONSOLE' ? IDLE_MS : isBySso ? SSO_MS : LONGEST_MS);

/** True shortly after a sign-in. Each sign-in opens its own session, so the opening counts. */
export const isProvenLately = (dateOpened: Instant, now: Instant): boolean => now < dateOpened + PROOF_MS;

interface Demands {
	roles: readonly Role[];
	/** Undefined for an API key, which needs none. */
	hasSecondFactor?: boolean;
	/** True when a company of the user demands a second factor. */
	isDemanded?: boolean;
}

/** True when the user must first set up a second factor. `ofPlatform` is the setting for platform administrators. */
export const isSetUpDue = ({ roles, hasSecondFactor, isDemanded }: Demands, ofPlatform?: string): boolean =>
	hasSecondFactor === false &&
	(isDemanded === true || (ofPlatform === 'required' && roles.includes('PLATFORM_ADMIN')));

interface Rights extends Omit<Actor, 'maker'> {
	makerId: string | null;
	makerEmployeeId: string | null;
}

export const withMaker = ({ makerId, makerEmployeeId, ...actor }: Rights): Actor =>
	makerId === null ? actor : { ...actor, maker: { userId: makerId, employeeId: makerEmployeeId } };
