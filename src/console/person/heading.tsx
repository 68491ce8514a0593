import type { EmployeeYear } from '../../overview/year/actions.ts';
import { BASE } from '../env.ts';
import { Heading, useWords } from '../page.tsx';
import { nameOf } from './employee.ts';
import { WORDS } from './words.ts';

/** Above and beside a person's name: where one comes from, and who it is. */
export function PersonHeading({ known: { employee } }: { known: EmployeeYear }) {
	const words = useWords(WORDS);
	const { personnelNumber, costCenter, groups, dateErased } = employee;
	const facts = [
		personnelNumber && words.number(personnelNumber),
		costCenter && words.costCenterIs(costCenter),
		...groups,
	].filter(Boolean);
	const above = (
		<>
			<a href={`${BASE}/people`}>{words.people}</a> › <bdi>{facts.join(' · ') || employee.email}</bdi>
		</>
	);
	const title = dateErased === null ? nameOf(employee) : words.erased;
	return <Heading above={above} title={title} />;
}
