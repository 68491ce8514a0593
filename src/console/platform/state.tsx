import { type CompanyState, companyState } from '../../administration/overview/companies/rules.ts';
import { useWords } from '../page.tsx';
import { Badge } from '../parts.tsx';
import { WORDS } from './words.ts';

const MOODS: Record<CompanyState, 'bad' | 'waiting' | 'good' | 'calm'> = {
	UNKNOWN: 'calm',
	NEW: 'bad',
	INVITED: 'waiting',
	ADMINISTERED: 'good',
	LEFT: 'bad',
};

/** Whether anybody administers a company, and whether it is a sandbox. */
export function StateOf({ company }: { company: Parameters<typeof companyState>[0] & { sandbox: boolean } }) {
	const words = useWords(WORDS);
	const state = companyState(company);
	return (
		<>
			<Badge mood={MOODS[state]}>{words.states[state]}</Badge>{' '}
			{company.sandbox && <Badge mood="calm">{words.sandbox}</Badge>}
		</>
	);
}
