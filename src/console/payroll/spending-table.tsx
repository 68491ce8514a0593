import { toYearMonth } from '../../core/instant.ts';
import { useReader, useWords } from '../page.tsx';
import { Money, Table } from '../parts.tsx';
import { type Drawn, useRowName } from './spending-rows.ts';
import { WORDS } from './words.ts';

/** All that the picture shows. */
export function SpendingTable({ months, rows }: Drawn) {
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
