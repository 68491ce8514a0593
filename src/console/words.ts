import { dictionary, type Language, type Said, type Texts } from '../foundation/core/language.ts';
import { FIELD_NAMES, LANGUAGE_NAMES, labels } from '../foundation/core/words.ts';

/** The words of a part of the console, in every language. */
export type Catalogue<Words> = Record<Language, Words>;

export const LABELS = labels(FIELD_NAMES);

/** Labels, buttons and answers that several parts have. */
export const SHARED = {
	...LABELS,
	languages: LANGUAGE_NAMES,
	person: ['Person', 'Person'],
	people: ['People', 'Mitarbeitende'],
	company: ['Company', 'Unternehmen'],
	companies: ['Companies', 'Unternehmen'],
	module: ['Module', 'Modul'],
	day: ['Day', 'Tag'],
	months: ['Months', 'Monate'],
	today: ['Today', 'Heute'],
	calendar: ['Calendar', 'Kalender'],
	from: ['From', 'Von'],
	until: ['Until', 'Bis'],
	untilDay: (day: string) => [`until ${day}`, `bis ${day}`],
	lastUsed: (time: string) => [`last used ${time}`, `zuletzt benutzt ${time}`],
	created: ['Created', 'Erstellt'],
	attempts: ['Attempts', 'Versuche'],
	lastAttempt: ['Last attempt', 'Letzter Versuch'],
	nextAttempt: ['Next attempt', 'Nächster Versuch'],
	notYet: ['not yet', 'noch nicht'],
	when: ['When', 'Wann'],
	who: ['Who', 'Wer'],
	what: ['What', 'Was'],
	purpose: ['What for', 'Wofür'],
	receipts: ['Receipts', 'Belege'],
	expenses: ['Expenses', 'Ausgaben'],
	vouchers: ['Vouchers', 'Gutscheine'],
	benefit: ['Benefit', 'Leistung'],
	kind: ['Kind', 'Art'],
	value: ['Value', 'Wert'],
	spent: ['Spent', 'Ausgegeben'],
	pending: ['In review', 'In Prüfung'],
	available: ['Left', 'Übrig'],
	allModules: ['everything', 'alles'],
	history: ['History', 'Verlauf'],
	undo: ['Undo', 'Rückgängig'],
	removeNow: ['Remove permanently', 'Endgültig entfernen'],
	payroll: ['Payroll', 'Abrechnung'],
	invitation: ['Invitation', 'Einladung'],
	invite: ['Invite', 'Einladen'],
	toPerson: ['To the person', 'Zur Person'],
	backToList: ['Back to the list', 'Zurück zur Liste'],
	erasedPerson: ['Erased person', 'Gelöschte Person'],
	taxAffiliation: ['Country whose tax law applies', 'Land, dessen Steuerrecht gilt'],
	keys: ['API keys', 'API-Schlüssel'],
	code: ['Code', 'Code'],
	secondFactor: ['Second factor', 'Zweiter Faktor'],
	sendLink: ['Send link', 'Link senden'],
	signOut: ['Sign out', 'Abmelden'],
	result: ['What happens', 'Was geschieht'],
	changed: ['changed', 'geändert'],
	unchanged: ['unchanged', 'unverändert'],
	refused: ['refused', 'abgelehnt'],
	failed: ['failed', 'fehlgeschlagen'],
	monthClosed: ['closed', 'abgeschlossen'],
	paid: ['paid', 'gezahlt'],
	settled: ['settled outside payroll', 'außerhalb der Lohnabrechnung beglichen'],
	nothingChanges: ['Nothing would change.', 'Es würde sich nichts ändern.'],
	earlier: ['Earlier', 'Früher'],
	later: ['Later', 'Später'],
	search: ['Search', 'Suchen'],
	show: ['Show', 'Anzeigen'],
	export: ['Export', 'Exportieren'],
	save: ['Save', 'Speichern'],
	saved: ['Saved.', 'Gespeichert.'],
	cancel: ['Cancel', 'Abbrechen'],
	goOn: ['Continue', 'Weiter'],
	clear: ['Clear all filters', 'Alle Filter zurücksetzen'],
	done: ['Done', 'Erledigt'],
	gone: ['No longer available', 'Nicht mehr vorhanden'],
	asTable: ['As a table', 'Als Tabelle'],
	yes: ['yes', 'ja'],
	no: ['no', 'nein'],
	none: ['none', 'keine'],
	all: ['All', 'Alle'],
	decidedBy: ['Approved by', 'Genehmigt durch'],
	byRule: ['an approval rule of the company', 'eine Genehmigungsregel des Unternehmens'],
	open: ['no end date', 'unbefristet'],
	noCompany: [
		'You do not manage a company yet. Ask the operator of this service to add you to one.',
		'Sie verwalten noch kein Unternehmen. Bitten Sie den Betreiber dieses Dienstes, Sie einem Unternehmen zuzuordnen.',
	],
} satisfies Texts;

/** The dictionary of a part of the console: its own texts, and the shared ones. */
export const catalogue = <Own extends Texts>(
	own: Own,
): Catalogue<Said<Omit<typeof SHARED, keyof Own> & Own>> =>
	dictionary({ ...SHARED, ...own } as Omit<typeof SHARED, keyof Own> & Own);

export const COMMON = dictionary({
	language: ['Deutsch', 'English'],
	otherLanguage: ['de', 'en'],
	skip: ['Skip to content', 'Zum Inhalt'],
	navigation: ['Pages', 'Seiten'],
	menu: ['Menu', 'Menü'],
	waits: {
		expenses: (count: number, shown: string) => [
			`${shown} ${count === 1 ? 'expense waits' : 'expenses wait'} for a decision`,
			`${shown} ${count === 1 ? 'Ausgabe wartet' : 'Ausgaben warten'} auf eine Entscheidung`,
		],
		proofs: (count: number, shown: string) => [
			`${shown} ${count === 1 ? 'standing expense waits' : 'standing expenses wait'} for verification`,
			`${shown} ${count === 1 ? 'Dauerausgabe wartet' : 'Dauerausgaben warten'} auf die Prüfung`,
		],
		proposals: (count: number, shown: string) => [
			`${shown} ${count === 1 ? 'proposal waits' : 'proposals wait'} for a decision`,
			`${shown} ${count === 1 ? 'Vorschlag wartet' : 'Vorschläge warten'} auf eine Entscheidung`,
		],
	},
	groups: {
		daily: ['Daily work', 'Tägliches'],
		own: ['Your benefits', 'Ihre Benefits'],
		setUp: ['Set up', 'Einrichten'],
	},
	help: ['Help', 'Hilfe'],
	signOut: SHARED.signOut,
	submitReceipt: ['Submit a receipt', 'Beleg einreichen'],
	all: SHARED.all,
	next: ['Next page', 'Nächste Seite'],
	first: ['Back to the first page', 'Zurück zur ersten Seite'],
	preview: ['What will change', 'Was sich ändert'],
	show: ['Preview', 'Vorschau'],
	nothingSaved: ['Nothing has been saved yet.', 'Noch wurde nichts gespeichert.'],
	notPossible: ['This is not possible.', 'Das ist nicht möglich.'],
	optional: ['optional', 'optional'],
	newPassword: ['New password', 'Neues Passwort'],
	newPasswordHint: [
		'12 to 128 characters. A few words in an order that only you know work well.',
		'12 bis 128 Zeichen. Gut geeignet sind einige Wörter in einer Reihenfolge, die nur Sie kennen.',
	],
	choose: ['Please select', 'Bitte auswählen'],
	chooseOne: ['Please select one.', 'Bitte wählen Sie eines aus.'],
	amount: [
		'Please enter an amount such as 50, 50,00 or 50.00.',
		'Bitte geben Sie einen Betrag ein, zum Beispiel 50, 50,00 oder 50.00.',
	],
	day: ['Please enter a date such as 2026-03-07.', 'Bitte geben Sie ein Datum ein, zum Beispiel 7.3.2026.'],
	meanwhile: (value: string) => [
		`Changed to “${value}” in the meantime.`,
		`Inzwischen geändert in „${value}“.`,
	],
	faults: (count: number) =>
		count === 1
			? ['Please correct one field.', 'Bitte korrigieren Sie ein Feld.']
			: [`Please correct ${count} fields.`, `Bitte korrigieren Sie ${count} Felder.`],
	trouble: {
		404: [
			'This page does not exist, or you do not have access to it.',
			'Diese Seite gibt es nicht, oder Sie haben keinen Zugriff darauf.',
		],
		413: [
			'This is too large. A file can have up to 10 MB. Go back to find what you entered.',
			'Das ist zu groß. Eine Datei darf höchstens 10 MB haben. Ihre Eingaben finden Sie, wenn Sie zurückgehen.',
		],
	},
	forgery: [
		'This form was not submitted from our own pages. Open the page again and resubmit.',
		'Dieses Formular wurde nicht von unseren eigenen Seiten gesendet. Öffnen Sie die Seite noch einmal und senden Sie es dort.',
	],
	quote: (id: string) => [
		`If you report this, include the reference ${id}.`,
		`Wenn Sie das melden, nennen Sie die Referenz ${id}.`,
	],
	home: ['Go to the start page', 'Zur Startseite'],
	kept: [
		'You are signed in again. Your entries were kept.',
		'Sie sind wieder angemeldet. Ihre Eingaben wurden aufbewahrt.',
	],
	sendNow: ['Submit now', 'Jetzt senden'],
	discard: ['Discard', 'Verwerfen'],
	file: ['File', 'Datei'],
	fileGone: [
		'The file could not be kept. Please select it again.',
		'Die Datei konnte nicht aufbewahrt werden. Bitte wählen Sie sie noch einmal aus.',
	],
	fileKept: (name: string) => [
		`${name} is still selected. Select another file to replace it.`,
		`${name} ist weiterhin ausgewählt. Wählen Sie eine andere Datei, um sie zu ersetzen.`,
	],
	otherUser: (name: string) => [
		`Another user opened this form. You are signed in as ${name}. Nothing was saved. To submit the entries, sign in as that user.`,
		`Dieses Formular hat ein anderer Benutzer geöffnet. Sie sind als ${name} angemeldet. Es wurde nichts gespeichert. Um die Eingaben zu senden, melden Sie sich als dieser Benutzer an.`,
	],
	companies: SHARED.companies,
	chooseCompany: ['Select a company', 'Unternehmen auswählen'],
	nameless: ['no name', 'ohne Namen'],
	noPages: [
		'There are no pages for your roles. Ask your administrator for a role.',
		'Für Ihre Rollen gibt es keine Seiten. Bitten Sie Ihre Administration um eine Rolle.',
	],
	viewing: (name: string) => [
		`You are viewing the console as ${name}. You cannot change anything.`,
		`Sie sehen die Konsole als ${name}. Sie können nichts ändern.`,
	],
	stopViewing: ['Stop viewing', 'Ansicht beenden'],
	sandbox: (at: string) => [
		`Sandbox: it is ${at}. No mail leaves it.`,
		`Sandbox: Es ist ${at}. Keine Mail verlässt sie.`,
	],
	advance: ['Advance clock', 'Uhr vorstellen'],
	onlyLooking: ['You are only viewing. Nothing was saved.', 'Sie sehen nur zu. Es wurde nichts gespeichert.'],
	back: ['Back', 'Zurück'],
	save: SHARED.save,
	saved: SHARED.saved,
	cancel: SHARED.cancel,
	number: ['Please enter a whole number.', 'Bitte geben Sie eine ganze Zahl ein.'],
});
