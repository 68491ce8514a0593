import { REASONS, textOfReason } from '../../core/reasons.ts';
import type { Refusal } from '../../core/refusals.ts';
import { DECISIONS, type Decision } from '../../expenses/decisions/rules.ts';
import type { Expense } from '../../expenses/store.ts';
import { module } from '../../mail/words.ts';
import { Choice, Field } from '../field.tsx';
import { Form, SaveOrShow } from '../form.tsx';
import { Answers, Counts } from '../many/lines.tsx';
import { Heading, useReader, useWords } from '../page.tsx';
import { Note, Panel, Preview } from '../parts.tsx';
import { tagOf } from '../submit.ts';
import type { Line } from './many.tsx';
import { MANY_WORDS } from './many-words.ts';
import { listAddress, nameIn, type Place } from './place.ts';
import { WORDS } from './words.ts';

interface Props {
	place: Place;
	expenses: readonly Expense[];
}

interface Foreseen {
	decision: Decision;
	lines: readonly Line[];
}

/** The part of the preview that a save must reproduce exactly. */
export const wireOf = ({ decision, lines }: Foreseen) => ({
	decision,
	lines: lines.map(({ id, result, code, amount }) => ({ id, result, code, amount })),
});

export function ManyPage({ place, expenses }: Props) {
	const { c } = useReader();
	const { refusal, after } = c.var.sent ?? {};
	const foreseen = after as Foreseen | undefined;
	const words = useWords(MANY_WORDS);
	const url = new URL(c.req.url);
	const count = foreseen?.lines.filter(({ result }) => result === 'DONE').length ?? 0;
	return (
		<>
			<Top place={place} />
			<SelectionFault refusal={refusal} isEmpty={expenses.length === 0} />
			<div class="change">
				<Panel title={words.chosen}>
					<Chosen expenses={expenses} />
					<Form to={url.pathname + url.search} etag={foreseen && tagOf(wireOf(foreseen))}>
						<DecisionFields />
						<SaveOrShow
							save={
								foreseen !== undefined && count > 0
									? words.save(words.decisions[foreseen.decision.state], count)
									: undefined
							}
						/>
					</Form>
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

function Top({ place }: { place: Place }) {
	const words = useWords(MANY_WORDS);
	return <Heading title={words.many} above={<a href={listAddress(place)}>{words.back}</a>} />;
}

function SelectionFault({ refusal, isEmpty }: { refusal: Refusal | undefined; isEmpty: boolean }) {
	const words = useWords(MANY_WORDS);
	const fault = refusal?.extras.errors?.find(({ pointer }) => pointer === '#/expenses');
	if (fault?.code === 'too_big') return <Note mood="bad">{words.tooMany}</Note>;
	return (fault !== undefined || isEmpty) && <Note mood="bad">{words.none}</Note>;
}

function Chosen({ expenses }: Pick<Props, 'expenses'>) {
	const words = useWords(MANY_WORDS);
	return (
		<details>
			<summary>{words.answers.count(expenses.length)}</summary>
			<ul class="examples">
				{expenses.map((expense) => (
					<li dir="auto">
						<What expense={expense} />
					</li>
				))}
			</ul>
		</details>
	);
}

/** Reports the decisions. A repeated form shows the same. */
export function DonePage({
	place,
	...answered
}: Props & { state: Decision['state']; lines: readonly Line[] }) {
	const words = useWords(MANY_WORDS);
	return (
		<>
			<Top place={place} />
			<Panel title={words.done}>
				<ManyAnswers {...answered} />
			</Panel>
		</>
	);
}

/** Names person, module, amount and day of an expense. */
function What({ expense }: { expense: Expense }) {
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

/** The result for each expense. Refused ones come first. */
function ManyAnswers({ state, expenses, lines }: AnswersProps) {
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

/** One decision for all, and why. */
function DecisionFields() {
	const { c } = useReader();
	const { language } = c.var;
	const words = MANY_WORDS[language];
	const { why, ownWords } = WORDS[language];
	return (
		<>
			<Choice
				name="decision"
				label={words.decision}
				options={DECISIONS.map((value) => ({ value, label: words.decisions[value] }))}
			/>
			<Choice
				name="reasons"
				label={why}
				isMany
				options={REASONS.filter((code) => code !== 'other').map((code) => ({
					value: code,
					label: textOfReason(code, null, language),
				}))}
			/>
			<Field name="reason" label={ownWords} isOptional autocomplete="off" />
		</>
	);
}
