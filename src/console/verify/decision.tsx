import type { PropsWithChildren } from 'hono/jsx';
import { readExpense } from '../../benefits/expenses/actions.ts';
import { toWire } from '../../benefits/expenses/contract.ts';
import { decideExpense } from '../../benefits/expenses/decisions/actions.ts';
import {
	approveExpenseRoute,
	rejectExpenseRoute,
	returnExpenseRoute,
} from '../../benefits/expenses/decisions/contract.ts';
import { type Decision, requireReasonOfPart } from '../../benefits/expenses/decisions/rules.ts';
import type { Queued } from '../../benefits/expenses/review/store.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { ISO_CODES } from '../../foundation/core/money.ts';
import { REASONS } from '../../foundation/core/reasons.ts';
import { nullIf } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import type { Context } from '../env.ts';
import { Choice, Field, MoneyField, Tick } from '../field.tsx';
import { Buttons, Form } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Key } from '../parts.tsx';
import { changed, checked, tagOf } from '../submit.ts';
import { amountIn, chosenIn, isTicked, numberIn, textIn, textOrNull } from '../typed.ts';
import { type QueuePosition, queueAddress, requirePlace } from './place.ts';
import { WORDS } from './words.ts';

/** Returns an expense that the reader may see, or null. */
export const findExpense = (call: Call, id: string): Promise<Expense | null> =>
	readExpense(call, id).catch(nullIf('not_found'));

const CONTRACTS = {
	APPROVED: approveExpenseRoute,
	REJECTED: rejectExpenseRoute,
	NEEDS_CORRECTION: returnExpenseRoute,
} satisfies Record<Decision['state'], unknown>;

/** The buttons of the form for one expense, by the value that each of them sends. */
const BUTTONS = {
	approve: { state: 'APPROVED', operation: 'approveExpense', look: 'main', key: 'a' },
	return: { state: 'NEEDS_CORRECTION', operation: 'returnExpense', look: undefined, key: 'e' },
	reject: { state: 'REJECTED', operation: 'rejectExpense', look: 'danger', key: 'r' },
} as const;
type Button = keyof typeof BUTTONS;

const wireOf = (expense: Queued['expense']) => toWire(expense, 'en');

interface DecisionProps {
	entry: Queued;
	place: QueuePosition;
	/** True when no check has a finding. Otherwise a key only moves the focus to the button that approves. */
	isFine: boolean;
}

/** The first button is disabled so that Enter in a text field does not approve the expense. */
export function DecisionForm({ entry, place, isFine }: DecisionProps) {
	const { say } = useReader();
	const { expense } = entry;
	const words = useWords(WORDS);
	return (
		<Form to={queueAddress(place, `/${expense.id}`)} etag={tagOf(wireOf(expense))} class="decision">
			<button type="submit" disabled hidden />
			<input type="hidden" name="currency" value={expense.amountCurrency} />
			<MoneyField
				name="amount"
				at="amount/value"
				label={<Keyed of="m">{words.pay}</Keyed>}
				hint={words.ofAsked(say.amount(expense.amountValue, expense.amountCurrency))}
				value={expense.amountValue}
				aria-keyshortcuts="m"
			/>
			{expense.days !== null && <MealFields entry={entry} days={expense.days} />}
			<ReasonFields />
			<Buttons>
				{Object.entries(BUTTONS).map(([name, { state, look, key }]) => (
					<button
						type="submit"
						class={look}
						name="_do"
						value={name}
						aria-keyshortcuts={key}
						data-needs={state !== 'APPROVED' ? 'reason' : isFine ? undefined : 'look'}
					>
						<Keyed of={key}>
							{state === 'APPROVED' ? <Approve expense={expense} /> : words.decisions[state]}
						</Keyed>
					</button>
				))}
			</Buttons>
		</Form>
	);
}

/** The text of the button that approves. Only the script adds the amount, because without it the label could not follow the field. */
function Approve({ expense: { amountValue, amountCurrency } }: Pick<Queued, 'expense'>) {
	const words = useWords(WORDS);
	return (
		<span
			data-naming={words.approveAmount('{}')}
			data-currency={ISO_CODES[amountCurrency]}
			data-most={String(amountValue)}
		>
			{words.decisions.APPROVED}
		</span>
	);
}

/** A label with the key that leads to its control. */
const Keyed = ({ of, children }: PropsWithChildren<{ of: string }>) => (
	<>
		{children} <Key of={of} />
	</>
);

/** The approved days of meals. With a record of absences, more days are possible than the law counts without one. */
function MealFields({ entry: { room, isProvable }, days }: { entry: Queued; days: number }) {
	const words = useWords(WORDS);
	const { mealDays } = room;
	const isBeyond = mealDays !== null && mealDays.used + days > mealDays.limit;
	return (
		<>
			<Field
				name="days"
				label={words.days}
				hint={words.ofAsked(String(days))}
				inputmode="numeric"
				autocomplete="off"
				value={String(days)}
			/>
			{isProvable && isBeyond && <Tick name="absencesRecorded" label={words.absencesRecorded} isOn={false} />}
		</>
	);
}

/** The keys of the reasons, in their order. */
const REASON_KEYS = '1234567890p';

/** The reasons of a decision, which the employee reads. */
export function ReasonFields() {
	const words = useWords(WORDS);
	const codes = REASONS.filter((code) => code !== 'other');
	return (
		<>
			<Choice
				name="reasons"
				label={words.why}
				isMany
				isCompact
				options={codes.map((value, index) => ({
					value,
					label: words.reasons[value],
					shortcut: REASON_KEYS[index] ?? '',
				}))}
			/>
			<Field
				name="reason"
				label={<Keyed of="o">{words.ownWords}</Keyed>}
				isOptional
				autocomplete="off"
				aria-keyshortcuts="o"
			/>
		</>
	);
}

interface Checked
	extends Pick<Decision, 'reasons'>,
		Partial<Pick<Decision, 'amount' | 'days' | 'absencesRecorded'>> {
	reason: string | null;
}

/** Reads a decision with its reasons, and checks it by its contract. */
export function decisionIn(typed: FormData, state: Decision['state'], part?: object): Decision {
	const why = { reasons: chosenIn(typed, 'reasons'), reason: textOrNull(typed, 'reason') };
	const { reason: words, ...given }: Checked = checked(CONTRACTS[state], { ...why, ...part });
	return { amount: null, days: null, absencesRecorded: false, ...given, state, words };
}

/** Makes the decision of the pressed button, and leads to the next expense. */
export function decide(c: Context, typed: FormData): Promise<Response> {
	const place = requirePlace(c);
	const pressed = textIn(typed, '_do');
	// A form without a known button counts as a rejection, which needs a reason.
	const { state, operation } = Object.hasOwn(BUTTONS, pressed) ? BUTTONS[pressed as Button] : BUTTONS.reject;
	const amount = { ...amountIn(typed, 'amount'), currency: textIn(typed, 'currency') || 'EUR_CENT' };
	const part = {
		amount,
		days: textIn(typed, 'days') === '' ? null : numberIn(typed, 'days'),
		absencesRecorded: isTicked(typed, 'absencesRecorded'),
	};
	const decision = decisionIn(typed, state, state === 'APPROVED' ? part : undefined);
	return changed(c, {
		attempt: async (call) => {
			const outcome = await decideExpense(call, operation, c.req.param('expenseId') ?? '', decision);
			requireReasonOfPart(outcome.after);
			return outcome;
		},
		to: ({ id }) => `${queueAddress(place)}&undo=${id}`,
		toWire: wireOf,
	});
}
