import { countQueue, listExpenseQueue } from '../../benefits/expenses/review/actions.ts';
import type { Queued } from '../../benefits/expenses/review/store.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { toYearMonth } from '../../foundation/core/instant.ts';
import type { Call } from '../../foundation/db/call.ts';
import { nameOfCompany } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { sayIn } from '../format.ts';
import { titledPage, useReader, useWords } from '../page.tsx';
import { ButtonLink, Empty, Facts, Key, Note, Panel } from '../parts.tsx';
import { reading } from '../visit.ts';
import { type Checked, checkedOf, isOwn } from './checks.tsx';
import { DecisionForm, findExpense } from './decision.tsx';
import { MachineRead, nothingOf } from './machine.tsx';
import { behind, keyOf, type QueuePosition, queueAddress, requirePlace } from './place.ts';
import { DecisionDone } from './reopening.tsx';
import { Ahead, ExpenseFacts, Receipts } from './sheet.tsx';
import { WORDS } from './words.ts';

/** The number of waiting expenses among which the one of a refused form is searched. Others may have arrived before it meanwhile. */
const LOOK_AHEAD = 10;

interface Shown {
	place: QueuePosition;
	/** The expenses that wait after the place. The first one is shown. */
	queue: readonly Queued[];
	counts: { waiting: number; passed: number };
	/** The expense on which the reader has just decided. */
	decided?: Expense | null;
	/** True when somebody else has decided on the expense that the reader saw. */
	isLate?: boolean;
}

export async function showNext(c: Context, place: QueuePosition): Promise<Response> {
	const call = reading(c);
	const id = c.req.query('undo');
	const [shown, decided] = await Promise.all([
		readQueueAt(call, place, 2),
		id === undefined ? null : findExpense(call, id),
	]);
	return show(c, { place, ...shown, decided });
}

/** Shows the expense of a refused form again, or the next one when somebody else has decided on it. */
export async function showAgain(c: Context): Promise<Response> {
	const place = requirePlace(c);
	const { queue, counts } = await readQueueAt(reading(c), place, LOOK_AHEAD);
	const index = queue.findIndex(({ expense }) => expense.id === c.req.param('expenseId'));
	const before = Math.max(index, 0);
	return show(c, {
		place,
		queue: queue.slice(before),
		counts: { ...counts, passed: counts.passed + before },
		isLate: index === -1,
	});
}

/** Reads the expenses that wait after a place. Counts all that wait, and those before the place. */
async function readQueueAt(call: Call, place: QueuePosition, limit: number) {
	const key = keyOf(place);
	const [queue, counts] = await Promise.all([
		listExpenseQueue(call, place.companyId, place.filter, key, limit),
		countQueue(call, place.companyId, place.filter, key),
	]);
	return { queue, counts };
}

function show(c: Context, shown: Shown) {
	const words = WORDS[c.var.language];
	const say = sayIn(c.var.language);
	const { queue, counts } = shown;
	const title =
		queue.length === 0
			? words.receipts
			: words.place(say.number(counts.passed + 1), say.number(counts.waiting));
	const above = <Deadline {...shown} />;
	const actions = <Ways {...shown} />;
	return titledPage(c, { title, above, actions, scripts: ['verify.js'] }, <QueuePage {...shown} />);
}

/** The last day on which a decision still pays the expense with its own month. */
function Deadline({ place, queue: [entry] }: Shown) {
	const { c, visitor, say } = useReader();
	const words = useWords(WORDS);
	const untilOf = ({ deadline, expense }: Queued) =>
		c.var.now > deadline
			? words.late
			: words.inTime(say.shortDay(deadline), say.monthName(toYearMonth(expense.date)));
	const company = visitor?.companies.length !== 1 && nameOfCompany(visitor, place.companyId);
	return <>{[company, entry && untilOf(entry)].filter(Boolean).join(' · ')}</>;
}

/** Links to the previous and the next expenses, and to all of them. */
function Ways({ place, queue: [entry] }: Shown) {
	const words = useWords(WORDS);
	const { passed } = place;
	return (
		<>
			{passed.length > 0 && entry === undefined && (
				<ButtonLink to={queueAddress({ ...place, passed: [] })}>{words.oldest}</ButtonLink>
			)}
			{passed.length > 0 && (
				<a
					class="button"
					rel="prev"
					href={queueAddress({ ...place, passed: passed.slice(0, -1) })}
					aria-keyshortcuts="k"
				>
					{words.previous} <Key of="k" />
				</a>
			)}
			{entry !== undefined && (
				<>
					<a class="button" rel="next" href={queueAddress(behind(place, entry))} aria-keyshortcuts="j">
						{words.skip} <Key of="j" />
					</a>
					<ButtonLink to={queueAddress({ ...place, passed: [] }, '/list')}>{words.list}</ButtonLink>
				</>
			)}
			<Keys />
		</>
	);
}

/** One waiting expense: receipts on the left, facts and decision on the right. */
function QueuePage({ place, queue: [entry, next], decided, isLate }: Shown) {
	const { c } = useReader();
	const words = useWords(WORDS);
	return (
		<>
			<DecisionDone place={place} expense={decided} />
			{isLate && <Note>{words.faster}</Note>}
			{entry === undefined ? (
				<Empty>{place.passed.length === 0 ? nothingOf(words, place) : words.nothingMore}</Empty>
			) : (
				<Sheet place={place} entry={checkedOf(entry, c.var.now)} />
			)}
			{next !== undefined && <Ahead receipts={next.receipts} />}
		</>
	);
}

function Sheet({ place, entry }: { place: QueuePosition; entry: Checked }) {
	return (
		<div class="verify">
			<Panel>
				<Receipts receipts={entry.receipts} />
			</Panel>
			<div>
				<Panel>
					<ExpenseFacts expense={entry.expense} entry={entry} />
				</Panel>
				<MachineRead expense={entry.expense} />
				{!isOwn(entry) && (
					<Panel>
						<DecisionForm place={place} entry={entry} isFine={entry.isFine} />
					</Panel>
				)}
			</div>
		</div>
	);
}

/** Explains the keys. People who control a browser by voice can turn them off. */
function Keys() {
	const words = useWords(WORDS);
	return (
		<details class="keys" data-scripted hidden>
			<summary class="button" aria-keyshortcuts="?">
				{words.keys}
			</summary>
			<div class="panel">
				<Facts rows={words.keyHelp.map(([key, meaning]) => [<kbd>{key}</kbd>, meaning] as const)} />
				<label>
					<input type="checkbox" data-keys checked /> {words.useKeys}
				</label>
			</div>
		</details>
	);
}
