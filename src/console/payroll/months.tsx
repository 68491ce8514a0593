import { addMonths, toYearMonth } from '../../core/instant.ts';
import type { ModuleSum } from '../../ledger/rules.ts';
import type { OpenRun, RunPreview } from '../../payroll/open-run/rules.ts';
import type { PayrollMonths } from '../../payroll/sheets/actions.ts';
import type { MonthState } from '../../payroll/sheets/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Money, Table } from '../parts.tsx';
import { addressOf, useNames } from './place.tsx';
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
export const sumsOf = ({ run, state }: Shown, open: OpenRun): ModuleSum[] =>
	state === 'OPEN'
		? open.sums.map(({ module, value, currency }) => ({ module, amount: { value, currency } }))
		: (run?.sums ?? []);

/** Twelve months in a row, each with its status and a link to the next step. */
export function MonthTiles({ companyId, known: { months }, open }: Props) {
	const { c, may, say } = useReader();
	const words = useWords(WORDS);
	const until = months.at(-1)?.month ?? c.var.now;
	const turned = (count: number) => addressOf(companyId, '', { until: toYearMonth(addMonths(until, count)) });
	const addressOfMonth = ({ month, state, run }: Shown): string | undefined => {
		if (run !== null) return addressOf(companyId, `/runs/${run.id}`);
		if (state === 'OPEN') return '#open';
		const isClosable = (state === 'DUE' || state === 'LATER') && month <= c.var.now && may('closePayrollRun');
		return isClosable ? addressOf(companyId, '/close', { month: toYearMonth(month) }) : undefined;
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

type Sum = RunPreview['sums'][number];

interface SumsProps {
	sums: readonly Sum[];
	/** Returns the address of the lines of a sum. */
	linesOf?: (sum: Sum) => string;
}

/** The amounts by module and cost centre, and their total. */
export function Sums({ sums, linesOf }: SumsProps) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { lineName } = useNames();
	const totals = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, alike]) => {
		const value = alike.reduce((sum, one) => sum + one.value, 0);
		const lineCount = alike.reduce((sum, one) => sum + one.lineCount, 0);
		return [
			<strong>{words.total}</strong>,
			'',
			say.number(lineCount),
			<strong>
				<Money value={value} currency={currency} />
			</strong>,
		];
	});
	return (
		<Table
			caption={words.sums}
			columns={[words.module, words.costCenter, words.lineCount, words.amount]}
			numeric={[2, 3]}
			readsDown
			rows={[
				...sums.map((sum) => [
					linesOf === undefined ? lineName(sum) : <a href={linesOf(sum)}>{lineName(sum)}</a>,
					sum.costCenter ?? words.none,
					say.number(sum.lineCount),
					<Money value={sum.value} currency={sum.currency} />,
				]),
				...totals,
			]}
		/>
	);
}
