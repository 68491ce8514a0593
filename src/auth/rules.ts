import type { Actor, Role } from '../core/actor.ts';
import type { Instant } from '../core/instant.ts';

/** A session of the API hands out bearer tokens; one of the web console lives in a cookie. Neither opens the other. */
export const SESSION_KINDS = ['API', 'CONSOLE'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** How long a session lasts at most, and how long one of the console lasts unused. */
export const LONGEST_MS = 30 * 86_400_000;
export const IDLE_MS = 12 * 3_600_000;
/** The use of a console's session is written down at most so often. */
export const KEPT_ALIVE_EVERY_MS = 60_000;
/** How long a proof of who one is permits what asks for a fresh one. */
const PROOF_MS = 15 * 60_000;

/** The first instant at which a session that is opened now is over, unless it is one of the console that is used before. */
export const endOfSession = (kind: SessionKind, now: Instant): Instant =>
	now + (kind === 'API' ? LONGEST_MS : IDLE_MS);

/** Whether the person has proven who it is a short while ago: every proof opens a session of its own. */
export const isProvenLately = (dateOpened: Instant, now: Instant): boolean => now < dateOpened + PROOF_MS;

interface Demands {
	roles: readonly Role[];
	/** Unknown of an API key, which needs none. */
	hasSecondFactor?: boolean;
	/** Whether a company of the user demands a second factor. */
	isDemanded?: boolean;
}

/** Whether somebody has to set up a second factor before anything else. `ofPlatform` is the setting for platform administrators. */
export const isSetUpDue = ({ roles, hasSecondFactor, isDemanded }: Demands, ofPlatform?: string): boolean =>
	hasSecondFactor === false &&
	(isDemanded === true || (ofPlatform === 'required' && roles.includes('PLATFORM_ADMIN')));

interface Rights extends Omit<Actor, 'maker'> {
	makerId: string | null;
	makerEmployeeId: string | null;
}

/** The actor of a session or a key, as the rights of both are read. */
export const withMaker = ({ makerId, makerEmployeeId, ...actor }: Rights): Actor =>
	makerId === null ? actor : { ...actor, maker: { userId: makerId, employeeId: makerEmployeeId } };
