import { toWire } from '../../benefits/expenses/contract.ts';
import { DECISIONS } from '../../benefits/expenses/decisions/rules.ts';
import { reopenExpense } from '../../benefits/expenses/reopening/actions.ts';
import { reopenExpenseRoute } from '../../benefits/expenses/reopening/contract.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { personBehind } from '../../foundation/core/actor.ts';
import { Form } from '../form.tsx';
import { FormFor, form } from '../forms.tsx';
import { optional, text } from '../kinds.tsx';
import { nameIn } from '../names.ts';
import { useReader } from '../page.tsx';
import { Done, Key, Panel } from '../parts.tsx';
import { type QueuePosition, queueAddress, VERIFY } from './place.ts';
import { REOPENING_WORDS } from './words.ts';

/** The form that takes a decision back. */
export const reopening = form({
	words: REOPENING_WORDS,
	contract: reopenExpenseRoute,
	fields: { reason: optional(text({ maxlength: 255 })) },
	toWire: (expense: Expense) => toWire(expense, 'en'),
	attempt: (call, id: string, body) => reopenExpense(call, id, body?.reason ?? null),
});

const reopeningAddress = (id: string): string => `${VERIFY}/${id}/reopening`;

/** Says what the reader has just decided, with a button that takes it back, or that it was taken back. */
export function DecisionDone({
	place,
	expense,
}: {
	place: QueuePosition;
	expense: Expense | null | undefined;
}) {
	const { say, words } = useReader(REOPENING_WORDS);
	const state = DECISIONS.find((one) => one === expense?.state);
	if (!expense || state === undefined) return <Done says={{ reopened: words.reopened }} />;
	const { approvedAmountValue, amountValue, amountCurrency } = expense;
	const amount = say.amount(approvedAmountValue ?? amountValue, amountCurrency);
	return (
		<Done
			says={{ undo: words.decided[state](amount, nameIn(expense)) }}
			undo={
				<Form to={queueAddress(place, `/${expense.id}/reopening`)}>
					<button type="submit" class="plain" aria-keyshortcuts="u">
						{words.undo} <Key of="u" />
					</button>
				</Form>
			}
		/>
	);
}

/** The form on the page of a decided expense that is not the reader’s own. Payroll may still refuse it. */
export function Reopening({ expense }: { expense: Expense }) {
	const { c, words } = useReader(REOPENING_WORDS);
	const { userId, employeeId } = personBehind(c.var.call.actor);
	const isOwn = expense.authorId === userId || expense.employeeId === employeeId;
	const isDecided = !['SUBMITTED', 'WITHDRAWN'].includes(expense.state);
	return (
		<>
			<Done says={{ reopened: words.reopened }} />
			{isDecided && !isOwn && (
				<Panel title={words.takeBack}>
					<p>{words.takeBackHint}</p>
					<FormFor of={reopening} to={reopeningAddress(expense.id)} record={expense} save={words.takeBack} />
				</Panel>
			)}
		</>
	);
}
