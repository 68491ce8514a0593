import { type Check, checksOf, isFinding } from '../../benefits/expenses/review/rules.ts';
import type { Queued } from '../../benefits/expenses/review/store.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { nameIn } from '../names.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, type Mood } from '../parts.tsx';
import { sentenceOf } from '../refusals.ts';
import { VERIFY } from './place.ts';
import { WORDS } from './words.ts';

const MOODS = { fine: 'good', open: 'calm', doubt: 'waiting', forbidden: 'bad' } as const satisfies Record<
	Check['result'],
	Mood
>;

/** A waiting expense with all its checks. */
export interface Checked extends Queued {
	checks: readonly Check[];
	/** True when no check has a finding, and the expense is not in the sample. */
	isFine: boolean;
}

export function checkedOf(entry: Queued, now: Instant): Checked {
	const checks = checksOf(entry, now);
	return { ...entry, checks, isFine: entry.expense.dateSampled === null && !checks.some(isFinding) };
}

interface EntryProps {
	entry: Checked;
}

interface CheckProps extends EntryProps {
	check: Check;
}

/** All checks of a waiting expense, line by line. */
export function Checks({ entry }: EntryProps) {
	const { say, words } = useReader(WORDS);
	const labelOf = ({ name, refusal, warning }: Check) => {
		if (warning !== undefined) {
			const { code, value, limit, currency } = warning;
			return words.beyond(words.limits[code], say.amount(value, currency), say.amount(limit, currency));
		}
		return refusal === undefined || name === 'own' ? words.checks[name] : sentenceOf(refusal, say);
	};
	return (
		<ul class="rows checks">
			{entry.checks.map((check) => (
				<li>
					{labelOf(check)}
					<Badge mood={MOODS[check.result]}>
						<Value entry={entry} check={check} />
					</Badge>
				</li>
			))}
		</ul>
	);
}

/** The result of a check, in one or two words. */
function Value({ entry, check }: CheckProps) {
	const { say, words } = useReader(WORDS);
	const found = useFound(entry);
	const { name, result } = check;
	const { mealDays } = entry.room;
	const over = overOf(entry, check);
	if (over !== null) return words.over(say.amount(over, entry.expense.amountCurrency));
	if (check.duplicates?.length) return <Duplicates of={check.duplicates} />;
	if (check.verdict !== undefined)
		return result === 'doubt' && check.verdict !== 'MISMATCH' ? found(name) : words.verdicts[check.verdict];
	if (name === 'month')
		return result === 'fine' ? words.untilDay(say.shortDay(entry.deadline)) : words.nextRun;
	if (name === 'mealDays' && mealDays !== null) {
		return words.standing(say.number(mealDays.used), say.number(mealDays.limit));
	}
	if (name === 'limit') return words.mayBeTaxed;
	if (result === 'open') return words.unchecked;
	return check.duplicates === undefined && result === 'fine' ? words.yes : words.no;
}

/** Names findings in a few words. A corrected invoice may agree with the form. */
function useFound({ expense }: Queued) {
	const { found, correctedInvoice } = useWords(WORDS);
	return (name: Check['name']): string =>
		name === 'machine' && expense.machineFacts?.isCorrection ? correctedInvoice : found[name];
}

/** Returns by how much the amount exceeds what is left; null for another check. */
const overOf = ({ expense }: Queued, { name, refusal }: Check): number | null =>
	name !== 'left' || refusal?.extras.left === undefined ? null : expense.amountValue - refusal.extras.left;

/** The people of the other expenses, and when these were submitted. */
function Duplicates({ of }: { of: NonNullable<Check['duplicates']> }) {
	const { say, words } = useReader(WORDS);
	return of.map((other, index) => (
		<>
			{index > 0 && '; '}
			<a href={`${VERIFY}/${other.id}`} target="_blank" rel="noopener">
				<bdi>{words.by(nameIn({ person: other }), say.shortDay(other.dateCreated))}</bdi>
			</a>
		</>
	));
}

/** Sums up everything that was checked: all findings, or that there are none. */
export function Summary({ entry }: EntryProps) {
	const { say, words } = useReader(WORDS);
	const found = useFound(entry);
	if (entry.isFine) return <Badge mood="good">{words.fine}</Badge>;
	const findings = entry.checks.filter(isFinding).map((check) => {
		const over = overOf(entry, check);
		return (
			<>
				<Badge mood={MOODS[check.result]}>
					{over === null ? found(check.name) : words.over(say.amount(over, entry.expense.amountCurrency))}
					{check.duplicates !== undefined && (
						<>
							{' '}
							<Duplicates of={check.duplicates} />
						</>
					)}
				</Badge>{' '}
			</>
		);
	});
	return (
		<>
			{entry.expense.dateSampled !== null && <Badge mood="waiting">{words.sampled}</Badge>} {findings}
		</>
	);
}

/** True for an expense of the reader, on which somebody else decides. */
export const isOwn = ({ refusals }: Queued): boolean => refusals.some(({ code }) => code === 'forbidden');
