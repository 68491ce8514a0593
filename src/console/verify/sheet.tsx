import type { Receipt } from '../../benefits/expenses/receipts/store.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { textOfReason } from '../../foundation/core/reasons.ts';
import { module } from '../../tenants/mail/words/rules.ts';
import { fullName } from '../names.ts';
import { useReader, useWords } from '../page.tsx';
import { Empty, Facts, Key, Money } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { addressOfReceipt, formatOf, isPicture, type ShownFile } from '../receipt-file.ts';
import { type Checked, Checks } from './checks.tsx';
import { WORDS } from './words.ts';

interface FactsProps {
	expense: Expense;
	/** The checks of an expense that waits for a decision. */
	entry?: Checked;
}

/** The amount and the purpose of an expense, and further facts if there are any. */
export function ExpenseFacts({ expense, entry }: FactsProps) {
	const { c, say } = useReader();
	const { language } = c.var;
	const words = WORDS[language];
	const { person, employeeId, amountCurrency: currency, isPublicTransport, days } = expense;
	const left = entry?.room.left;
	const amount = (value: number | null) => value && <Money value={value} currency={currency} />;
	const rows: [name: string, value: unknown][] = [
		[words.requested, amount(expense.requestedAmountValue)],
		[words.approvedDays, expense.approvedDays],
		[words.absencesRecorded, expense.absencesRecorded ? words.yes : null],
		[words.mealPrice, amount(expense.mealPriceValue)],
		[words.spouse, expense.recreationFor?.spouse ? words.yes : null],
		[words.children, expense.recreationFor?.children || null],
		[words.isPublicTransport, isPublicTransport === null ? null : isPublicTransport ? words.yes : words.no],
		[words.note, expense.note],
		[words.decidedBy, expense.approvalRuleId === null ? null : words.byRule],
		[words.sampled, expense.dateSampled === null ? null : words.drawn],
		[words.state, expense.state === 'SUBMITTED' ? null : words.states[expense.state]],
		[
			words.returnedBecause,
			expense.reasons.map((code) => textOfReason(code, expense.rejectionReason, language)).join(' '),
		],
	];
	const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
	return (
		<>
			<p class="asked">
				<strong>{amount(expense.amountValue)}</strong> {module(language, expense.module)}
				<span>
					<PersonName person={{ employeeId, ...person }} />
					{fullName(person) !== '' && person.personnelNumber && ` · ${person.personnelNumber}`}
				</span>
			</p>
			<p class="hint">
				{[
					say.day(expense.date),
					days !== null && words.mealDayCount(days),
					left && words.budgetAllows(say.amount(left.value, left.currency)),
					words.sentOn(say.shortDay(expense.dateCreated)),
				]
					.filter(Boolean)
					.join(' · ')}
			</p>
			{entry && <Checks entry={entry} />}
			{shown.length > 0 && <Facts rows={shown} />}
		</>
	);
}

/** Shows pictures in the page, and links to files that open in a tab of their own. */
export const Receipts = ({ receipts }: { receipts: readonly Receipt[] }) => (
	<Sheets files={receipts} addressOf={addressOfReceipt} />
);

interface SheetsProps<File> {
	files: readonly File[];
	addressOf(file: File): string;
}

export function Sheets<File extends ShownFile>({ files, addressOf }: SheetsProps<File>) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const count = files.length;
	if (count === 0) return <Empty>{words.noReceipt}</Empty>;
	return files.map((file, index) => {
		const name = words.receipt(index + 1, count);
		const address = addressOf(file);
		return (
			<figure class="receipt">
				<figcaption>
					{isPicture(file) && (
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
						{count > 1 && `${words.standing(`${index + 1}`, `${count}`)} · `}
						{formatOf(file)} · {say.number(Math.ceil(file.size / 1000))} kB
					</span>
					<a href={address} target="_blank" rel="noopener" aria-keyshortcuts="n">
						{words.open} <Key of="n" />
					</a>
				</figcaption>
				{isPicture(file) && (
					<section class="sheet" tabindex={0} aria-label={name}>
						<img src={address} alt={name} />
					</section>
				)}
			</figure>
		);
	});
}

/** Loads the next receipts early. The browser loads pictures, and the script loads other files. */
export const Ahead = ({ receipts }: { receipts: readonly Receipt[] }) =>
	receipts.map((receipt) =>
		isPicture(receipt) ? (
			<img src={addressOfReceipt(receipt)} alt="" fetchpriority="low" hidden />
		) : (
			<span data-ahead={addressOfReceipt(receipt)} hidden />
		),
	);
