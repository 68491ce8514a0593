import type { Child, PropsWithChildren } from 'hono/jsx';
import type { EmployeeYear } from '../../administration/overview/year/actions.ts';
import { BASE } from '../env.ts';
import { Heading, useReader } from '../page.tsx';
import { StatusTag } from '../status.tsx';
import { nameOf } from './employee.ts';
import { WORDS } from './words.ts';

/** The name of a person with the status beside it, and who it is below. Actions stand beside both. */
export function PersonHeading({ known, children }: PropsWithChildren<{ known: EmployeeYear }>) {
	const { say, words } = useReader(WORDS);
	const { employee, invitation } = known;
	const { personnelNumber, costCenter, groups, email, dateErased } = employee;
	const registered = invitation?.dateRegistered ?? null;
	const isErased = dateErased !== null;
	const facts = [
		personnelNumber && words.number(personnelNumber),
		costCenter && words.costCenterIs(costCenter),
		...groups,
		!isErased && email,
		registered !== null && words.registeredOn(say.day(registered)),
		invitation?.isUnproven && words.unproven,
		invitation?.isReleased && words.lost,
	].filter(Boolean);
	return (
		<Heading
			above={<a href={`${BASE}/people`}>{words.people}</a>}
			title={isErased ? words.erasedPerson : nameOf(employee)}
			tag={!isErased && invitation && <StatusTag of={invitation} />}
			below={<bdi>{facts.join(' · ')}</bdi>}
		>
			{children as Child}
		</Heading>
	);
}
