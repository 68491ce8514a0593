import type { Visitor } from '../auth/sessions/actions.ts';
import type { Actor, Scope } from '../core/actor.ts';
import type { Language } from '../core/language.ts';
import { authorize, type Operation } from '../core/policy.ts';
import { Refusal } from '../core/refusals.ts';
import type { App } from './env.ts';

type Title = Record<Language, string>;

/** A part of the console: what the navigation says of it, and its pages. */
export interface Screen {
	/** The pages that stand in the navigation, with their addresses; the first one is where the screen begins. */
	links: readonly { path: string; title: Title }[];
	/** True for users who find it in the navigation. Its actions decide who may use it. */
	isFor(visitor: Visitor): boolean;
	/** Adds its pages, by their addresses below `BASE`. */
	serve(app: App): void;
}

export const actorOf = ({ userId, sessionId, roles, employeeId, soleCompanyId }: Visitor): Actor => ({
	userId,
	sessionId,
	roles,
	employeeId,
	soleCompanyId,
	operations: null,
});

/** Returns what a user can reach with an operation; null when no role permits it. */
export function reachOf(visitor: Visitor, operation: Operation): Scope | null {
	try {
		return authorize(actorOf(visitor), operation);
	} catch (error) {
		if (error instanceof Refusal) return null;
		throw error;
	}
}
