import { type Actor, personBehind } from '../../foundation/core/actor.ts';
import type { EmployeeTexts } from '../../foundation/core/employee-texts.ts';
import type { Pause } from '../../foundation/core/employment.ts';
import { type About, alteration, type Change, type Fields } from '../../foundation/core/history.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { Refusal } from '../../foundation/core/refusals.ts';
import type { Period } from '../../foundation/core/timeline.ts';
import type { PauseDates } from './pauses/rules.ts';

/** `TERMINATED` takes precedence over `PAUSED`. */
export const EMPLOYEE_STATES = ['ACTIVE', 'PAUSED', 'TERMINATED'] as const;
export type EmployeeState = (typeof EMPLOYEE_STATES)[number];

interface Granted extends Period {
	dateModified: Instant;
}

export interface Benefits {
	pauses: readonly Pause[];
	flexAccess: Granted[];
	plannedVouchers: (Granted & { nextDate: Instant | null })[];
	defaultAccess: Granted[];
}

/** The fields of an employee that the user's record stores. */
export interface PersonalFields {
	firstName: string | null;
	lastName: string | null;
	language: string | null;
}

/** The fields of an employee that only the company's directory sets, through SCIM. */
interface DirectoryFields {
	userName: string | null;
	externalId: string | null;
	dateDeprovisioned: Instant | null;
}

export interface EmployeeFields extends EmployeeTexts, PauseDates, DirectoryFields {
	groups: string[] | null;
	dateTerminated: Instant | null;
}

/** Returns the events of a changed employee. A termination is a separate event. */
export function changesOfEmployee(about: About, before: Fields, after: Fields): Change[] {
	const { dateTerminated, ...others } = after;
	const leaving = dateTerminated === null ? 'employee.termination_cleared' : 'employee.terminated';
	return [
		...alteration('employee.updated', about, before, others),
		...alteration(leaving, about, before, { dateTerminated }),
	];
}

/** Fields that a change accepts only if they are unchanged, because callers send back the record that they have read. */
export interface ReadOnlyFields {
	email?: string | undefined;
	employeeId?: string | undefined;
	companyId?: string | undefined;
}

export function requireUnchanged(
	given: ReadOnlyFields,
	stored: Required<{ [N in keyof ReadOnlyFields]: string }>,
): void {
	const errors = (Object.keys(stored) as (keyof ReadOnlyFields)[])
		.filter((name) => given[name] !== undefined && given[name] !== stored[name])
		.map((name) => ({
			pointer: `#/${name}`,
			code: 'read_only',
			detail: `${name} cannot be changed here. Omit it, or send the value that you read.`,
		}));
	if (errors.length > 0) {
		throw new Refusal('validation_failed', 'The request changes read-only fields.', { errors });
	}
}

interface Beneficiary {
	userId: string;
	ownBenefitsAllowed: boolean;
}

/**
 * Refuses changes of one's own benefits, also through one's API key, unless the company allows them. Changes by the company's directory do
 * not count as the key owner's.
 */
export function refuseOwnBenefits(actor: Actor, employee: Beneficiary): void {
	if (actor.isDirectory) return;
	if (employee.userId !== personBehind(actor).userId || employee.ownBenefitsAllowed) return;
	throw new Refusal(
		'forbidden',
		'You cannot set your own access, budgets, pause or termination. Your company does not permit it.',
	);
}

/** Returns the ids of periods that readers see differently than before, apart from `dateModified`. */
export function answeredAnew<P extends { id: string; dateModified: Instant }>(
	before: readonly P[],
	after: readonly P[],
): string[] {
	const spelt = (period: P) => JSON.stringify({ ...period, dateModified: null });
	const known = new Map(before.map((period) => [period.id, spelt(period)]));
	return after.filter((period) => known.get(period.id) !== spelt(period)).map(({ id }) => id);
}

export function refuseErased({ dateErased }: { dateErased: Instant | null }): void {
	if (dateErased !== null) throw employeeErased();
}

export const employeeErased = (): Refusal =>
	new Refusal('employee_erased', 'The personal values of this employee were erased. Create a new employee.');
