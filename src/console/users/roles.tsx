import type { Role } from '../../foundation/core/actor.ts';
import { type RoleGrounds, readRoleGrounds } from '../../tenants/auth/second-factor/actions.ts';
import { leftByAdmin } from '../../tenants/users/rules.ts';
import type { User } from '../../tenants/users/store.ts';
import type { Context } from '../env.ts';
import { sentWith } from '../forms.tsx';
import { useReader, useWords } from '../page.tsx';
import { Facts, Preview } from '../parts.tsx';
import { type Attempt, tried } from '../submit.ts';
import { ROLE_WORDS, USER_WORDS } from './words.ts';

/** The roles that a user can have for companies. */
export const COMPANY_ROLES = ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER', 'TECHNICAL_USER'] as const;

export const isForCompanies = (role: Role): boolean => COMPANY_ROLES.some((one) => one === role);

/** Returns the roles of a company as options, each with what it allows. */
export function useRoleOptions() {
	const { does } = useWords(ROLE_WORDS);
	const { roleNames } = useWords(USER_WORDS);
	return COMPANY_ROLES.map((value) => ({ value, label: roleNames[value], hint: does[value] }));
}

/** A user before and after a change, with what its consequences depend on. */
interface RoleChange {
	before: User;
	after: User;
	grounds: RoleGrounds;
}

/** Previews a change of the roles and companies of a user. */
export async function foreseen(c: Context, attempt: Attempt<User>): Promise<RoleChange> {
	const { before, after } = await tried(c, attempt);
	const known = before ?? after;
	const companyIds = [...new Set([...known.companyIds, ...after.companyIds])];
	return { before: known, after, grounds: await readRoleGrounds(c.var.call, known.id, companyIds) };
}

export function RolePreview({ of }: { of: { preview?(...args: never[]): Promise<RoleChange> } }) {
	const { c } = useReader();
	const { refusal, after } = sentWith(c, of);
	return (
		<Preview refusal={refusal}>
			{after !== undefined ? (
				<Consequences change={after} />
			) : (
				refusal === undefined && <p>{useWords(ROLE_WORDS).first}</p>
			)}
		</Preview>
	);
}

const FACTOR_ROLES = /^(COMPANY_ADMIN|FLEX_DOCUMENT_VERIFIER)$/;

const beyond = <T,>(some: readonly T[], others: readonly T[]) => some.filter((one) => !others.includes(one));

function Consequences({ change: { before, after, grounds } }: { change: RoleChange }) {
	const { visitor, words } = useReader(ROLE_WORDS);
	const { roleNames } = useWords(USER_WORDS);
	const { companies, isFactorLacking } = grounds;
	const named = (ids: readonly string[]) =>
		companies.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ');
	const [given, taken] = [beyond(after.roles, before.roles), beyond(before.roles, after.roles)];
	const added = beyond(after.companyIds, before.companyIds);
	const removed = beyond(before.companyIds, after.companyIds);
	if ([...given, ...taken, ...added, ...removed].length === 0) return <p>{words.nothing}</p>;
	const left = leftByAdmin(before, after);
	const isFactorDemanded =
		after.roles.some((role) => FACTOR_ROLES.test(role)) &&
		companies.some((company) => company.isFactorDemanded && after.companyIds.includes(company.id));
	const of = (title: string) => (role: Role) => [title, `${roleNames[role]}: ${words.does[role]}`] as const;
	const rows = [
		...given.map(of(words.given)),
		...taken.map(of(words.taken)),
		[words.companiesGiven, named(added)] as const,
		[words.companiesTaken, named(removed)] as const,
		[words.holdsFor, given.length > 0 && after.companyIds.length > 1 ? named(after.companyIds) : ''] as const,
	];
	return (
		<>
			<Facts rows={rows.filter(([, value]) => value !== '')} />
			{companies
				.filter(({ id }) => left.includes(id))
				.map(({ name, administrators }) => (
					<p>{words.left(name, administrators)}</p>
				))}
			{isFactorDemanded && isFactorLacking && <p>{words.factor}</p>}
			{visitor?.userId === before.id && <p>{words.oneself}</p>}
			<p>{words.soon}</p>
		</>
	);
}
