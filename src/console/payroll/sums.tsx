import type { RunPreview } from '../../payroll/open-run/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { Money, Table } from '../parts.tsx';
import { useNames } from './reader.ts';
import { WORDS } from './words.ts';

type Sum = RunPreview['sums'][number];

interface SumsProps {
	sums: readonly Sum[];
	/** Where the lines of a sum are. */
	linesOf?: (sum: Sum) => string;
}

/** What is paid, by module and cost centre, and in all. */
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
