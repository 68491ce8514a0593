import type { Role } from '../../core/actor.ts';
import { leftByAdmin } from '../../users/rules.ts';
import type { Refused } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Facts, Preview } from '../parts.tsx';
import type { RoleChange } from './change.ts';
import { WORDS } from './words.ts';

/** What a change of roles would bring about, once somebody has asked. */
export function RolePreview({ change, state }: { change: RoleChange | undefined; state: Refused }) {
	const words = useWords(WORDS);
	return (
		<Preview refusal={state.refusal}>
			{change !== undefined ? (
				<Consequences change={change} />
			) : (
				state.refusal === undefined && <p>{words.first}</p>
			)}
		</Preview>
	);
}

const FACTOR_ROLES = /^(COMPANY_ADMIN|FLEX_DOCUMENT_VERIFIER)$/;

function Consequences({ change: { before, after, grounds } }: { change: RoleChange }) {
	const { visitor } = useReader();
	const words = useWords(WORDS);
	const called = (role: Role) => `${words.names[role]}: ${words.does[role]}`;
	const { companies, isFactorLacking } = grounds;
	const named = (ids: readonly string[]) =>
		companies.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ');
	const beyond = <T,>(some: readonly T[], others: readonly T[]) =>
		some.filter((one) => !others.includes(one));
	const [given, taken] = [beyond(after.roles, before.roles), beyond(before.roles, after.roles)];
	const [added, removed] = [
		beyond(after.companyIds, before.companyIds),
		beyond(before.companyIds, after.companyIds),
	];
	if ([...given, ...taken, ...added, ...removed].length === 0) return <p>{words.nothing}</p>;
	const left = leftByAdmin(before, after);
	const isFactorDemanded =
		after.roles.some((role) => FACTOR_ROLES.test(role)) &&
		companies.some((company) => company.isFactorDemanded && after.companyIds.includes(company.id));
	const rows: [string, string][] = [
		...given.map((role): [string, string] => [words.given, called(role)]),
		...taken.map((role): [string, string] => [words.taken, called(role)]),
		[words.companiesGiven, named(added)],
		[words.companiesTaken, named(removed)],
		[words.holdsFor, given.length > 0 && after.companyIds.length > 1 ? named(after.companyIds) : ''],
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
