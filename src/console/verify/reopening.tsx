import { personBehind } from '../../core/actor.ts';
import { toWire } from '../../expenses/contract.ts';
import { reopenExpense } from '../../expenses/reopening/actions.ts';
import { reopenExpenseRoute } from '../../expenses/reopening/contract.ts';
import type { Expense } from '../../expenses/store.ts';
import { Form, Submit } from '../form.tsx';
import { FormFor, form } from '../forms.tsx';
import { optional, text } from '../kinds.tsx';
import { useReader, useWords } from '../page.tsx';
import { Note, Panel } from '../parts.tsx';
import { VERIFY } from './decision.tsx';
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

/** Says that a decision was saved, with a button that takes it back. */
export function Undo() {
	const words = useWords(REOPENING_WORDS);
	const id = useReader().c.req.query('undo') ?? '';
	if (!/^[0-9a-f-]{36}$/.test(id)) return null;
	return (
		<Note mood="good">
			{words.decided}
			<Form to={reopeningAddress(id)}>
				<Submit>{words.undo}</Submit>
			</Form>
		</Note>
	);
}

/** The form on the page of a decided expense that is not the reader’s own. Payroll may still refuse it. */
export function Reopening({ expense }: { expense: Expense }) {
	const { c } = useReader();
	const words = useWords(REOPENING_WORDS);
	const { userId, employeeId } = personBehind(c.var.call.actor);
	const isOwn = expense.authorId === userId || expense.employeeId === employeeId;
	const isDecided = !['SUBMITTED', 'WITHDRAWN'].includes(expense.state);
	return (
		<>
			{c.req.query('reopened') !== undefined && <Note mood="good">{words.reopened}</Note>}
			{isDecided && !isOwn && (
				<Panel title={words.takeBack}>
					<p>{words.takeBackHint}</p>
					<FormFor of={reopening} to={reopeningAddress(expense.id)} record={expense} save={words.takeBack} />
				</Panel>
			)}
		</>
	);
}
