import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import {
	csvHeader,
	csvRows,
	germanLayoutOf,
	layoutOf,
	PRESENT_LAYOUT,
} from '../../../src/benefits/payroll/csv/rules.ts';

type Line = Parameters<typeof csvRows>[0][number];

const PLAIN = layoutOf(PRESENT_LAYOUT);
/** The layout of runs with lines that are not whole expenses. */
const WITH_KINDS = layoutOf(PRESENT_LAYOUT, true);
/** The layout of German files of runs that were closed before the present one. */
const FIRST_GERMAN = germanLayoutOf(1);
const GERMAN = germanLayoutOf(PRESENT_LAYOUT);

const line = (fields: Partial<Line> = {}): Line => ({
	id: '0186b93d-0b00-7000-8000-000000000001',
	dateCreated: Date.parse('2023-03-03T10:00:00.000Z'),
	dateModified: Date.parse('2023-03-08T00:00:00.000Z'),
	flexDataId: '0186b93d-0b00-7000-8000-000000000002',
	companyId: '0186b93d-0b00-7000-8000-000000000003',
	personnelNumber: '00017',
	costCenter: 'Köln 5 €',
	module: 'MEALS',
	kind: 'EXPENSE',
	amountValue: 5000,
	amountCurrency: 'EUR_CENT',
	state: 'COMMITTED',
	payrollReferenceDate: Date.parse('2023-03-07T23:59:59.999Z'),
	submittedDate: Date.parse('2023-03-02T18:00:00.001Z'),
	correctsId: null,
	reason: null,
	...fields,
});

const HEADER =
	'id,dateCreated,dateModified,flexDataId,companyId,personnelNumber,costCenter,module,' +
	'amountValue,amountCurrency,state,payrollReferenceDate,submittedDate,correctsId,reason\r\n';
const START =
	'0186b93d-0b00-7000-8000-000000000001,2023-03-03T10:00:00.000Z,2023-03-08T00:00:00.000Z,' +
	'0186b93d-0b00-7000-8000-000000000002,0186b93d-0b00-7000-8000-000000000003,';
const END = 'EUR_CENT,COMMITTED,2023-03-07T23:59:59.999Z,2023-03-02T18:00:00.001Z,,\r\n';

/** The cell of the cost centre as it stands in the file. */
const cellOf = (costCenter: string, layout = PLAIN) =>
	csvRows([line({ costCenter })], layout).slice(`${START}00017,`.length, -`,MEALS,5000,${END}`.length);

test('a file, character by character', () => {
	const lines = [
		line(),
		line({ personnelNumber: null, costCenter: null, module: 'KITA', amountValue: 1 }),
		line({ amountValue: -1290, costCenter: '4711' }),
		line({ amountValue: 0, costCenter: 'a,b' }),
	];
	expect(csvHeader(PLAIN) + csvRows(lines, PLAIN)).toBe(
		`${HEADER}${START}00017,Köln 5 €,MEALS,5000,${END}` +
			`${START},,KITA,1,${END}` +
			`${START}00017,4711,MEALS,-1290,${END}` +
			`${START}00017,"a,b",MEALS,0,${END}`,
	);
});

test('without lines is the header alone', () => {
	expect(csvHeader(PLAIN) + csvRows([], PLAIN)).toBe(HEADER);
});

test('is the same however the lines are cut into pages', () => {
	const lines = [line(), line({ amountValue: -1 }), line({ costCenter: null })];
	expect(lines.map((one) => csvRows([one], PLAIN)).join('')).toBe(csvRows(lines, PLAIN));
});

describe('text that a spreadsheet would take for a formula gets an apostrophe', () => {
	test.each([
		['=1+1', `'=1+1`],
		['+49 30', `'+49 30`],
		['-1', `'-1`],
		['@SUM(A1)', `'@SUM(A1)`],
		['\t=1', `'\t'=1`],
		['\r=1', `"'\r'=1"`],
		['\r\n=1', `"'\r\n'=1"`],
		['=HYPERLINK("x";"y")', `"'=HYPERLINK(""x"";""y"")"`],
		['=1+1\nsecond line', `"'=1+1\nsecond line"`],
		['=1+1\r\nsecond line', `"'=1+1\r\nsecond line"`],
		['@a\u2028b', `'@a\u2028b`],
		['a;=1+1;b', `"a;'=1+1;b"`],
		['a\n=1+1', `"a\n'=1+1"`],
		['a\r\n@x', `"a\r\n'@x"`],
		['a,+1', `"a,'+1"`],
		['a\t-1', `a\t'-1`],
	])('%j is %j', (costCenter, expected) => {
		expect(cellOf(costCenter)).toBe(expected);
	});

	test.each(['a=1', '4-1', "'=1", '(1)', '0815', 'a@b'])('%j is left as it is', (costCenter) => {
		expect(cellOf(costCenter)).toBe(costCenter);
	});

	test('in a personnel number as well', () => {
		expect(csvRows([line({ personnelNumber: '-17' })], PLAIN)).toBe(
			`${START}'-17,Köln 5 €,MEALS,5000,${END}`,
		);
	});

	test.each([-1, -5000])('but the negative amount %d stays a number', (amountValue) => {
		expect(csvRows([line({ amountValue })], PLAIN)).toBe(
			`${START}00017,Köln 5 €,MEALS,${amountValue},${END}`,
		);
	});
});

describe('quotes and line breaks', () => {
	test.each([
		['a,b', '"a,b"'],
		['say "hi"', '"say ""hi"""'],
		['"', '""""'],
		['a\nb', '"a\nb"'],
		['a\r\nb', '"a\r\nb"'],
		['a\rb', '"a\rb"'],
		[' padded ', '" padded "'],
		['a;b', '"a;b"'],
	])('%j is written as %j', (costCenter, expected) => {
		expect(cellOf(costCenter)).toBe(expected);
	});

	test('are read back as they were written, one row a line', () => {
		const texts = ['a,b', 'say "hi"', 'a\nb', 'a\r\nb', ' padded ', '","', '"\r\n"'];
		const file =
			csvHeader(PLAIN) +
			csvRows(
				texts.map((costCenter) => line({ costCenter })),
				PLAIN,
			);
		const { data, errors } = Papa.parse<Record<string, string>>(file.trimEnd(), {
			header: true,
			newline: '\r\n',
		});
		expect(errors).toEqual([]);
		expect(data.map(({ costCenter }) => costCenter)).toEqual(texts);
	});
});

test('a correction names the line that it corrects, and its reason', () => {
	const correction = line({ amountValue: -290, correctsId: 'a line', reason: 'Counted twice' });
	expect(csvRows([correction], PLAIN)).toBe(
		`${START}00017,Köln 5 €,MEALS,-290,${END.replace(',,', ',a line,Counted twice')}`,
	);
});

describe('for German spreadsheets, in runs that were closed with the first layout', () => {
	test('cells end with ; after a byte order mark, amounts have a decimal comma', () => {
		const file =
			csvHeader(FIRST_GERMAN) + csvRows([line({ amountValue: -123_456, costCenter: 'a;=1' })], FIRST_GERMAN);
		expect(file.startsWith('\ufeffid;dateCreated;')).toBe(true);
		expect(file).toContain(`;00017;"a;'=1";MEALS;-1234,56;EUR_CENT;`);
	});

	test('are read back as they were written', () => {
		const texts = ['a;b', 'say "hi"', 'a\nb', '1,5'];
		const file =
			csvHeader(FIRST_GERMAN) +
			csvRows(
				texts.map((costCenter) => line({ costCenter })),
				FIRST_GERMAN,
			);
		const { data, errors } = Papa.parse<Record<string, string>>(file.slice(1).trimEnd(), {
			header: true,
			delimiter: ';',
			newline: '\r\n',
		});
		expect(errors).toEqual([]);
		expect(data.map(({ costCenter }) => costCenter)).toEqual(texts);
	});
});

describe('for German spreadsheets', () => {
	const TITLES =
		'\ufeffPersonalnummer;Nachname;Vorname;Kostenstelle;Leistung;Art;Betrag;Währung;Eingereicht am;Stichtag;' +
		'Angelegt am;Abgerechnet am;Korrigierte Zeile;Grund der Korrektur;Zeile;Beleg oder Gutschein;Unternehmen\r\n';
	const END =
		'02.03.2023;07.03.2023;03.03.2023;08.03.2023;;;0186b93d-0b00-7000-8000-000000000001;' +
		'0186b93d-0b00-7000-8000-000000000002;0186b93d-0b00-7000-8000-000000000003\r\n';
	const named = (fields: Partial<Line> = {}) => ({ ...line(fields), firstName: 'Erika', lastName: 'Muster' });
	const numberCell = (personnelNumber: string) =>
		csvRows([named({ personnelNumber })], GERMAN).split(';Muster;')[0];

	test('titles, names of benefits, amounts, currencies and days are German', () => {
		const lines = [
			named(),
			named({ personnelNumber: '17', module: 'GOODIES', kind: 'VOUCHER', amountValue: -123_456 }),
			named({ personnelNumber: null, kind: 'MEALS_TAX_FREE', amountCurrency: 'CHF_CENTIMES' }),
		];
		expect(csvHeader(GERMAN) + csvRows(lines, GERMAN)).toBe(
			`${TITLES}"=""00017""";Muster;Erika;Köln 5 €;Essen;Ausgabe;50,00;EUR;${END}` +
				`17;Muster;Erika;Köln 5 €;Gutschein;Gutschein;-1234,56;EUR;${END}` +
				`;Muster;Erika;Köln 5 €;Essen;Essen, steuerfrei;50,00;CHF;${END}`,
		);
	});

	test.each(['00123', '0', '0017', '1.2', '3-4', '12:30', '1E5', '1234567890123456'])(
		'%s is read back as it was, also by programs that resolve text formulas',
		(personnelNumber) => {
			const { data } = Papa.parse<string[]>(csvRows([named({ personnelNumber })], GERMAN), {
				delimiter: ';',
			});
			const cell = data[0]?.[0] ?? '';
			expect(/^="(.*)"$/.exec(cell)?.[1] ?? cell).toBe(personnelNumber);
		},
	);

	test.each([
		['1', '1'],
		['123456789012345', '123456789012345'],
		['A17', 'A17'],
		['00123', '"=""00123"""'],
		['007=1', '007=1'],
		['0"&1&"', '"0""&1&"""'],
		['=1', "'=1"],
		['-1', "'-1"],
		['0;=1', `"0;'=1"`],
	])('the number %s is written as %s: only digits and separators stand in a text formula', (number, cell) => {
		expect(numberCell(number)).toBe(cell);
	});

	test('a cost centre keeps its leading zeros too, and a name that is a formula is neutralised', () => {
		const row = csvRows([{ ...named({ costCenter: '0815' }), lastName: '=1+1' }], GERMAN);
		expect(row).toContain(`;'=1+1;Erika;"=""0815""";Essen;`);
	});

	test('lines that are not whole expenses need no further column', () => {
		expect(germanLayoutOf(PRESENT_LAYOUT, true)).toBe(GERMAN);
	});
});

describe('a file of a run whose lines are not all whole expenses', () => {
	test('tells the kind of each line in its last column, in both layouts', () => {
		const part = line({ kind: 'MEALS_TAX_FREE', reason: 'why' });
		for (const [layout, separator] of [
			[WITH_KINDS, ','],
			[germanLayoutOf(1, true), ';'],
		] as const) {
			expect(csvHeader(layout).endsWith(`correctsId${separator}reason${separator}kind\r\n`)).toBe(true);
			expect(csvRows([part], layout).endsWith(`why${separator}MEALS_TAX_FREE\r\n`)).toBe(true);
		}
	});

	test('is otherwise the file of the layout before', () => {
		const [before, after] = [PLAIN, WITH_KINDS].map((layout) => csvRows([line()], layout));
		expect(after).toBe(before?.replace('\r\n', ',EXPENSE\r\n'));
	});
});
