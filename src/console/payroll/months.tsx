import type { ModuleSum } from '../../benefits/ledger/rules.ts';
import type { OpenRun } from '../../benefits/payroll/open-run/rules.ts';
import type { PayrollMonths } from '../../benefits/payroll/sheets/actions.ts';
import { type MonthState, type Spending, spendingOf } from '../../benefits/payroll/sheets/rules.ts';
import { addMonths, type Instant, monthsBetween, toYearMonth } from '../../foundation/core/instant.ts';
import { List } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Empty, Money, MonthColumns, Panel } from '../parts.tsx';
import { payrollAddress, useNames } from './place.tsx';
import { WORDS } from './words.ts';

type Shown = PayrollMonths['months'][number];

const MOODS: Record<MonthState, 'good' | 'waiting' | 'calm'> = {
	CLOSED: 'good',
	CLOSING: 'waiting',
	EMPTY: 'calm',
	DUE: 'waiting',
	OPEN: 'waiting',
	LATER: 'calm',
};

interface Props {
	companyId: string;
	known: PayrollMonths;
	open: OpenRun;
}

/** Returns the amounts that a month has paid or would pay. */
const sumsOf = ({ run, state }: Shown, open: OpenRun): ModuleSum[] =>
	state === 'OPEN'
		? open.sums.map(({ module, value, currency }) => ({ module, amount: { value, currency } }))
		: (run?.sums ?? []);

/** Twelve months in a row, each with its status and a link to the next step. */
export function MonthTiles({ companyId, known: { months }, open }: Props) {
	const { c, may, say, words } = useReader(WORDS);
	const until = months.at(-1)?.month ?? c.var.now;
	const turned = (count: number) =>
		payrollAddress(companyId, '', { until: toYearMonth(addMonths(until, count)) });
	const addressOfMonth = ({ month, state, run }: Shown): string | undefined => {
		if (run !== null) return payrollAddress(companyId, `/runs/${run.id}`);
		if (state === 'OPEN') return '#open';
		const isClosable = (state === 'DUE' || state === 'LATER') && month <= c.var.now && may('closePayrollRun');
		return isClosable ? payrollAddress(companyId, '/close', { month: toYearMonth(month) }) : undefined;
	};
	return (
		<section class="panel">
			<div class="turning">
				<h2>{words.months}</h2>
				<a href={turned(-months.length)}>‹ {words.earlier}</a>
				{c.req.query('until') !== undefined && <a href={turned(months.length)}>{words.later} ›</a>}
			</div>
			<ol class="months">
				{months.map((shown) => {
					const name = say.monthName(toYearMonth(shown.month));
					const to = addressOfMonth(shown);
					return (
						<li data-state={shown.state}>
							{to === undefined ? <span>{name}</span> : <a href={to}>{name}</a>}
							<Badge mood={MOODS[shown.state]}>{words.states[shown.state]}</Badge>
							<Total sums={sumsOf(shown, open)} />
						</li>
					);
				})}
			</ol>
		</section>
	);
}

const Total = ({ sums }: { sums: readonly ModuleSum[] }) =>
	[...Map.groupBy(sums, ({ amount }) => amount.currency)].map(([currency, alike]) => (
		<Money value={alike.reduce((sum, { amount }) => sum + amount.value, 0)} currency={currency} />
	));

/** The amounts of twelve months by module, as a picture and as a table. */
export function SpendingPanel({ known: { months }, open }: Pick<Props, 'known' | 'open'>) {
	const words = useWords(WORDS);
	const rows = useRows(spendingOf(months.map((shown) => sumsOf(shown, open))));
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

const [WIDTH, GUTTER, TOP, ROW, BAR, LABEL] = [1056, 110, 26, 62, 34, 11];

/** A row of bars for each module. Rows of one currency have the same scale. */
function SpendingPicture({ months, rows }: Drawn) {
	const { say } = useReader();
	const title = useWords(WORDS).spending;
	const from = months[0]?.month ?? 0;
	const x = (at: Instant) => GUTTER + (monthsBetween(from, at) / months.length) * (WIDTH - GUTTER - 2);
	const bottom = TOP + rows.length * ROW;
	const heightOf = (value: number, { currency }: Row) => {
		const all = rows.flatMap((row) => (row.currency === currency ? row.values : []));
		return (value / (Math.max(1, ...all) - Math.min(0, ...all))) * BAR;
	};
	return (
		<section class="year latest" tabindex={0} aria-label={title}>
			<svg viewBox={`0 0 ${WIDTH} ${bottom + 4}`} data-width="wide">
				<title>{title}</title>
				<MonthColumns months={months.map(({ month }) => month)} x={x} bottom={bottom} />
				{rows.map((row, index) => {
					const lowest = Math.min(0, ...row.values);
					const ground = TOP + (index + 1) * ROW - 4 + (lowest < 0 ? heightOf(lowest, row) - LABEL : 0);
					return (
						<>
							<text x="0" y={ground - 6} class="quiet">
								{row.name}
							</text>
							<text x={WIDTH} y={ground - BAR - 16} text-anchor="end" class="quiet again">
								{row.name}
							</text>
							<path class="grid" d={`M0 ${ground}H${WIDTH}`} />
							{row.values.map((value, position) => {
								const { month, isOpen = false } = months[position] ?? { month: from };
								const height = Math.max(2, Math.abs(heightOf(value, row)));
								if (value === 0) return null;
								return (
									<>
										<rect
											class={isOpen ? 'carried' : 'granted'}
											x={x(month) + 6}
											y={value < 0 ? ground : ground - height}
											width={44}
											height={height}
										/>
										<text
											x={x(month) + 6}
											y={value < 0 ? ground + height + LABEL : ground - height - 4}
											class="small"
										>
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

/** The data of the picture as a table. */
function SpendingTable({ months, rows }: Drawn) {
	const { say, words } = useReader(WORDS);
	const nameOf = ({ month, isOpen }: Drawn['months'][number]) =>
		`${say.monthName(toYearMonth(month))}${isOpen ? ` (${words.states.OPEN})` : ''}`;
	return (
		<List
			caption={words.spending}
			columns={[
				{ title: words.month, of: nameOf },
				...rows.map((row) => ({
					title: row.name,
					of: (month: Drawn['months'][number]) => {
						const amount = row.values[months.indexOf(month)];
						return amount ? { amount, currency: row.currency } : null;
					},
					isNumeric: true,
				})),
			]}
			rows={months}
			readsDown
		/>
	);
}

/** A row of the picture: a module, or the total of a currency. */
interface Row extends Pick<Spending, 'currency' | 'values'> {
	name: string;
}

/** Returns a row for each module, and the total of each currency that has several. Names say the currency if there are several. */
function useRows(spendings: readonly Spending[]): Row[] {
	const { total } = useWords(WORDS);
	const { moduleName } = useNames();
	const byCurrency = [...Map.groupBy(spendings, ({ currency }) => currency)];
	return byCurrency.flatMap(([currency, alike]) => {
		const named = (name: string) => (byCurrency.length > 1 ? `${name} (${currency.slice(0, 3)})` : name);
		const values = alike.map((one) => one.values);
		const sums = values.reduce((before, one) => before.map((sum, index) => sum + (one[index] ?? 0)));
		const rows = alike.map((one) => ({ ...one, name: named(moduleName(one.module)) }));
		return alike.length === 1 ? rows : [...rows, { name: named(total), currency, values: sums }];
	});
}

/** The data of the picture and the table. */
interface Drawn {
	months: readonly { month: Instant; isOpen: boolean }[];
	rows: readonly Row[];
}
