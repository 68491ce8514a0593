import type { Context as AnyContext, Hono } from 'hono';
import type { Waiting } from '../administration/overview/waiting/actions.ts';
import type { Actor, Scope } from '../foundation/core/actor.ts';
import type { Language } from '../foundation/core/language.ts';
import { authorize, type Operation } from '../foundation/core/policy.ts';
import { Refusal } from '../foundation/core/refusals.ts';
import type { AppEnv } from '../foundation/http/env.ts';
import type { gates } from '../tenants/auth/bearer.ts';
import type { Visitor } from '../tenants/auth/sessions/actions.ts';

export interface ConsoleEnv {
	Bindings: AppEnv['Bindings'];
	Variables: AppEnv['Variables'] & {
		language: Language;
		/** All parts of the console. The navigation shows each reader only some of them. */
		screens: readonly Screen[];
		/** Makes the gate through which every way of signing in opens a session of the console. */
		gateOf: ReturnType<typeof gates>;
		/** The signed-in user. The pages of the sign-in have none. */
		visitor?: Visitor;
		/** How many records of each kind wait for the visitor. */
		waiting?: Waiting;
		/** The platform administrator who views the console as the visitor. */
		viewer?: Visitor;
		typed: FormData;
		/** True for a form whose file was too large and was cut out. */
		isTooLarge?: boolean;
		/** Set while the page of a form is shown again, because the form was refused or asked for a preview. */
		sent?: Sent;
	};
}

/** A form that is shown again after it was sent. Its entries are in `typed`. */
interface Sent {
	/** The definition of the form, where it has one. */
	form?: object | undefined;
	refusal?: Refusal;
	/** The result of the preview, when the form asked for one. */
	after?: unknown;
	status: number;
}

export type Context = AnyContext<ConsoleEnv>;
export type App = Hono<ConsoleEnv>;

/** Passes a request to a function that the API uses too. Such functions need nothing that only the console sets. */
export const asApi = (c: Context): AnyContext<AppEnv> => c as unknown as AnyContext<AppEnv>;

/** Returns the id that a part of the address names. Ids are compared without case. */
export const idIn = (c: Context, name: string): string => (c.req.param(name) ?? '').toLowerCase();

export const BASE = '/console';

/** A page in the navigation. */
export interface Entry {
	/** The address below `BASE`. */
	path: string;
	title(language: Language): string;
	/** The purpose of the page: daily work, own benefits, settings, or the account. */
	group: 'daily' | 'own' | 'setUp' | 'account';
	/** The entry is shown to users who may do this. In the group `own`, it is shown to those who may do it for themselves. */
	operation: Operation;
	/** The kind of records that wait on the page. Their number stands beside its name. */
	waits?: keyof Waiting;
	/** Readers who may do this see that number. By default, this is `operation`. */
	decides?: Operation;
}

/** A part of the console: its entries in the navigation, and its pages. */
export interface Screen {
	links: readonly Entry[];
	/** Adds its pages, by their addresses below `BASE`. Its actions decide who may use them. */
	serve(app: App): void;
}

export const actorOf = ({
	userId,
	sessionId,
	roles,
	employeeId,
	soleCompanyId,
	databases,
	hasSecondFactor,
	isViewed,
}: Visitor): Actor => ({
	userId,
	sessionId,
	roles,
	employeeId,
	soleCompanyId,
	databases,
	lacksSecondFactor: !hasSecondFactor,
	operations: null,
	...(isViewed && { isViewed }),
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

/** The company that the address names. */
export const companyAsked = (c: Context): string | undefined => c.req.query('company')?.toLowerCase();

/** The company that the address names, else the only one that the reader manages. Returns null when it still has to be selected. */
export function companyIn(c: Context, operation: Operation): string | null {
	const { visitor } = c.var;
	const isOfAll = visitor !== undefined && reachOf(visitor, operation)?.all === true;
	const [first, ...others] = visitor?.companies ?? [];
	const only = isOfAll || others.length > 0 ? undefined : first?.id;
	return companyAsked(c) ?? only ?? null;
}

/** Returns the company whose colour and logo a page shows: the one in the address, or the only one of the reader. */
export function companyShown(c: Context): Visitor['named'] {
	const { companies, named, employer } = c.var.visitor ?? { companies: [], named: null, employer: null };
	if (companies.length > 1) return companies.find(({ id }) => id === companyAsked(c)) ?? null;
	return companies[0] ?? named ?? employer;
}

/** Returns an address of the console for a company; without one, for the platform. Values that are undefined are left out. */
export function addressFor(
	path: string,
	companyId: string | null,
	values: Record<string, string | undefined> = {},
): string {
	const query = new URLSearchParams(companyId === null ? {} : { company: companyId });
	for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
	return query.size === 0 ? BASE + path : `${BASE}${path}?${query}`;
}
