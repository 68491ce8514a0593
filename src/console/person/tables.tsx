import type { RestrictedMonth } from '../../benefits/balances/rules.ts';
import { addMonths, type Instant, toYearMonth } from '../../foundation/core/instant.ts';
import type { Currency } from '../../foundation/core/money.ts';
import type { Say } from '../format.ts';
import { type Column, List, type Plain } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Panel, type Scale } from '../parts.tsx';
import { formAddress } from './employee.ts';
import { widthOf } from './lanes.ts';
import type { ShownYear } from './periods.ts';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';

interface YearTableProps {
	year: ShownYear;
	employeeId: string;
	/** Whether periods link to their forms. */
	isLinked: boolean;
}

/** A row of the table: what it is, when, and details. */
interface Entry {
	what: string;
	/** The address of its form. */
	to?: string;
	from: Instant;
	until?: Plain;
	details?: Plain;
}

/** All that the picture of a year shows, in rows. */
export function YearTable({ year, employeeId, isLinked }: YearTableProps) {
	const words = useWords(WORDS);
	const entries = [...periodsIn({ year, employeeId, isLinked }, words.open), ...useDays(year)];
	return (
		<details>
			<summary>{words.asTable}</summary>
			<List
				caption={words.year(new Date(year.from).getUTCFullYear())}
				columns={[
					{
						title: words.what,
						of: ({ what, to }: Entry) => (to === undefined ? what : <a href={to}>{what}</a>),
					},
					{ title: words.from, of: ({ from }) => ({ day: from }) },
					{ title: words.until, of: ({ until = '' }) => until },
					{ title: words.details, of: ({ details = '' }) => details },
				]}
				rows={entries}
			/>
		</details>
	);
}

const periodsIn = ({ year, employeeId, isLinked }: YearTableProps, open: string): Entry[] =>
	year.rows.flatMap(({ name, form, periods }) =>
		periods
			.filter(({ validFrom, last }) => validFrom < year.until && last >= year.from)
			.map((one) => ({
				what: name,
				...(isLinked && { to: formAddress(employeeId, form, one) }),
				from: one.validFrom,
				until: one.validUntil === null ? open : { day: one.validUntil },
				details: one.text,
			})),
	);

/** Vouchers, cut-offs and other days of the year. */
function useDays(year: Year): Entry[] {
	const { say, words } = useReader(WORDS);
	const voucher =
		(what: string) =>
		({ dueDate, amountValue, amountCurrency }: Voucher): Entry => ({
			what,
			from: dueDate,
			details: { amount: amountValue, currency: amountCurrency },
		});
	const isInYear = ({ from }: Entry) => from >= year.from && from < year.until;
	const marks = [
		{ what: words.today, from: year.now },
		{ what: words.termination, from: year.dateTerminated ?? Number.NaN },
	];
	return [
		...year.issued.map(voucher(words.issued)),
		...year.coming.map(voucher(words.coming)),
		...year.cutOffs.map((from) => ({
			what: words.cutOff,
			from,
			details: words.cutOffOf(say.monthName(toYearMonth(addMonths(from, -1)))),
		})),
		...marks.filter(isInYear),
	];
}

interface Voucher {
	dueDate: Instant;
	amountValue: number;
	amountCurrency: Currency;
}

/** The balance of each month, and the amounts from which it is computed. */
export function Balances({ year }: { year: Year }) {
	const { say, words } = useReader(WORDS);
	const money = (title: string, amountOf: (month: RestrictedMonth) => number): Column<RestrictedMonth> => ({
		title,
		of: (month) => (month.currency === null ? '' : { amount: amountOf(month), currency: month.currency }),
		isNumeric: true,
	});
	return (
		<Panel title={words.balances}>
			<List
				caption={words.balances}
				columns={[
					{
						title: words.month,
						of: ({ month }) => <time datetime={month}>{say.monthName(month)}</time>,
					},
					money(words.granted, ({ granted }) => granted),
					money(words.carried, ({ carriedIn }) => carriedIn),
					money(words.spent, ({ spent }) => spent),
					money(words.pending, ({ pending }) => pending),
					money(words.available, ({ available }) => available),
					{ title: words.reason, of: (month) => <Reason month={month} /> },
				]}
				rows={year.balances}
			/>
		</Panel>
	);
}

/** Explains the balance of a month in sentences. */
function Reason({ month }: { month: RestrictedMonth }) {
	const { say, words } = useReader(WORDS);
	const { access, isPaused, carryOver, carryEnds, overdrawn, restriction, corrections } = month;
	const currency = month.currency ?? 'EUR_CENT';
	const sentences = [
		access === null ? words.noAccess : isPaused ? words.paused : '',
		access === null ? '' : words.carryOvers[carryOver],
		carryEnds === null ? '' : words.carryEnds(say.day(carryEnds)),
		overdrawn === 0 ? '' : words.overdrawn(say.amount(overdrawn, currency)),
		restriction === null
			? ''
			: words.restricted(
					say.amount(restriction.left, restriction.currency),
					say.amount(restriction.limit, restriction.currency),
				),
		...corrections.map(({ amount, reason }) =>
			words.corrected(say.amount(amount.value, amount.currency), reason),
		),
	];
	return <small class="reason">{sentences.filter(Boolean).join(' ')}</small>;
}

/** The height of the balances, in the units of the picture. */
export const BALANCES_HEIGHT = 96;

/** The size of the amounts in the picture, relative to its other labels. */
const SMALLER = 10 / 12;

/** An amount with its fraction if it has one and there is room for it, or else rounded. */
function amountWithin(room: number, value: number, currency: Currency, say: Say): string {
	const exact = say.shortAmount(value, currency);
	return widthOf(exact) * SMALLER <= room ? exact : say.wholeAmount(value, currency);
}

/** The budget of each month: granted in dark, carried over in light, spent beside it. */
export function BalanceColumns({ year, x, top }: { year: Year; x: Scale; top: number }) {
	const { say } = useReader();
	const highest = Math.max(1, ...year.balances.map((month) => month.granted + month.carriedIn));
	const height = (value: number) => (value / highest) * (BALANCES_HEIGHT - 24);
	const ground = top + BALANCES_HEIGHT;
	return (
		<>
			<text x="0" y={top + BALANCES_HEIGHT / 2} class="quiet">
				{useWords(WORDS).balance}
			</text>
			{year.balances.map(({ granted, carriedIn, spent, pending, available, currency }, index) => {
				const { first, last } = year.months[index] ?? { first: year.from, last: year.until };
				const [left, wide] = [x(first) + 6, (x(last) - x(first)) * 0.5];
				const [own, all] = [height(granted), height(granted + carriedIn)];
				if (currency === null) return null;
				return (
					<g>
						<rect class="carried" x={left} y={ground - all} width={wide} height={all} />
						<rect class="granted" x={left} y={ground - own} width={wide} height={own} />
						<rect
							class="taken"
							x={left + wide + 2}
							y={ground - height(Math.max(0, spent + pending))}
							width="5"
							height={height(Math.max(0, spent + pending))}
						/>
						<text x={left} y={ground - all - 5} class="small">
							{amountWithin(x(last) - x(first) - 3, available, currency, say)}
						</text>
					</g>
				);
			})}
		</>
	);
}
