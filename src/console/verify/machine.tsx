import { isSameAmount, isSameDay, verdictOf } from '../../benefits/expenses/facts/rules.ts';
import type { QueueFilter } from '../../benefits/expenses/review/store.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Facts, type Mood, Panel } from '../parts.tsx';
import { WORDS } from './words.ts';

const MOODS = {
	KNOWN_TILL: 'good',
	UNKNOWN_ISSUER: 'calm',
	UNSIGNED: 'calm',
	MISMATCH: 'bad',
} as const satisfies Record<ReturnType<typeof verdictOf>, Mood>;

/** Compares the form with the code of the receipt, or with the invoice. */
export function MachineRead({ expense }: { expense: Expense }) {
	const { say, words } = useReader(WORDS);
	const { machineFacts: facts, isTillKnown, amountValue: value, amountCurrency: currency, date } = expense;
	if (facts === null) return null;
	const form = { amount: { value, currency }, date };
	const verdict = verdictOf(facts, isTillKnown);
	const isInvoice = facts.source === 'E_INVOICE';
	const day = say.day(Date.parse(facts.date));
	const period = [facts.periodStart, facts.periodEnd].flatMap((one) =>
		one === null ? [] : [say.day(Date.parse(one))],
	);
	const rows: [name: string, value: unknown][] = [
		[words.day, <Compared shown={day} isSame={isSameDay(facts, form)} />],
		[
			words.amount,
			<Compared
				shown={say.amount(facts.amount.value, facts.amount.currency)}
				isSame={isSameAmount(facts, form)}
			/>,
		],
		[words.correctedInvoice, facts.isCorrection ? <Badge mood="waiting">{words.replacesAnother}</Badge> : ''],
		[words.signature, <Badge mood={MOODS[verdict]}>{words.verdicts[verdict]}</Badge>],
		[isInvoice ? words.seller : words.till, facts.seller ?? facts.issuer],
		[isInvoice ? words.invoiceNumber : words.transaction, facts.number],
		[words.servicePeriod, period.join(' – ')],
	];
	return (
		<Panel title={words.onReceipt}>
			<Facts rows={rows.filter(([, shown]) => shown !== '')} />
		</Panel>
	);
}

/** A fact from the receipt, and whether the form says the same. */
const Compared = ({ shown, isSame }: { shown: string; isSame: boolean }) => {
	const words = useWords(WORDS);
	return (
		<>
			{shown}{' '}
			<Badge mood={isSame ? 'good' : 'waiting'}>
				<span aria-hidden="true">{isSame ? '✓' : '≠'}</span> {isSame ? words.asInForm : words.notAsInForm}
			</Badge>
		</>
	);
};

/** The sentence for a queue without expenses. */
export const nothingOf = (
	words: { nothing: string; noMatch: string },
	{ filter: { facts, sampled } }: { filter: QueueFilter },
) => (facts === undefined && sampled === undefined ? words.nothing : words.noMatch);
