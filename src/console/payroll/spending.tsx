import { type Instant, monthsBetween, toYearMonth } from '../../core/instant.ts';
import type { Currency } from '../../core/money.ts';
import type { OpenRun } from '../../payroll/open-run/rules.ts';
import type { PayrollMonths } from '../../payroll/sheets/actions.ts';
import { type Spending, spendingOf } from '../../payroll/sheets/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { Empty, Money, MonthColumns, Panel, Table } from '../parts.tsx';
import { sumsOf } from './months.tsx';
import { useNames } from './place.tsx';
import { WORDS } from './words.ts';

interface Props {
	known: PayrollMonths;
	open: OpenRun;
}

/** The amounts of twelve months by module, as a picture and as a table. */
export function SpendingPanel({ known: { months }, open }: Props) {
	const words = useWords(WORDS);
	const rows = withTotals(spendingOf(months.map((shown) => sumsOf(shown, open))));
	const shown = months.map(({ month, state }) => ({ month, isOpen: state === 'OPEN' }));
	return (
		<Panel title={words.spending}>
			{rows.length === 0 ? (
				<Empty>{words.noSpending}</Empty>
			) : (
				<>
					<SpendingPicture months={shown} rows={rows} />
					{shown.some(({ isOpen }) => isOpen) && <p class="hint">{words.spendingHint}</p>}
					<details>
						<summary>{words.asTable}</summary>
						<SpendingTable months={shown} rows={rows} />
					</details>
				</>
			)}
		</Panel>
	);
}

const [WIDTH, GUTTER, TOP, ROW, BAR] = [1056, 110, 26, 62, 34];

/** A row of bars for each module, all of one currency in one scale. */
function SpendingPicture({ months, rows }: Drawn) {
	const { say } = useReader();
	const title = useWords(WORDS).spending;
	const rowName = useRowName(rows);
	const from = months[0]?.month ?? 0;
	const x = (at: Instant) => GUTTER + (monthsBetween(from, at) / months.length) * (WIDTH - GUTTER - 2);
	const bottom = TOP + rows.length * ROW;
	const highest = (currency: Currency) =>
		Math.max(1, ...rows.flatMap((row) => (row.currency === currency ? row.values : [])));
	return (
		<section class="year latest" tabindex={0} aria-label={title}>
			<svg viewBox={`0 0 ${WIDTH} ${bottom + 4}`} data-width="wide">
				<title>{title}</title>
				<MonthColumns months={months.map(({ month }) => month)} x={x} bottom={bottom} />
				{rows.map((row, index) => {
					const ground = TOP + (index + 1) * ROW - 4;
					return (
						<>
							<text x="0" y={ground - 6} class="quiet">
								{rowName(row)}
							</text>
							<text x={WIDTH} y={ground - BAR - 16} text-anchor="end" class="quiet again">
								{rowName(row)}
							</text>
							<path class="grid" d={`M0 ${ground}H${WIDTH}`} />
							{row.values.map((value, position) => {
								const { month, isOpen = false } = months[position] ?? { month: from };
								const height = Math.max(2, (value / highest(row.currency)) * BAR);
								if (value === 0) return null;
								return (
									<>
										<rect
											class={isOpen ? 'carried' : 'granted'}
											x={x(month) + 6}
											y={ground - height}
											width={44}
											height={height}
										/>
										<text x={x(month) + 6} y={ground - height - 4} class="small">
											{say.shortAmount(value, row.currency)}
										</text>
									</>
								);
							})}
						</>
					);
				})}
			</svg>
		</section>
	);
}

/** All that the picture shows. */
function SpendingTable({ months, rows }: Drawn) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const rowName = useRowName(rows);
	return (
		<Table
			caption={words.spending}
			columns={[words.month, ...rows.map(rowName)]}
			numeric={rows.map((_, index) => index + 1)}
			readsDown
			rows={months.map(({ month, isOpen }, index) => [
				`${say.monthName(toYearMonth(month))}${isOpen ? ` (${words.states.OPEN})` : ''}`,
				...rows.map(({ values, currency }) =>
					values[index] ? <Money value={values[index]} currency={currency} /> : '–',
				),
			])}
		/>
	);
}

/** A row of the picture; `module` is null in the total of a currency. */
export type Row = Omit<Spending, 'module'> & { module: Spending['module'] | null };

/** The total of each currency below its modules, where it has several. */
const withTotals = (spendings: readonly Spending[]): Row[] =>
	[...Map.groupBy(spendings, ({ currency }) => currency)].flatMap(([currency, alike]) => {
		const values = alike.map((one) => one.values);
		const total = values.reduce((sums, one) => sums.map((sum, index) => sum + (one[index] ?? 0)));
		return alike.length === 1 ? alike : [...alike, { module: null, currency, values: total }];
	});

/** The data of the picture and the table. */
interface Drawn {
	months: readonly { month: Instant; isOpen: boolean }[];
	rows: readonly Row[];
}

/** Returns the name of a row, with its currency if there are several. */
function useRowName(rows: readonly Row[]) {
	const { c } = useReader();
	const { moduleName } = useNames();
	const isMixed = new Set(rows.map(({ currency }) => currency)).size > 1;
	return ({ module, currency }: Row) =>
		(module === null ? WORDS[c.var.language].total : moduleName(module)) +
		(isMixed ? ` (${currency.slice(0, 3)})` : '');
}
