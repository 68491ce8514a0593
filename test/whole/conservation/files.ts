import Papa from 'papaparse';

/** Cents of a number with a decimal comma, read without any code of the service. */
const centsOf = (text = ''): number => Number(text.replace(',', ''));

const csvSum = (file: string, delimiter: string, column: string): number =>
	Papa.parse<Record<string, string>>(file.replace('\ufeff', ''), {
		header: true,
		delimiter,
		skipEmptyLines: true,
	})
		.data.map((row) => centsOf(row[column]))
		.reduce((sum, value) => sum + value, 0);

const datevSum = (file: string, isRow: (cells: string[]) => boolean, at: number): number =>
	file
		.split('\r\n')
		.map((row) => row.split(';'))
		.filter(isRow)
		.reduce((sum, cells) => sum + centsOf(cells[at]), 0);

/** The cents that a file of each format pays. */
export const FORMATS: Record<string, (file: string) => number> = {
	csv: (file) => csvSum(file, ',', 'amountValue'),
	'csv-de': (file) => csvSum(file, ';', 'Betrag'),
	'datev-lodas': (file) => datevSum(file, ([first, period]) => first === '1' && /^\d/.test(period ?? ''), 2),
	'datev-lug': (file) => datevSum(file, (cells) => cells.length === 5, 2),
};
