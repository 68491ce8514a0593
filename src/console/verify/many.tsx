import type { Child } from 'hono/jsx';
import { invalidField, type Refusal } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { decideExpenses } from '../../expenses/decisions/actions.ts';
import { DECISIONS, type Decision } from '../../expenses/decisions/rules.ts';
import { readQueued } from '../../expenses/review/actions.ts';
import type { Expense } from '../../expenses/store.ts';
import { module } from '../../mail/words.ts';
import type { App, Context } from '../env.ts';
import { Choice } from '../field.tsx';
import { FormFor, form, sentWith, takeFormExactly } from '../forms.tsx';
import { type Answered, Answers, Counts } from '../many/lines.tsx';
import { nameIn } from '../names.ts';
import { titledPage, useReader, useWords } from '../page.tsx';
import { Note, Panel, Preview } from '../parts.tsx';
import { NameTag } from '../person-name.tsx';
import { previewed } from '../submit.ts';
import { textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { type Checked, checkedOf, Summary } from './checks.tsx';
import { decisionIn, findExpense, queueAddress, ReasonFields, requirePlace, VERIFY } from './decision.tsx';
import { WORDS } from './words.ts';

/** A page of the list has as many. */
const MAX_CHOSEN = 50;

/** The result for one selected expense. */
interface Line extends Answered {
	/** The amount in the preview; a save that would decide on another amount is refused. */
	amount: number | null;
}

interface Foreseen {
	decision: Decision;
	lines: readonly Line[];
}

/** The part of the preview that a save must reproduce exactly. */
const wireOf = ({ decision, lines }: Foreseen) => ({
	decision,
	lines: lines.map(({ id, result, code, amount }) => ({ id, result, code, amount })),
});

/** Returns the ids of the selected expenses: selected one by one, or named together by a button. */
const idsIn = (c: Context): string[] => [
	...new Set(
		[...(c.req.queries('id') ?? []), ...(c.req.query('ids') ?? '').split(',')]
			.map((id) => id.slice(0, 36).toLowerCase())
			.filter((id) => id !== ''),
	),
];

/** One decision on all selected expenses. Each of them is answered by itself. */
const deciding = form({
	fields: {},
	body(_, c: Context) {
		const ids = idsIn(c);
		if (ids.length === 0) throw invalidField('expenses', 'none', 'Nothing is chosen.');
		if (ids.length > MAX_CHOSEN) throw invalidField('expenses', 'too_big', 'Too many are chosen.');
		const wanted = textIn(c.var.typed, 'decision');
		const state = DECISIONS.find((one) => one === wanted);
		if (state === undefined) throw invalidField('decision', 'required', 'Choose a decision.');
		return { ids, decision: decisionIn(c.var.typed, state) };
	},
	async attempt(call, companyId: string, { ids, decision }: { ids: string[]; decision: Decision }) {
		const outcome = await decideExpenses(
			call,
			companyId,
			ids.map((expenseId) => ({ expenseId, ...decision })),
		);
		const lines = outcome.after.map(({ expenseId: id, expense, refusal }): Line => {
			if (refusal === null) return { id, result: 'DONE', amount: expense.amountValue };
			return { id, result: 'REFUSED', code: refusal.code, extras: refusal.extras, amount: null };
		});
		return { ...outcome, before: null, after: { decision, lines } };
	},
	toWire: wireOf,
	preview: previewed<Foreseen>,
});

/** Serves the decision on many expenses: a preview of all, and a report. A repeated form gets the same report. */
export function serveMany(app: App): void {
	app.get('/verify/many', showMany);
	takeFormExactly(app, '/verify/many', deciding, {
		idOf: (c) => requirePlace(c).companyId,
		show: showMany,
		keep: ({ decision: { state }, lines }) => ({ state, lines }),
		report: (c, { kept }) => showReport(c, kept as { state: Decision['state']; lines: Line[] }),
	});
}

async function showMany(c: Context): Promise<Response> {
	const { companyId } = requirePlace(c);
	const call = reading(c);
	const ids = idsIn(c).slice(0, MAX_CHOSEN);
	const [expenses, queue] = await Promise.all([expensesOf(call, ids), readQueued(call, companyId, ids)]);
	const known = queue.map((entry) => checkedOf(entry, c.var.now));
	return manyPage(c, <ManyForm expenses={expenses} queue={known} />);
}

async function showReport(
	c: Context,
	{ state, lines }: { state: Decision['state']; lines: readonly Line[] },
): Promise<Response> {
	const ids = lines.map(({ id }) => id);
	const expenses = await expensesOf(reading(c), ids);
	return manyPage(
		c,
		<Panel
			title={WORDS[c.var.language].doneMany[state](lines.filter(({ result }) => result === 'DONE').length)}
		>
			<p>{WORDS[c.var.language].undoHint}</p>
			<ManyAnswers state={state} expenses={expenses} lines={lines} />
		</Panel>,
	);
}

const listAddress = (c: Context): string => queueAddress({ ...requirePlace(c), passed: [] }, '/list');

function manyPage(c: Context, content: Child) {
	const { many: title, backToList } = WORDS[c.var.language];
	return titledPage(c, { title, above: <a href={listAddress(c)}>{backToList}</a> }, content);
}

/** Reads those of the expenses that the reader may see. */
async function expensesOf(call: Call, ids: readonly string[]): Promise<Expense[]> {
	const found = await Promise.all(ids.map((id) => findExpense(call, id)));
	return found.filter((one) => one !== null);
}

function ManyForm({ expenses, queue }: ChosenProps) {
	const { c } = useReader();
	const { refusal, after: foreseen } = sentWith(c, deciding);
	const words = useWords(WORDS);
	const url = new URL(c.req.url);
	const count = foreseen?.lines.filter(({ result }) => result === 'DONE').length ?? 0;
	const save =
		foreseen && count > 0 ? words.decided(words.decisions[foreseen.decision.state], count) : undefined;
	return (
		<>
			<SelectionFault refusal={refusal} isEmpty={expenses.length === 0} />
			<div class="change">
				<Panel title={words.chosen}>
					<Chosen expenses={expenses} queue={queue} />
					<FormFor
						of={deciding}
						to={url.pathname + url.search}
						record={foreseen}
						save={save ?? null}
						previews={false}
					>
						<Choice
							name="decision"
							label={words.decision}
							options={DECISIONS.map((value) => ({ value, label: words.decisions[value] }))}
						/>
						<ReasonFields />
					</FormFor>
				</Panel>
				<Preview refusal={refusal}>
					{foreseen !== undefined ? (
						<>
							{count === 0 && <p>{words.noneDecided}</p>}
							<ManyAnswers state={foreseen.decision.state} expenses={expenses} lines={foreseen.lines} />
						</>
					) : (
						refusal === undefined && <p>{words.typeFirst}</p>
					)}
				</Preview>
			</div>
		</>
	);
}

function SelectionFault({ refusal, isEmpty }: { refusal: Refusal | undefined; isEmpty: boolean }) {
	const words = useWords(WORDS);
	const fault = refusal?.extras.errors?.find(({ pointer }) => pointer === '#/expenses');
	if (fault?.code === 'too_big') return <Note mood="bad">{words.tooMany}</Note>;
	return (fault !== undefined || isEmpty) && <Note mood="bad">{words.none}</Note>;
}

interface ChosenProps {
	expenses: readonly Expense[];
	/** Those of them that wait for a decision, with what is known of each. */
	queue: readonly Checked[];
}

/** The selected expenses with their findings. The list is open as long as somebody has to look at one. */
function Chosen({ expenses, queue }: ChosenProps) {
	const words = useWords(WORDS);
	const known = new Map(queue.map((entry) => [entry.expense.id, entry]));
	return (
		<details open={!queue.every(({ isFine }) => isFine)}>
			<summary>{words.answers.count(expenses.length)}</summary>
			<ul class="examples">
				{expenses.map((expense) => {
					const entry = known.get(expense.id);
					return (
						<li dir="auto">
							<What expense={expense} /> {entry && <Summary entry={entry} />}
						</li>
					);
				})}
			</ul>
		</details>
	);
}

/** Names person, module, amount and day of an expense. */
function What({ expense }: { expense: Expense }) {
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

interface AnswersProps {
	state: Decision['state'];
	expenses: readonly Expense[];
	lines: readonly Line[];
}

/** The result for each expense. Refused ones come first. */
function ManyAnswers({ state, expenses, lines }: AnswersProps) {
	const { alone, answers, gone, states } = useWords(WORDS);
	const words = { ...answers, results: { ...answers.results, DONE: states[state] } };
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
