import type { Child } from 'hono/jsx';
import type { Decision } from '../../benefits/expenses/decisions/rules.ts';
import { reopenExpenses } from '../../benefits/expenses/reopening/actions.ts';
import type { Expense, Verdict } from '../../benefits/expenses/store.ts';
import type { Call } from '../../foundation/db/call.ts';
import { module } from '../../tenants/mail/words/rules.ts';
import type { Context } from '../env.ts';
import { Form, Submit } from '../form.tsx';
import { type Answered, Answers, type AnswerWords, Counts } from '../many/lines.tsx';
import { nameIn } from '../names.ts';
import { titledPage, useReader, useWords } from '../page.tsx';
import { DoneNote, Panel } from '../parts.tsx';
import { NameTag } from '../person-name.tsx';
import { reported } from '../submit.ts';
import { reading } from '../visit.ts';
import { findExpense } from './decision.tsx';
import { queueAddress, requirePlace, VERIFY } from './place.ts';
import { REOPENING_WORDS, WORDS } from './words.ts';

/** The most expenses of one decision. A page of the list has as many. */
export const MAX_CHOSEN = 50;

/** The result for one selected expense. */
export interface Line extends Answered {
	/** The amount in the preview; a save that would decide on another amount is refused. */
	amount: number | null;
}

export function lineOf({ expenseId: id, expense, refusal }: Verdict): Line {
	if (refusal === null) return { id, result: 'DONE', amount: expense.amountValue };
	return { id, result: 'REFUSED', code: refusal.code, extras: refusal.extras, amount: null };
}

/** Returns the ids of the selected expenses: selected one by one, or named together by a button. */
export const idsIn = (c: Context): string[] => [
	...new Set(
		[...(c.req.queries('id') ?? []), ...(c.req.query('ids') ?? '').split(',')]
			.map((id) => id.slice(0, 36).toLowerCase())
			.filter((id) => id !== ''),
	),
];

export async function showReport(
	c: Context,
	{ state, lines }: { state: Decision['state']; lines: readonly Line[] },
): Promise<Response> {
	const ids = lines.map(({ id }) => id);
	const expenses = await expensesOf(reading(c), ids);
	const done = lines.filter(({ result }) => result === 'DONE');
	const { result, doneMany, undoHint, states } = WORDS[c.var.language];
	return manyPage(
		c,
		<>
			{done.length > 0 && (
				<DoneNote undo={<UndoMany ids={done.map(({ id }) => id)} />}>{doneMany[state](done.length)}</DoneNote>
			)}
			<Panel title={result}>
				{done.length > 1 && <p>{undoHint}</p>}
				<ManyAnswers done={states[state]} expenses={expenses} lines={lines} />
			</Panel>
		</>,
	);
}

/** Takes back all decisions that were just made together. */
function UndoMany({ ids }: { ids: readonly string[] }) {
	const { c } = useReader();
	const { undo } = useWords(REOPENING_WORDS);
	return (
		<Form
			to={`${VERIFY}/many/reopening?${new URLSearchParams({ company: requirePlace(c).companyId, ids: ids.join() })}`}
		>
			<Submit look="plain">{undo}</Submit>
		</Form>
	);
}

/** Takes many decisions back, each by the rules for one, and reports it. A repeated form gets the same report. */
export async function takeBack(c: Context): Promise<Response> {
	const { companyId } = requirePlace(c);
	const ids = idsIn(c).slice(0, MAX_CHOSEN);
	const kept = await reported(c, {
		attempt: (call) => reopenExpenses(call, companyId, ids),
		to: () => c.req.path,
		toWire: (verdicts) => ({ lines: verdicts.map(lineOf) }),
	});
	const { lines } = kept as { lines: Line[] };
	const expenses = await expensesOf(reading(c), ids);
	const done = lines.filter(({ result }) => result === 'DONE');
	const { result, reopenedMany, waitsAgain } = WORDS[c.var.language];
	return manyPage(
		c,
		<>
			{done.length > 0 && <DoneNote>{reopenedMany(done.length)}</DoneNote>}
			<Panel title={result}>
				<ManyAnswers
					done={waitsAgain}
					expenses={expenses}
					lines={lines}
					words={REOPENING_WORDS[c.var.language].answers}
				/>
			</Panel>
		</>,
	);
}

const listAddress = (c: Context): string => queueAddress({ ...requirePlace(c), passed: [] }, '/list');

export function manyPage(c: Context, content: Child) {
	const { many: title, backToList } = WORDS[c.var.language];
	return titledPage(c, { title, above: <a href={listAddress(c)}>{backToList}</a> }, content);
}

/** Reads those of the expenses that the reader may see. */
export async function expensesOf(call: Call, ids: readonly string[]): Promise<Expense[]> {
	const found = await Promise.all(ids.map((id) => findExpense(call, id)));
	return found.filter((one) => one !== null);
}

interface AnswersProps {
	/** The word for results that are not refusals. */
	done: string;
	words?: Omit<AnswerWords, 'results' | 'count'> & { results: Omit<AnswerWords['results'], 'DONE'> };
	expenses: readonly Expense[];
	lines: readonly Line[];
}

/** The result for each expense. Refused ones come first. */
export function ManyAnswers({ done, expenses, lines, words: given }: AnswersProps) {
	const { alone, answers, gone } = useWords(WORDS);
	const words = { ...answers, ...given, results: { ...answers.results, ...given?.results, DONE: done } };
	const known = new Map(expenses.map((expense) => [expense.id, expense]));
	const refusedFirst = lines.toSorted((a, b) => Number(a.result === 'DONE') - Number(b.result === 'DONE'));
	return (
		<>
			<Counts lines={lines} words={words} />
			<Answers
				lines={refusedFirst}
				words={words}
				what={({ id, code = '' }) => {
					const expense = known.get(id);
					const advice = Object.entries(alone).find(([avoidable]) => avoidable === code)?.[1];
					if (expense === undefined) return gone;
					return (
						<a href={`${VERIFY}/${id}`}>
							<What expense={expense} />
							{advice !== undefined && <span class="below">{advice}</span>}
						</a>
					);
				}}
			/>
		</>
	);
}

/** Names person, module, amount and day of an expense. */
export function What({ expense }: { expense: Expense }) {
	const { c, say } = useReader();
	const { module: name, amountValue, amountCurrency, date } = expense;
	return (
		<>
			<bdi>{nameIn(expense)}</bdi>
			<NameTag status={expense.person.personStatus} />
			{` · ${module(c.var.language, name)} · ${say.amount(amountValue, amountCurrency)} · ${say.shortDay(date)}`}
		</>
	);
}
