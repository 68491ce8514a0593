import { CompanyName } from '../company-choice.tsx';
import { useReader } from '../page.tsx';
import { addressOf, PAYROLL } from './place.ts';
import { WORDS } from './words.ts';

/** Says of which company it is, also on paper, and leads back to the months. */
export function Above({ companyId }: { companyId: string }) {
	const { c } = useReader();
	return (
		<>
			<CompanyName companyId={companyId} choice={PAYROLL} /> ›{' '}
			<a href={addressOf(companyId)}>{WORDS[c.var.language].payroll}</a>
		</>
	);
}
