import type { Role } from './actor.ts';
import { COMPANY_NUMBERS, COMPANY_SWITCHES } from './company-settings.ts';
import { derived } from './derived.ts';
import { byText } from './employee-texts.ts';
import type { Language, Pair } from './language.ts';
import type { LimitWarning } from './legal-limits.ts';
import type { Module } from './modules.ts';
import type { Currency } from './money.ts';

/** Names that pages, mails, the calendar, the history and files share, so that each thing has only one name in each language. */
export const MODULE_NAMES = {
	MEALS: ['Meals', 'Essen'],
	HEALTH: ['Health', 'Gesundheit'],
	INTERNET: ['Internet', 'Internet'],
	HOLIDAY: ['Holiday', 'Erholung'],
	KITA: ['Childcare', 'Kinderbetreuung'],
	MOBILITY: ['Mobility', 'Mobilität'],
	SPORTS: ['Sports', 'Sport'],
} satisfies Record<Module, Pair>;

export const LIMIT_NAMES = {
	benefits_in_kind_exceeded: ['Benefits in kind of the month', 'Sachbezüge des Monats'],
	gift_exceeded: ['Gift for an occasion', 'Geschenk zu einem Anlass'],
	internet_exceeded: ['Internet of the month', 'Internet des Monats'],
	health_exceeded: ['Health of the year', 'Gesundheit des Jahres'],
	recreation_exceeded: ['Recreation of the year', 'Erholung des Jahres'],
} satisfies Record<LimitWarning, Pair>;

export const RELATIVE_NAMES = {
	spouse: ['Also for the spouse or civil partner', 'Auch für den Ehe- oder Lebenspartner'],
	children: ['For how many children', 'Für wie viele Kinder'],
} satisfies Record<string, Pair>;

export const LANGUAGE_NAMES = {
	en: ['English', 'Englisch'],
	de: ['German', 'Deutsch'],
} satisfies Record<Language, Pair>;

export const ROLE_NAMES = {
	PLATFORM_ADMIN: ['Platform administrator', 'Plattform-Administration'],
	COMPANY_ADMIN: ['Administrator', 'Administration'],
	FLEX_DOCUMENT_VERIFIER: ['Verifier', 'Belegprüfung'],
	EMPLOYEE: ['Employee', 'Mitarbeitende'],
	TECHNICAL_USER: ['Technical user', 'Technischer Benutzer'],
} satisfies Record<Role, Pair>;

export const CURRENCY_NAMES = {
	EUR_CENT: ['Euro', 'Euro'],
	LEU_BANI: ['Romanian leu', 'Rumänischer Leu'],
	GBP_PENCE: ['Pound sterling', 'Pfund Sterling'],
	CHF_CENTIMES: ['Swiss franc', 'Schweizer Franken'],
} satisfies Record<Currency, Pair>;

export const EXPENSE_STATE_NAMES = {
	SUBMITTED: ['in review', 'in Prüfung'],
	NEEDS_CORRECTION: ['returned for correction', 'zur Korrektur zurückgegeben'],
	APPROVED: ['approved', 'genehmigt'],
	REJECTED: ['rejected', 'abgelehnt'],
	WITHDRAWN: ['withdrawn', 'zurückgezogen'],
} satisfies Record<string, Pair>;

/** How far the facts of a receipt's code can be trusted. */
export const VERDICT_NAMES = {
	KNOWN_TILL: ['signed by a known till', 'von einer bekannten Kasse signiert'],
	UNKNOWN_ISSUER: ['signed, issuer unknown', 'signiert, Aussteller unbekannt'],
	MISMATCH: ['signature does not match', 'Signatur passt nicht'],
	UNSIGNED: ['not verifiable', 'nicht prüfbar'],
} satisfies Record<string, Pair>;

export const USER_STATE_NAMES = {
	CREATED: ['not invited', 'nicht eingeladen'],
	INVITED: ['invited', 'eingeladen'],
	REGISTERED: ['registered', 'registriert'],
	CLOSED: ['closed', 'geschlossen'],
	TERMINATED: ['left the company', 'ausgetreten'],
} satisfies Record<string, Pair>;

export const MAIL_STATE_NAMES = {
	waiting: ['on its way', 'unterwegs'],
	sent: ['sent', 'gesendet'],
	failed: ['not delivered', 'nicht zugestellt'],
	bounced: ['bounced', 'zurückgekommen'],
	held: ['held until a later day', 'wartet auf einen späteren Tag'],
	no_carrier: ['not sent: no mail service', 'nicht gesendet: kein Mailversand'],
} satisfies Record<string, Pair>;

export const VOUCHER_TYPE_NAMES = {
	GENERIC: ['Voucher', 'Gutschein'],
	SPECIAL: ['Gift', 'Geschenk'],
} satisfies Record<string, Pair>;

export const INTERVAL_NAMES = {
	ONCE: ['once', 'einmalig'],
	DAILY: ['every day', 'täglich'],
	WEEKLY: ['every week', 'wöchentlich'],
	MONTHLY: ['every month', 'monatlich'],
	YEARLY: ['every year', 'jährlich'],
} satisfies Record<string, Pair>;

export const FORMAT_NAMES = {
	csv: ['CSV with all fields', 'CSV mit allen Feldern'],
	'csv-de': ['CSV for German spreadsheets', 'CSV für deutsche Tabellenprogramme'],
	'datev-lodas': ['DATEV LODAS', 'DATEV LODAS'],
	'datev-lug': ['DATEV Lohn und Gehalt', 'DATEV Lohn und Gehalt'],
} satisfies Record<string, Pair>;

export const BOOKING_MONTH_NAMES = {
	RUN: ['in its own month', 'im Abrechnungsmonat'],
	FOLLOWING: ['in the following month', 'im Folgemonat'],
} satisfies Record<string, Pair>;

export const CALENDAR_NAMES = {
	ACCESS_BEGINS: ['Flex budget begins', 'Flex-Budget beginnt'],
	ACCESS_ENDS: ['Flex budget ends', 'Flex-Budget endet'],
	PAUSE_BEGINS: ['Pause begins', 'Pause beginnt'],
	PAUSE_ENDS: ['Pause ends', 'Pause endet'],
	TERMINATION: ['Last working day', 'Letzter Arbeitstag'],
	VOUCHER_DUE: ['Voucher due', 'Gutschein fällig'],
	CUT_OFF: ['Payroll cut-off', 'Abrechnungsstichtag'],
	BUDGET_EXPIRES: ['Carried-over budget expires', 'Übertragenes Budget verfällt'],
} satisfies Record<string, Pair>;

/** The names of fields as they stand inside a sentence. */
export const FIELD_NAMES = {
	pushDevices: ['devices for push messages', 'Geräte für Push-Nachrichten'],
	authorType: ['proposed by', 'vorgeschlagen von'],
	authorName: ['API key', 'API-Schlüssel'],
	validFrom: ['from', 'ab'],
	startDate: ['from', 'ab'],
	validUntil: ['until', 'bis'],
	validTo: ['until', 'bis'],
	endDate: ['last day', 'letzter Tag'],
	budget: ['amount', 'Betrag'],
	amount: ['amount', 'Betrag'],
	approvedAmount: ['approved amount', 'genehmigter Betrag'],
	requestedAmount: ['requested amount', 'beantragter Betrag'],
	mealPrice: ['price of the meals', 'Preis der Mahlzeiten'],
	recreationFor: ['also for', 'auch für'],
	machineFacts: ['code or invoice', 'Code oder Rechnung'],
	spouse: ['spouse', 'Ehe- oder Lebenspartner'],
	children: ['children', 'Kinder'],
	maxAmount: ['up to', 'bis zu'],
	acceptsInvoices: ['e-invoices accepted', 'E-Rechnungen erlaubt'],
	samplePercent: ['sample in percent', 'Stichprobe in Prozent'],
	commitment: ['SHA-256 of the seed', 'SHA-256 der Startzahl'],
	dayOfMonth: ['day of the month', 'Tag des Monats'],
	proofUntil: ['proof until', 'Nachweis bis'],
	proofState: ['proof', 'Nachweis'],
	upTo: ['also less', 'auch weniger'],
	approvedDays: ['days approved', 'genehmigte Tage'],
	awaitsMealValue: ['waits for the official meal value', 'wartet auf den amtlichen Sachbezugswert'],
	absencesRecorded: ['proven by the record of absences', 'durch die Fehlzeiten belegt'],
	allowedModules: ['for', 'für'],
	module: ['for', 'für'],
	accumulateBudget: ['carried over', 'wird übertragen'],
	datePausedStart: ['first day of the pause', 'erster Tag der Pause'],
	datePausedEnd: ['first day back', 'erster Tag nach der Pause'],
	dateTerminated: ['last working day', 'letzter Arbeitstag'],
	email: ['e-mail address', 'E-Mail-Adresse'],
	firstName: ['first name', 'Vorname'],
	lastName: ['last name', 'Nachname'],
	language: ['language', 'Sprache'],
	roles: ['roles', 'Rollen'],
	password: ['password', 'Passwort'],
	dateRegistered: ['registered', 'registriert'],
	dateProven: ['address confirmed', 'Adresse bestätigt'],
	dateClosed: ['closed', 'geschlossen'],
	dateExpires: ['until', 'bis'],
	now: ['time', 'Zeit'],
	employees: ['people', 'Personen'],
	months: ['months', 'Monate'],
	seed: ['seed', 'Startzahl'],
	sandbox: ['sandbox', 'Sandbox'],
	dateRestored: ['restored to', 'zurückgesetzt auf'],
	by: ['by', 'per'],
	name: ['name', 'Name'],
	payrollReferenceDay: ['cut-off day', 'Stichtag'],
	submissionDay: ['submission day', 'Einreichungstag'],
	receiptRequiredModules: ['receipt required for', 'Beleg erforderlich für'],
	observedLimits: ['legal limits observed for', 'gesetzliche Grenzen beachtet für'],
	senderName: ['sender of mails', 'Absender der Mails'],
	color: ['colour', 'Farbe'],
	logo: ['logo', 'Logo'],
	...derived(COMPANY_NUMBERS, (_, { label }) => label),
	...derived(COMPANY_SWITCHES, (_, { label }) => label),
	userName: ['name in the directory', 'Name im Verzeichnis'],
	externalId: ['id in the directory', 'ID im Verzeichnis'],
	dateDeprovisioned: ['deleted in the directory', 'im Verzeichnis gelöscht'],
	maxExpensesPerMonth: ['limit of expenses per month', 'Höchstzahl Ausgaben im Monat'],
	maxReceiptBytesPerMonth: ['limit of receipt bytes per month', 'Höchstmenge Belege im Monat (Bytes)'],
	maxEmployees: ['limit of people', 'Höchstzahl Mitarbeitende'],
	maxTemplates: ['limit of templates', 'Höchstzahl Vorlagen'],
	maxStoredBytes: ['limit of stored bytes', 'Höchstmenge Speicher (Bytes)'],
	domain: ['domain', 'Domain'],
	issuer: ['identity provider', 'Identitätsanbieter'],
	onlySso: ['single sign-on only', 'nur Single Sign-on'],
	showsNames: ['shows names', 'zeigt Namen'],
	month: ['month', 'Monat'],
	format: ['format', 'Format'],
	version: ['version', 'Version'],
	adviserNumber: ['adviser number', 'Beraternummer'],
	clientNumber: ['client number', 'Mandantennummer'],
	lineCount: ['lines', 'Zeilen'],
	heldOverCount: ['carried to the next payroll run', 'in die nächste Abrechnung übertragen'],
	sums: ['totals', 'Summen'],
	leftOut: ['left out', 'ausgelassen'],
	wageTypes: ['wage types', 'Lohnarten'],
	number: ['wage type', 'Lohnart'],
	lodasKey: ['processing key', 'Bearbeitungsschlüssel'],
	usesCompanyNumbers: ['company personnel numbers', 'betriebliche Personalnummern'],
	sumsBookings: ['bookings summed up', 'Buchungen zusammengefasst'],
	splitsMeals: ['meals split', 'Essen aufgeteilt'],
	bookingMonth: ['booking month', 'Buchungsmonat'],
	recordsAbsences: ['absences recorded', 'Fehlzeiten erfasst'],
	taxAffiliation: ['country', 'Land'],
	clientId: ['client ID', 'Client-ID'],
	...byText((_, { label }) => label),
	groups: ['groups', 'Gruppen'],
	currency: ['currency', 'Währung'],
	date: ['date', 'Datum'],
	dueDate: ['due', 'fällig'],
	state: ['status', 'Status'],
	note: ['note', 'Notiz'],
	rejectionReason: ['reason', 'Grund'],
	reasons: ['reasons', 'Gründe'],
	days: ['days', 'Tage'],
	isPublicTransport: ['public transport', 'öffentliche Verkehrsmittel'],
	goodiesVoucherType: ['type', 'Art'],
	interval: ['interval', 'Rhythmus'],
	clientSecret: ['client secret', 'Client-Secret'],
	url: ['address', 'Adresse'],
	description: ['description', 'Beschreibung'],
	reason: ['reason', 'Grund'],
} satisfies Record<string, Pair>;

/** Returns the names with a capital, for labels and titles. */
export function labels<Names extends Record<string, Pair>>(names: Names): Record<keyof Names, Pair> {
	const capitals: Record<string, Pair> = Object.fromEntries(
		Object.entries(names).map(([name, [en, de]]) => [name, [capital(en), capital(de)]]),
	);
	return capitals as Record<keyof Names, Pair>;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
