import { REASONS, textOfReason } from '../../core/reasons.ts';
import { inLanguage } from '../../expenses/contract.ts';
import { decideExpense } from '../../expenses/decisions/actions.ts';
import {
	approveExpenseRoute,
	rejectExpenseRoute,
	returnExpenseRoute,
} from '../../expenses/decisions/contract.ts';
import type { Decision } from '../../expenses/decisions/rules.ts';
import type { Queued } from '../../expenses/review/store.ts';
import { asApi, type Context } from '../env.ts';
import { Choice, Field, MoneyField } from '../field.tsx';
import { Buttons, Form } from '../form.tsx';
import { useReader } from '../page.tsx';
import { changed, checked, tagOf } from '../submit.ts';
import { amountIn, chosenIn, textIn, textOrNull } from '../typed.ts';
import { addressOf, type Place } from './place.ts';
import { Key } from './receipts.tsx';
import { WORDS } from './words.ts';

interface Props {
	entry: Queued;
	place: Place;
}

/** The first button is disabled so that Enter in a text field does not approve the expense. */
export function DecisionForm({ entry: { expense }, place }: Props) {
	const { c } = useReader();
	const { language } = c.var;
	const words = WORDS[language];
	const etag = tagOf(inLanguage(asApi(c))(expense));
	return (
		<Form to={addressOf(place, `/${expense.id}`)} etag={etag}>
			<button type="submit" disabled hidden />
			<input type="hidden" name="currency" value={expense.amountCurrency} />
			<MoneyField
				name="amount"
				at="amount/value"
				label={words.pay}
				hint={words.payHint}
				value={expense.amountValue}
			/>
			<Choice
				name="reasons"
				label={words.why}
				isMany
				options={REASONS.filter((code) => code !== 'other').map((code) => ({
					value: code,
					label: textOfReason(code, null, language),
				}))}
			/>
			<Field name="reason" label={words.ownWords} isOptional autocomplete="off" />
			<Buttons>
				<button type="submit" class="main" name="_do" value="approve" aria-keyshortcuts="a">
					{words.approve} <Key of="a" />
				</button>
				<button type="submit" class="danger" name="_do" value="reject" aria-keyshortcuts="r">
					{words.reject} <Key of="r" />
				</button>
				<button type="submit" name="_do" value="return">
					{words.sendBack}
				</button>
			</Buttons>
		</Form>
	);
}

/** Makes the decision of the pressed button, and leads to the next expense. */
export function decide(c: Context, place: Place, typed: FormData): Promise<Response> {
	const [operation, decision] = decisionIn(typed);
	const id = c.req.param('expenseId') ?? '';
	return changed(c, {
		attempt: (call) => decideExpense(call, operation, id, decision),
		to: () => addressOf(place),
		toWire: inLanguage(asApi(c)),
	});
}

type Operation = Parameters<typeof decideExpense>[1];

function decisionIn(typed: FormData): [Operation, Decision] {
	const why = { reasons: chosenIn(typed, 'reasons'), reason: textOrNull(typed, 'reason') };
	const button = textIn(typed, '_do');
	if (button === 'approve') {
		const currency = textIn(typed, 'currency') || 'EUR_CENT';
		const wish = { amount: { ...amountIn(typed, 'amount'), currency }, ...why };
		const { amount, reasons, reason } = checked(approveExpenseRoute, wish);
		return ['approveExpense', { state: 'APPROVED', amount, reasons, words: reason }];
	}
	const isReturn = button === 'return';
	const { reasons, reason } = checked(isReturn ? returnExpenseRoute : rejectExpenseRoute, why);
	const told = { amount: null, reasons, words: reason };
	return isReturn
		? ['returnExpense', { ...told, state: 'NEEDS_CORRECTION' }]
		: ['rejectExpense', { ...told, state: 'REJECTED' }];
}
