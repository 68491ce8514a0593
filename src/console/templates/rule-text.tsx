import type { TaxRule } from '../../core/tax-rules.ts';
import { useReader, useWords } from '../page.tsx';
import { WORDS } from './words.ts';

/** The rules of a template in words, one below the other. */
export function RuleTexts({ rules }: { rules: readonly TaxRule[] }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const texts = rules.map(({ budgets, maxDaysPerMonth, isOnlyPublicTransportAllowed }) =>
		[
			...(budgets.length === 0
				? []
				: [words.amounts(budgets.map(({ budget }) => say.amount(budget.value, budget.currency)).join(', '))]),
			...(maxDaysPerMonth === null ? [] : [words.days(maxDaysPerMonth)]),
			...(isOnlyPublicTransportAllowed ? [words.publicTransport] : []),
		].join('; '),
	);
	const said = texts.filter((text) => text !== '');
	return said.length === 0 ? words.noBounds : said.map((text) => <div>{text}</div>);
}
