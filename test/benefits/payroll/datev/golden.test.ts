import { describe, expect, test } from 'vitest';
import { lugProfile, type PayrollLine, toWindows1252 } from '../../../../src/benefits/payroll/datev/rules.ts';
import { byByte, FEBRUARY, line, lodasFile, lugFile, settings } from '../export/office.ts';

const lodas = (lines: PayrollLine[], month = FEBRUARY, office = settings()) =>
	byByte(toWindows1252(lodasFile([lines], office, month)));
const lug = (lines: PayrollLine[], month = FEBRUARY, office = settings()) =>
	byByte(toWindows1252(lugFile([lines], office, month)));

const lines = [
	line(),
	line({ amountValue: 1, personnelNumber: '99999', costCenter: null }),
	line({ amountValue: 0, personnelNumber: 'left out' }),
	line({ amountValue: -1290, module: 'MOBILITY', costCenter: 'Köln' }),
	line({ amountValue: -5, personnelNumber: '1', costCenter: 'Menü 5 €' }),
	line({ amountValue: 100_000_000, personnelNumber: '000001234' }),
];

const LODAS_HEADER =
	'[Allgemein]\r\nZiel=LODAS\r\nBeraterNr=1234567\r\nMandantenNr=42\r\nFeldtrennzeichen=;\r\nZahlenkomma=,\r\n' +
	'Datumsformat=TT.MM.JJJJ\r\n\r\n[Satzbeschreibung]\r\n1;u_lod_bwd_buchung_standard;abrechnung_zeitraum#bwd;' +
	'bs_wert_butab#bwd;bs_nr#bwd;la_eigene#bwd;pnr#bwd;kostenstelle#bwd;\r\n\r\n[Bewegungsdaten]\r\n';

describe('DATEV LODAS, byte by byte', () => {
	test('a file of February', () => {
		expect(lodas(lines)).toBe(
			`${LODAS_HEADER}1;01.02.2023;50,00;2;2100;17;4711;\r\n` +
				'1;01.02.2023;0,01;2;2100;99999;;\r\n' +
				'1;01.02.2023;-12,90;003;0815;17;K\xf6ln;\r\n' +
				'1;01.02.2023;-0,05;2;2100;1;Men\xfc 5 \x80;\r\n' +
				'1;01.02.2023;1000000,00;2;2100;1234;4711;\r\n',
		);
	});

	test.each([
		['no lines', []],
		['only lines without an amount', [line({ amountValue: 0 })]],
	])('with %s has all three sections', (_, none) => {
		expect(lodas(none)).toBe(LODAS_HEADER);
	});

	test.each([
		['2024-02-01', '01.02.2024'],
		['2023-12-01', '01.12.2023'],
		['2024-01-01', '01.01.2024'],
	])('the period of %s is %s', (month, period) => {
		expect(lodas([line()], Date.parse(month))).toBe(`${LODAS_HEADER}1;${period};50,00;2;2100;17;4711;\r\n`);
	});
});

describe('the note of a row in LODAS', () => {
	const noted = (office = settings()) => byByte(toWindows1252(lodasFile([lines], office, FEBRUARY, true)));

	test('names module and day', () => {
		expect(noted()).toBe(
			`${LODAS_HEADER.replace('kostenstelle#bwd;', 'kostenstelle#bwd;bemerkung#bwd;')}1;01.02.2023;50,00;2;2100;17;4711;Essen 27.02.2023;\r\n` +
				'1;01.02.2023;0,01;2;2100;99999;;Essen 27.02.2023;\r\n' +
				'1;01.02.2023;-12,90;003;0815;17;K\xf6ln;Mobilit\xe4t 27.02.2023;\r\n' +
				'1;01.02.2023;-0,05;2;2100;1;Men\xfc 5 \x80;Essen 27.02.2023;\r\n' +
				'1;01.02.2023;1000000,00;2;2100;1234;4711;Essen 27.02.2023;\r\n',
		);
	});

	test('is left out with its column where bookings are added up', () => {
		const office = settings({ sumsBookings: true });
		expect(noted(office)).toBe(lodas(lines, FEBRUARY, office));
	});
});

describe('DATEV Lohn und Gehalt, byte by byte', () => {
	test('a file of February', () => {
		expect(lug(lines)).toBe(
			'1234567;42;02/2023;\r\n' +
				'17;2100;50,00;4711;\r\n' +
				'99999;2100;0,01;;\r\n' +
				'17;0815;-12,90;K\xf6ln;\r\n' +
				'1;2100;-0,05;Men\xfc 5 \x80;\r\n' +
				'1234;2100;1000000,00;4711;\r\n',
		);
	});

	test.each([
		['2023-12-01', '12/2023'],
		['2024-01-01', '01/2024'],
	])('the header of %s says %s, also without lines', (month, period) => {
		expect(lug([], Date.parse(month))).toBe(`1234567;42;${period};\r\n`);
	});
});

test.each([
	[1, '0,01'],
	[9, '0,09'],
	[10, '0,10'],
	[99, '0,99'],
	[100, '1,00'],
	[101, '1,01'],
	[123_456, '1234,56'],
	[-1, '-0,01'],
	[-10, '-0,10'],
	[-100, '-1,00'],
	[-123_456, '-1234,56'],
])('%d cents are %s', (amountValue, expected) => {
	expect(lug([line({ amountValue })])).toContain(`\r\n17;2100;${expected};4711;\r\n`);
});

describe('with the company’s own personnel numbers', () => {
	const office = settings({ usesCompanyNumbers: true });
	const own = [line({ personnelNumber: 'A-0017' }), line({ personnelNumber: '00042', amountValue: -1 })];

	test('the LODAS file says so, and numbers do not change', () => {
		const head = LODAS_HEADER.replace('JJJJ\r\n\r\n', 'JJJJ\r\nBetrieblichePNrVerwenden=Ja\r\n\r\n').replace(
			';pnr#bwd',
			';pnr_betriebliche#bwd',
		);
		expect(lodas(own, FEBRUARY, office)).toBe(
			`${head}1;01.02.2023;50,00;2;2100;A-0017;4711;\r\n1;01.02.2023;-0,01;2;2100;00042;4711;\r\n`,
		);
	});

	test('the header of Lohn und Gehalt ends in x', () => {
		expect(lug(own, FEBRUARY, office)).toBe(
			'1234567;42;02/2023;x\r\nA-0017;2100;50,00;4711;\r\n00042;2100;-0,01;4711;\r\n',
		);
	});
});

describe('bookings added up', () => {
	const office = settings({ sumsBookings: true });
	const many = [
		line(),
		line({ personnelNumber: '18' }),
		line({ personnelNumber: '17', amountValue: 1 }),
		line({ module: 'MOBILITY' }),
		line({ costCenter: null, amountValue: 7 }),
		line({ amountValue: -5000 }),
		line({ personnelNumber: '18', amountValue: -5000 }),
	];

	test('per person, wage type and cost centre, in the order of the first; what adds up to 0 is left out', () => {
		expect(lug(many, FEBRUARY, office)).toBe(
			'1234567;42;02/2023;\r\n17;2100;0,01;4711;\r\n17;0815;50,00;4711;\r\n17;2100;0,07;;\r\n',
		);
	});

	test('however the lines are cut into pages', () => {
		const paged = lodasFile(
			many.map((one) => [one]),
			office,
			FEBRUARY,
		);
		expect(byByte(toWindows1252(paged))).toBe(lodas(many, FEBRUARY, office));
	});
});

test('the import profile of Lohn und Gehalt names the four columns of its rows', () => {
	expect(lugProfile()).toBe(
		'[Allgemein]\r\nFeldanzahl=4\r\nFeldtrennzeichen=Strichpunkt\r\nSatztrennzeichen=Enter/Return\r\nZahlenkomma=,\r\nDatumstrennzeichen=/\r\n' +
			'[Feldinhalt]\r\nFeld1=Personalnummer\r\nFeld2=Lohnartennummer\r\nFeld3=Wert\r\nFeld4=Kostenstellennummer\r\n',
	);
});

describe('the parts of an expense for meals', () => {
	const office = settings({
		wageTypes: {
			MEALS: { number: '2100', lodasKey: '2' },
			MEALS_TAX_FREE: { number: '2101', lodasKey: '3' },
		},
	});
	const parts = [
		line({ kind: 'MEALS_FLAT_TAXED', amountValue: 6855 }),
		line({ kind: 'MEALS_TAX_FREE', amountValue: 4650 }),
		line({ kind: 'MEALS_TAX_FREE', amountValue: -50 }),
	];

	test('have a wage type each in LODAS', () => {
		expect(lodas(parts, FEBRUARY, office)).toBe(
			`${LODAS_HEADER}1;01.02.2023;68,55;2;2100;17;4711;\r\n` +
				'1;01.02.2023;46,50;3;2101;17;4711;\r\n' +
				'1;01.02.2023;-0,50;3;2101;17;4711;\r\n',
		);
	});

	test('and in Lohn und Gehalt, where they are added up apart', () => {
		expect(lug(parts, FEBRUARY, { ...office, sumsBookings: true })).toBe(
			'1234567;42;02/2023;\r\n17;2100;68,55;4711;\r\n17;2101;46,00;4711;\r\n',
		);
	});
});
