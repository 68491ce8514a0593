import { CompanyName } from '../company-choice.tsx';
import { useWords } from '../page.tsx';
import { addressOf, PAYROLL } from './place.ts';
import { WORDS } from './words.ts';

/** Says of which company it is, also on paper, and leads back to the months. */
export function Above({ companyId }: { companyId: string }) {
	return (
		<>
			<CompanyName companyId={companyId} choice={PAYROLL} /> ›{' '}
			<a href={addressOf(companyId)}>{useWords(WORDS).payroll}</a>
		</>
	);
}
