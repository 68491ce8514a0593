import { textOfReason } from '../../core/reasons.ts';
import type { Receipt } from '../../expenses/receipts/store.ts';
import type { Queued } from '../../expenses/review/store.ts';
import type { Expense } from '../../expenses/store.ts';
import { module } from '../../mail/words.ts';
import { BASE, type Context } from '../env.ts';
import { sayIn } from '../format.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Day, Empty, Facts, Money, Time } from '../parts.tsx';
import { addressOfReceipt, formatOf, isPicture } from '../receipt-file.ts';
import { sentenceOf } from '../refusals.ts';
import { WORDS } from './words.ts';

/** Returns the title of the page of an expense: its module and its amount. */
export const titleOf = (
	{ var: { language } }: Context,
	{ module: name, amountValue, amountCurrency }: Expense,
) => `${module(language, name)} · ${sayIn(language).amount(amountValue, amountCurrency)}`;

/** Returns the name of the person, or the personnel number when there is no name. */
export const nameIn = ({ person }: Expense): string => fullName(person) || (person.personnelNumber ?? '–');

const fullName = ({ firstName, lastName }: Expense['person']): string =>
	[firstName, lastName].filter(Boolean).join(' ');

interface FactsProps {
	expense: Expense;
	/** The rest of the month’s budget, while the expense waits for a decision. */
	room?: Queued['room'];
}

export function ExpenseFacts({ expense, room }: FactsProps) {
	const { c } = useReader();
	const { language } = c.var;
	const words = WORDS[language];
	const { person, amountCurrency: currency, isPublicTransport } = expense;
	const rows: [name: string, value: unknown][] = [
		[words.who, [fullName(person), person.personnelNumber].filter(Boolean).join(' · ')],
		[
			words.asked,
			[module(language, expense.module), ' · ', <Money value={expense.amountValue} currency={currency} />],
		],
		[
			words.requested,
			expense.requestedAmountValue && <Money value={expense.requestedAmountValue} currency={currency} />,
		],
		[words.day, <Day at={expense.date} />],
		[words.days, expense.days],
		[words.approvedDays, expense.approvedDays],
		[words.absencesRecorded, expense.absencesRecorded ? words.yes : null],
		[words.mealPrice, expense.mealPriceValue && <Money value={expense.mealPriceValue} currency={currency} />],
		[words.spouse, expense.recreationFor?.spouse ? words.yes : null],
		[words.children, expense.recreationFor?.children || null],
		[words.left, room?.left && <Money {...room.left} />],
		[words.mealDays, room?.mealDays && words.standing(`${room.mealDays.used}`, `${room.mealDays.limit}`)],
		[words.transport, isPublicTransport === null ? null : isPublicTransport ? words.yes : words.no],
		[words.note, expense.note],
		[words.sent, <Time at={expense.dateCreated} />],
		[words.state, expense.state === 'SUBMITTED' ? null : words.states[expense.state]],
		[
			words.returnedBecause,
			expense.reasons.map((code) => textOfReason(code, expense.rejectionReason, language)).join(' '),
		],
	];
	return <Facts rows={rows.filter(([, value]) => value !== null && value !== undefined && value !== '')} />;
}

/** Lists the rules that forbid an approval, legal limits that it would exceed, and expenses that may be the same spending. */
export function Findings({ refusals, warnings, duplicates }: Queued) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const same = [
		[words.sameReceipt, duplicates.sameReceipt],
		[words.sameDay, duplicates.sameDayAndAmount],
	] as const;
	return (
		<>
			<h2>{words.rules}</h2>
			<ul class="rows">
				{refusals.length === 0 && (
					<li>
						{words.inOrder} <Badge mood="good">{words.fine}</Badge>
					</li>
				)}
				{refusals.map((refusal) => (
					<li>
						{refusal.code === 'forbidden' ? words.own : sentenceOf(refusal, say)}{' '}
						<Badge mood="bad">{words.forbids}</Badge>
					</li>
				))}
				{warnings.map(({ code, value, limit, currency }) => (
					<li>
						{words.beyond(words.limits[code], say.amount(value, currency), say.amount(limit, currency))}{' '}
						<Badge mood="waiting">{words.mayBeTaxed}</Badge>
					</li>
				))}
				{same
					.filter(([, ids]) => ids.length > 0)
					.map(([name, ids]) => (
						<li>
							<Badge mood="waiting">{name}</Badge>
							{ids.map((id, index) => (
								<a href={`${BASE}/verify/${id}`} target="_blank" rel="noopener">
									{words.other(index + 1)}
								</a>
							))}
						</li>
					))}
			</ul>
		</>
	);
}

/** Shows pictures in the page, and links to files that open in a tab of their own. */
export function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	if (receipts.length === 0) return <Empty>{words.noReceipt}</Empty>;
	return receipts.map((receipt, index) => {
		const name = words.receipt(index + 1, receipts.length);
		const address = addressOfReceipt(receipt);
		return (
			<figure class="receipt">
				<figcaption>
					{isPicture(receipt) && (
						<span class="tools" data-scripted hidden>
							<button type="button" data-look="larger" aria-keyshortcuts="z">
								{words.larger} <Key of="z" />
							</button>
							<button type="button" data-look="turn" aria-keyshortcuts="t">
								{words.turn} <Key of="t" />
							</button>
						</span>
					)}
					<span class="hint">
						{name} · {formatOf(receipt)} · {say.number(Math.ceil(receipt.size / 1000))} kB
					</span>
					<a href={address} target="_blank" rel="noopener" aria-keyshortcuts="o">
						{words.open} <Key of="o" />
					</a>
				</figcaption>
				{isPicture(receipt) && (
					<section class="sheet" tabindex={0} aria-label={name}>
						<img src={address} alt={name} />
					</section>
				)}
			</figure>
		);
	});
}

/** The key for an action, shown where keys are in use. */
export const Key = ({ of: name }: { of: string }) => (
	<span class="key" aria-hidden="true">
		{name}
	</span>
);

/** Loads the next receipts early. The browser loads pictures, and the script loads other files. */
export const Ahead = ({ receipts }: { receipts: readonly Receipt[] }) =>
	receipts.map((receipt) =>
		isPicture(receipt) ? (
			<img src={addressOfReceipt(receipt)} alt="" fetchpriority="low" hidden />
		) : (
			<span data-ahead={addressOfReceipt(receipt)} hidden />
		),
	);
