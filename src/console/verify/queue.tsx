import type { countQueue } from '../../expenses/review/actions.ts';
import type { Queued } from '../../expenses/review/store.ts';
import { module } from '../../mail/words.ts';
import { nameOfCompany } from '../company-choice.tsx';
import { Heading, useReader, useWords } from '../page.tsx';
import { Empty, Note, Panel } from '../parts.tsx';
import { DecisionForm } from './decision.tsx';
import { ExpenseFacts, Findings } from './facts.tsx';
import { MANY_WORDS } from './many-words.ts';
import { addressOf, before, behind, listAddress, type Place } from './place.ts';
import { Ahead, Key, Receipts } from './receipts.tsx';
import { WORDS } from './words.ts';

interface Props {
	place: Place;
	entry: Queued | undefined;
	next: Queued | undefined;
	counts: Awaited<ReturnType<typeof countQueue>>;
	/** True when somebody else has decided on the expense that the reader saw. */
	isLate?: boolean;
}

/** One waiting expense: receipts on the left, facts and decision on the right. */
export function QueuePage({ place, entry, next, counts, isLate }: Props) {
	const words = useWords(WORDS);
	return (
		<>
			<Top place={place} entry={entry} counts={counts} />
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

function Top({ place, entry, counts }: Pick<Props, 'place' | 'entry' | 'counts'>) {
	const { c, say, visitor } = useReader();
	const { language, now } = c.var;
	const words = WORDS[language];
	const title =
		entry === undefined
			? words.verify
			: `${module(language, entry.expense.module)} · ${say.amount(entry.expense.amountValue, entry.expense.amountCurrency)}`;
	const company = nameOfCompany(visitor, place.companyId);
	const isInTime = entry !== undefined && now <= entry.deadline;
	const deadline = entry && (isInTime ? words.inTime(say.day(entry.deadline)) : words.late);
	const standing = entry && words.standing(say.number(counts.passed + 1), say.number(counts.waiting));
	return (
		<Heading title={title} above={[standing, company, deadline].filter(Boolean).join(' · ')}>
			{place.passed.length > 0 && (
				<>
					<a class="button" href={addressOf({ ...place, passed: [] })}>
						{words.oldest}
					</a>
					<a class="button" rel="prev" href={addressOf(before(place))} aria-keyshortcuts="k">
						{words.back} <Key of="k" />
					</a>
				</>
			)}
			{entry !== undefined && (
				<a class="button" href={listAddress(place)}>
					{MANY_WORDS[language].list}
				</a>
			)}
			{entry !== undefined && (
				<a class="button" rel="next" href={addressOf(behind(place, entry))} aria-keyshortcuts="j">
					{words.later} <Key of="j" />
				</a>
			)}
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
					<Panel title={words.decide}>
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
