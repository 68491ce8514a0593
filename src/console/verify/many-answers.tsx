import type { Decision } from '../../expenses/decisions/rules.ts';
import type { Expense } from '../../expenses/store.ts';
import { module } from '../../mail/words.ts';
import { Answers, Counts } from '../many/lines.tsx';
import { useReader, useWords } from '../page.tsx';
import type { Line } from './many.tsx';
import { MANY_WORDS } from './many-words.ts';
import { nameIn } from './place.ts';
import { WORDS } from './words.ts';

/** Who wants how much for what. */
export function What({ expense }: { expense: Expense }) {
	const { c, say } = useReader();
	const { module: name, amountValue, amountCurrency, date } = expense;
	return (
		<>
			<bdi>{nameIn(expense)}</bdi>
			{` · ${module(c.var.language, name)} · ${say.amount(amountValue, amountCurrency)} · ${say.shortDay(date)}`}
		</>
	);
}

interface AnswersProps {
	state: Decision['state'];
	expenses: readonly Expense[];
	lines: readonly Line[];
}

/** What becomes, or has become, of each; what is refused stands first. */
export function ManyAnswers({ state, expenses, lines }: AnswersProps) {
	const { answers, gone } = useWords(MANY_WORDS);
	const words = { ...answers, results: { ...answers.results, DONE: useWords(WORDS).states[state] } };
	const known = new Map(expenses.map((expense) => [expense.id, expense]));
	const refusedFirst = lines.toSorted((a, b) => Number(a.result === 'DONE') - Number(b.result === 'DONE'));
	return (
		<>
			<Counts lines={lines} words={words} />
			<Answers
				lines={refusedFirst}
				words={words}
				what={({ id }) => {
					const expense = known.get(id);
					return expense === undefined ? gone : <What expense={expense} />;
				}}
			/>
		</>
	);
}
