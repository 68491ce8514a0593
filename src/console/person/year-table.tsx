import { addMonths, type Instant, toYearMonth } from '../../core/instant.ts';
import { lastInstant } from '../../core/timeline.ts';
import { useReader, useWords } from '../page.tsx';
import { Day, Money, Table } from '../parts.tsx';
import { usePeriods } from './periods.ts';
import { formAddress } from './picture-parts.tsx';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';

interface YearTableProps {
	year: Year;
	/** Whose year it is. */
	employeeId: string;
	/** Whether periods lead to their forms. */
	isLinked: boolean;
}

/** All that the picture of a year shows, in rows. */
export function YearTable({ year, employeeId, isLinked }: YearTableProps) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { rowsOf } = usePeriods();
	const periods = rowsOf(year).flatMap(({ name, form, periods }) =>
		periods
			.filter((one) => one.validFrom < year.until && lastInstant(one) >= year.from)
			.map((one) => [
				isLinked ? <a href={formAddress(employeeId, form, one)}>{name}</a> : name,
				<Day at={one.validFrom} />,
				one.validUntil === null ? words.open : <Day at={one.validUntil} />,
				one.text,
			]),
	);
	const vouchers = (name: string, all: Year['issued'] | Year['coming']) =>
		all.map(({ dueDate, amountValue, amountCurrency }) => [
			...[name, <Day at={dueDate} />, ''],
			<Money value={amountValue} currency={amountCurrency} />,
		]);
	const days = (name: string, all: readonly Instant[], text: (at: Instant) => string = () => '') =>
		all.map((at) => [name, <Day at={at} />, '', text(at)]);
	const isNow = (at: Instant) => at >= year.from && at < year.until;
	return (
		<details>
			<summary>{words.asTable}</summary>
			<Table
				caption={words.year(new Date(year.from).getUTCFullYear())}
				columns={[words.what, words.from, words.until, words.details]}
				rows={[
					...periods,
					...vouchers(words.issued, year.issued),
					...vouchers(words.coming, year.coming),
					...days(words.cutOff, year.cutOffs, (at) =>
						words.cutOffOf(say.monthName(toYearMonth(addMonths(at, -1)))),
					),
					...days(words.today0, [year.now].filter(isNow)),
					...days(words.termination, [year.dateTerminated ?? Number.NaN].filter(isNow)),
				]}
			/>
		</details>
	);
}
