import type { CalendarKind } from '../../companies/calendar/rules.ts';
import type { UNREACHED } from '../../mail/rules.ts';
import type { Catalogue } from '../words.ts';

type Counted = (count: number) => string;

const KINDS: Record<CalendarKind, string> = {
	ACCESS_BEGINS: 'Flex access begins',
	ACCESS_ENDS: 'Flex access ends',
	PAUSE_BEGINS: 'A pause begins',
	PAUSE_ENDS: 'A pause ends',
	TERMINATION: 'Last day',
	VOUCHER_DUE: 'A voucher is issued',
	CUT_OFF: 'Cut-off',
	BUDGET_EXPIRES: 'What is carried over expires',
};

const LACKS: Record<'PERSONNEL_NUMBER' | 'BUDGET', Counted> = {
	PERSONNEL_NUMBER: (count) => `${people(count)} without a personnel number`,
	BUDGET: (count) => `${people(count)} without a budget`,
};

const INVITATIONS: Record<(typeof UNREACHED)[number], Counted> = {
	bounced: (count) => `${invitations(count)} came back`,
	failed: (count) => `${invitations(count)} could not be sent`,
	no_carrier: (count) => `${invitations(count)} not sent: no mail is set up`,
};

const people: Counted = (count) => (count === 1 ? '1 person' : `${count} people`);
const invitations: Counted = (count) => (count === 1 ? '1 invitation' : `${count} invitations`);

const ENGLISH = {
	today: 'Today',
	companies: 'Companies',
	noCompany: 'You look after no company yet. The operator can add you to one.',
	waiting: 'Waits for you',
	nothing: 'Nothing waits for you. New receipts, and people who lack something, appear here.',
	nothingToVerify: 'Nothing waits for you. New receipts appear here as soon as they are sent.',
	nothingWaits: 'nothing to verify',
	toVerify: (count: number) => (count === 1 ? '1 receipt to verify' : `${count} receipts to verify`),
	othersVerify: (count: number) =>
		count === 1 ? '1 receipt waits for a verifier' : `${count} receipts wait for a verifier`,
	until: (day: string) => `until the evening of ${day}`,
	late: 'late: their month is paid',
	unreached: 'did not arrive',
	invitations: INVITATIONS,
	lacks: LACKS,
	handIn: (month: string, day: string) =>
		`Receipts of ${month} can be handed in until the evening of ${day}.`,
	handedIn: (month: string, day: string) => `Receipts of ${month} could be handed in until ${day}.`,
	closes: (month: string, day: string) => `${month} closes on the evening of ${day}`,
	free: (count: number) =>
		`Nothing stands in its way. ${count === 1 ? '1 line goes' : `${count} lines go`} to the payroll office.`,
	undecided: (count: number, month: string) =>
		`${count === 1 ? '1 receipt' : `${count} receipts`} up to the end of ${month} not decided yet`,
	lines: (count: number) => (count === 1 ? '1 line' : `${count} lines`),
	more: (count: number) => `and ${count} more`,
	lookAtMonth: 'To payroll',
	ahead: 'In the next 30 days',
	nothingAhead: 'Nothing begins or ends by itself.',
	kinds: KINDS,
};

type Words = typeof ENGLISH;

const personen: Counted = (count) => (count === 1 ? '1 Person' : `${count} Personen`);
const einladungen = (count: number, one: string, many: string): string =>
	count === 1 ? `1 Einladung ${one}` : `${count} Einladungen ${many}`;

const GERMAN: Words = {
	today: 'Heute',
	companies: 'Firmen',
	noCompany: 'Sie betreuen noch keine Firma. Der Betreiber kann Sie einer zuordnen.',
	waiting: 'Wartet auf Sie',
	nothing: 'Nichts wartet auf Sie. Neue Belege und Personen, denen etwas fehlt, erscheinen hier.',
	nothingToVerify: 'Nichts wartet auf Sie. Neue Belege erscheinen hier, sobald sie gesendet sind.',
	nothingWaits: 'nichts zu prüfen',
	toVerify: (count) => (count === 1 ? '1 Beleg zu prüfen' : `${count} Belege zu prüfen`),
	othersVerify: (count) =>
		count === 1 ? '1 Beleg wartet auf die Prüfung' : `${count} Belege warten auf die Prüfung`,
	until: (day) => `bis zum Abend des ${day}`,
	late: 'zu spät für den eigenen Monat',
	unreached: 'nicht angekommen',
	invitations: {
		bounced: (count) => einladungen(count, 'kam zurück', 'kamen zurück'),
		failed: (count) => einladungen(count, 'ließ sich nicht senden', 'ließen sich nicht senden'),
		no_carrier: (count) =>
			einladungen(
				count,
				'nicht gesendet: kein Versand eingerichtet',
				'nicht gesendet: kein Versand eingerichtet',
			),
	},
	lacks: {
		PERSONNEL_NUMBER: (count) => `${personen(count)} ohne Personalnummer`,
		BUDGET: (count) => `${personen(count)} ohne Budget`,
	},
	handIn: (month, day) => `Belege vom ${month} können bis zum Abend des ${day} eingereicht werden.`,
	handedIn: (month, day) => `Belege vom ${month} konnten bis ${day} eingereicht werden.`,
	closes: (month, day) => `Der ${month} schließt am Abend des ${day}`,
	free: (count) =>
		`Nichts steht dem entgegen. ${count === 1 ? '1 Zeile geht' : `${count} Zeilen gehen`} an das Lohnbüro.`,
	undecided: (count, month) =>
		`${count === 1 ? '1 Beleg' : `${count} Belege`} bis Ende ${month} noch nicht entschieden`,
	lines: (count) => (count === 1 ? '1 Zeile' : `${count} Zeilen`),
	more: (count) => `und ${count} weitere`,
	lookAtMonth: 'Zur Abrechnung',
	ahead: 'In den nächsten 30 Tagen',
	nothingAhead: 'Nichts beginnt oder endet von selbst.',
	kinds: {
		ACCESS_BEGINS: 'Flex-Zugang beginnt',
		ACCESS_ENDS: 'Flex-Zugang endet',
		PAUSE_BEGINS: 'Pause beginnt',
		PAUSE_ENDS: 'Pause endet',
		TERMINATION: 'Letzter Tag',
		VOUCHER_DUE: 'Gutschein wird ausgegeben',
		CUT_OFF: 'Stichtag',
		BUDGET_EXPIRES: 'Übertragenes verfällt',
	},
};

export const WORDS: Catalogue<Words> = { en: ENGLISH, de: GERMAN };
