import { textOfReason } from '../../core/reasons.ts';
import type { Queued } from '../../expenses/review/store.ts';
import type { Expense } from '../../expenses/store.ts';
import { module } from '../../mail/words.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Day, Facts, Money, Time } from '../parts.tsx';
import { sentenceOf } from '../refusals.ts';
import { VERIFY } from './place.ts';
import { WORDS } from './words.ts';

interface Props {
	expense: Expense;
	/** The rest of the month’s budget, while the expense waits for a decision. */
	room?: Queued['room'];
}

export function ExpenseFacts({ expense, room }: Props) {
	const { c } = useReader();
	const { language } = c.var;
	const words = WORDS[language];
	const { person, amountCurrency: currency, isPublicTransport } = expense;
	const who = [person.firstName, person.lastName].filter(Boolean).join(' ');
	const rows: [name: string, value: unknown][] = [
		[words.who, [who, person.personnelNumber].filter(Boolean).join(' · ')],
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
		[words.left, room?.left && <Money {...room.left} />],
		[words.mealDays, room?.mealDays && words.standing(`${room.mealDays.used}`, `${room.mealDays.limit}`)],
		[words.transport, isPublicTransport === null ? null : isPublicTransport ? words.yes : words.no],
		[words.note, expense.note],
		[words.sent, <Time at={expense.dateCreated} />],
		[words.state, expense.state === 'SUBMITTED' ? null : words.states[expense.state]],
		[
			words.sentBack,
			expense.reasons.map((code) => textOfReason(code, expense.rejectionReason, language)).join(' '),
		],
	];
	return <Facts rows={rows.filter(([, value]) => value !== null && value !== undefined && value !== '')} />;
}

/** Lists the rules that forbid an approval, and expenses that may be the same spending. */
export function Findings({ refusals, duplicates }: Queued) {
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
				{same
					.filter(([, ids]) => ids.length > 0)
					.map(([name, ids]) => (
						<li>
							<Badge mood="waiting">{name}</Badge>
							{ids.map((id, index) => (
								<a href={`${VERIFY}/${id}`} target="_blank" rel="noopener">
									{words.other(index + 1)}
								</a>
							))}
						</li>
					))}
			</ul>
		</>
	);
}
