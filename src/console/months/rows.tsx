import type { Currency } from '../../core/money.ts';
import { useReader } from '../page.tsx';
import { Day, Money, Table } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import type { Cell, ListedRow, Listing } from './listing.ts';
import { ofLanguage } from './words.ts';

interface Props<Row extends ListedRow> {
	caption: string;
	listing: Listing<Row>;
	rows: readonly Row[];
}

/** The rows of a list, each behind the person whose it is. */
export function Rows<Row extends ListedRow>({ caption, listing, rows }: Props<Row>) {
	const { c } = useReader();
	const words = ofLanguage(c.var.language);
	const { columns, currencyOf } = listing;
	return (
		<Table
			caption={caption}
			columns={[words.person, ...columns.map(({ title }) => words.columns[title])]}
			numeric={columns.flatMap(({ isNumeric }, index) => (isNumeric ? [index + 1] : []))}
			rows={rows.map((row) => [
				<PersonName person={{ employeeId: row.employeeId, ...row.person }} isNumbered />,
				...columns.map((column) => <Shown cell={column.of(row, words)} currency={currencyOf(row)} />),
			])}
		/>
	);
}

function Shown({ cell, currency }: { cell: Cell; currency: Currency | null }) {
	if (cell === null) return '–';
	if (typeof cell === 'string') return cell;
	if ('amount' in cell) return <Money value={cell.amount} currency={currency ?? 'EUR_CENT'} />;
	const day = <Day at={cell.day} />;
	return cell.to === undefined ? day : <a href={cell.to}>{day}</a>;
}
