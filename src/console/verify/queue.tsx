import { countQueue, listExpenseQueue } from '../../expenses/review/actions.ts';
import type { Queued } from '../../expenses/review/store.ts';
import { nameOfCompany } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Empty, Note, Panel } from '../parts.tsx';
import { reading } from '../visit.ts';
import { behind, DecisionForm, keyOf, type Place, queueAddress, requirePlace } from './decision.tsx';
import { Undo } from './reopening.tsx';
import { Ahead, ExpenseFacts, Findings, Key, Receipts, titleOf } from './sheet.tsx';
import { WORDS } from './words.ts';

/** How many waiting expenses are searched for the one of a refused form, because others may have arrived before it. */
const LOOK_AHEAD = 10;

interface Shown {
	place: Place;
	/** The expenses that wait after the place. The first one is shown. */
	queue: readonly Queued[];
	counts: { waiting: number; passed: number };
	/** True when somebody else has decided on the expense that the reader saw. */
	isLate?: boolean;
}

export async function showNext(c: Context, place: Place): Promise<Response> {
	return show(c, { place, ...(await readQueueAt(c, place, 2)) });
}

/** Shows the expense of a refused form again, or the next one when somebody else has decided on it. */
export async function showAgain(c: Context): Promise<Response> {
	const place = requirePlace(c);
	const { queue, counts } = await readQueueAt(c, place, LOOK_AHEAD);
	const index = queue.findIndex(({ expense }) => expense.id === c.req.param('expenseId'));
	const before = Math.max(index, 0);
	return show(c, {
		place,
		queue: queue.slice(before),
		counts: { ...counts, passed: counts.passed + before },
		isLate: index === -1,
	});
}

/** Reads what waits after a place, and counts what waits in all and before it. */
async function readQueueAt(c: Context, place: Place, limit: number) {
	const [call, key] = [reading(c), keyOf(place)];
	const [queue, counts] = await Promise.all([
		listExpenseQueue(call, place.companyId, key, limit),
		countQueue(call, place.companyId, key),
	]);
	return { queue, counts };
}

const show = (c: Context, shown: Shown) =>
	page(c, { title: WORDS[c.var.language].verify, scripts: ['verify.js'] }, <QueuePage {...shown} />);

/** One waiting expense: receipts on the left, facts and decision on the right. */
function QueuePage({ place, queue: [entry, next], counts, isLate }: Shown) {
	const words = useWords(WORDS);
	return (
		<>
			<Top place={place} entry={entry} counts={counts} />
			<Undo />
			{isLate && <Note>{words.faster}</Note>}
			{entry === undefined ? (
				<Empty>{place.passed.length === 0 ? words.nothing : words.nothingMore}</Empty>
			) : (
				<Sheet place={place} entry={entry} />
			)}
			{next !== undefined && <Ahead receipts={next.receipts} />}
			{entry !== undefined && <Keys />}
		</>
	);
}

function Top({ place, entry, counts }: Pick<Shown, 'place' | 'counts'> & { entry: Queued | undefined }) {
	const { c, visitor, say } = useReader();
	const words = useWords(WORDS);
	const company = nameOfCompany(visitor, place.companyId);
	const [oldest, before] = [[], place.passed.slice(0, -1)].map((passed) =>
		queueAddress({ ...place, passed }),
	);
	const back = place.passed.length > 0 && (
		<>
			<a class="button" href={oldest}>
				{words.oldest}
			</a>
			<a class="button" rel="prev" href={before} aria-keyshortcuts="k">
				{words.oneBack} <Key of="k" />
			</a>
		</>
	);
	if (entry === undefined) {
		return (
			<Heading title={words.verify} above={company ?? ''}>
				{back}
			</Heading>
		);
	}
	const deadline = c.var.now <= entry.deadline ? words.inTime(say.day(entry.deadline)) : words.late;
	const standing = words.standing(say.number(counts.passed + 1), say.number(counts.waiting));
	return (
		<Heading
			title={titleOf(c, entry.expense)}
			above={[standing, company, deadline].filter(Boolean).join(' · ')}
		>
			{back}
			<a class="button" href={queueAddress({ ...place, passed: [] }, '/list')}>
				{words.list}
			</a>
			<a class="button" rel="next" href={queueAddress(behind(place, entry))} aria-keyshortcuts="j">
				{words.later} <Key of="j" />
			</a>
		</Heading>
	);
}

function Sheet({ place, entry }: { place: Place; entry: Queued }) {
	const words = useWords(WORDS);
	const isOwn = entry.refusals.some(({ code }) => code === 'forbidden');
	return (
		<div class="verify">
			<Panel title={words.receipts}>
				<Receipts receipts={entry.receipts} />
			</Panel>
			<div>
				<Panel>
					<ExpenseFacts {...entry} />
					<Findings {...entry} />
				</Panel>
				{!isOwn && (
					<Panel title={words.decision}>
						<DecisionForm place={place} entry={entry} />
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
			<summary>{words.keys}</summary>
			<dl>
				{words.keyHelp.map(([key, meaning]) => (
					<div>
						<dt>
							<kbd>{key}</kbd>
						</dt>
						<dd>{meaning}</dd>
					</div>
				))}
			</dl>
			<label>
				<input type="checkbox" data-keys checked /> {words.useKeys}
			</label>
		</details>
	);
}
