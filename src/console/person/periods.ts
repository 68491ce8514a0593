import type { Instant } from '../../core/instant.ts';
import type { FlexAccess } from '../../flex/access/table.ts';
import type { Plan } from '../../goodies/plans/table.ts';
import { useReader } from '../page.tsx';
import { WORDS } from './words.ts';

/** What is said of a period, in the picture and in its table. */
export function usePeriods() {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	const used = ({ allowedModules }: FlexAccess) =>
		allowedModules.length === Object.keys(words.modules).length
			? words.all
			: allowedModules.map((module) => words.modules[module]).join(', ');
	return {
		accessText: (access: FlexAccess) =>
			[
				say.amount(access.budgetValue, access.budgetCurrency),
				used(access),
				access.accumulateBudget ? words.carries : words.expires,
			].join(' · '),
		planText: ({ amountValue, amountCurrency }: Plan) =>
			words.monthly(say.amount(amountValue, amountCurrency)),
		until: ({ validUntil }: { validUntil: Instant | null }) =>
			validUntil === null ? words.open : words.untilDay(say.day(validUntil)),
	};
}
