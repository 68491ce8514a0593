import { decideExpenses } from '../../benefits/expenses/decisions/actions.ts';
import { DECISIONS, type Decision } from '../../benefits/expenses/decisions/rules.ts';
import { readQueued } from '../../benefits/expenses/review/actions.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { invalidField, type Refusal } from '../../foundation/core/refusals.ts';
import type { App, Context } from '../env.ts';
import { Choice } from '../field.tsx';
import { FormFor, form, sentWith } from '../forms.tsx';
import { useReader, useWords } from '../page.tsx';
import { Note, Panel, Preview } from '../parts.tsx';
import { previewed, takePost } from '../submit.ts';
import { takeFormExactly } from '../taking.ts';
import { textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { type Checked, checkedOf, Summary } from './checks.tsx';
import { decisionIn, ReasonFields } from './decision.tsx';
import {
	expensesOf,
	idsIn,
	type Line,
	lineOf,
	MAX_CHOSEN,
	ManyAnswers,
	manyPage,
	showReport,
	takeBack,
	What,
} from './many-report.tsx';
import { requirePlace } from './place.ts';
import { WORDS } from './words.ts';

interface Foreseen {
	decision: Decision;
	lines: readonly Line[];
}

/** The part of the preview that a save must reproduce exactly. */
const wireOf = ({ decision, lines }: Foreseen) => ({
	decision,
	lines: lines.map(({ id, result, code, amount }) => ({ id, result, code, amount })),
});

/** One decision on all selected expenses. Each of them has its own result. */
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
		return { ...outcome, before: null, after: { decision, lines: outcome.after.map(lineOf) } };
	},
	toWire: wireOf,
	preview: previewed<Foreseen>,
});

/** Serves the decision on many expenses: a preview of all, and a report. A repeated form gets the same report. */
export function serveMany(app: App): void {
	app.get('/verify/many', showMany);
	takePost(app, '/verify/many/reopening', takeBack, showMany);
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
							<ManyAnswers
								done={words.states[foreseen.decision.state]}
								expenses={expenses}
								lines={foreseen.lines}
							/>
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
	/** Those of the expenses that wait for a decision, with their checks. */
	queue: readonly Checked[];
}

/** The selected expenses with their findings. The list is open if any of them has a finding. */
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
