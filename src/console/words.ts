import { dictionary, type Language, type Said, type Texts } from '../core/language.ts';
import { FIELD_NAMES, LANGUAGE_NAMES, labels } from '../core/words.ts';

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
	/** The sentences about what was done, by the value of `saved` in the address. */
	did: {
		close: [
			'The account is closed. The person can no longer sign in.',
			'Das Konto ist geschlossen. Die Person kann sich nicht mehr anmelden.',
		],
		open: [
			'The account is open again. The person can sign in.',
			'Das Konto ist wieder offen. Die Person kann sich anmelden.',
		],
		sessions: ['The person is signed out on all devices.', 'Die Person ist auf allen Geräten abgemeldet.'],
		'second-factor': ['The second factor was reset.', 'Der zweite Faktor wurde zurückgesetzt.'],
		invitation: ['The invitation was sent again.', 'Die Einladung wurde noch einmal gesendet.'],
		'receipt-address': ['Your address for receipts was created.', 'Ihre Adresse für Belege wurde erstellt.'],
		'no-receipt-address': [
			'Your address for receipts was removed.',
			'Ihre Adresse für Belege wurde entfernt.',
		],
		'approval-rule': ['The approval rule was saved.', 'Die Genehmigungsregel wurde gespeichert.'],
		'no-approval-rule': ['The approval rule was removed.', 'Die Genehmigungsregel wurde entfernt.'],
		key: ['The key was revoked.', 'Der Schlüssel wurde widerrufen.'],
		endpoint: [
			'The settings of the endpoint were saved.',
			'Die Einstellungen des Endpunkts wurden gespeichert.',
		],
		'endpoint-active': [
			'The endpoint is active. Waiting events are sent now.',
			'Der Endpunkt ist aktiv. Wartende Ereignisse werden jetzt gesendet.',
		],
		'endpoint-paused': [
			'The endpoint is paused. Events wait until you resume it.',
			'Der Endpunkt ist pausiert. Ereignisse warten, bis Sie ihn fortsetzen.',
		],
		'no-endpoint': ['The endpoint was removed.', 'Der Endpunkt wurde entfernt.'],
		ping: [
			'The test delivery will be sent shortly. Reload this page to see the response.',
			'Die Testzustellung wird gleich gesendet. Laden Sie diese Seite neu, um die Antwort zu sehen.',
		],
		redelivered: [
			'The delivery will be sent again shortly. Reload this page to see the response.',
			'Die Zustellung wird gleich erneut gesendet. Laden Sie diese Seite neu, um die Antwort zu sehen.',
		],
		'redelivered-many': [
			'The deliveries will be sent again shortly.',
			'Die Zustellungen werden gleich erneut gesendet.',
		],
		'redelivered-none': [
			'No deliveries match, so nothing is sent again.',
			'Es gibt keine passenden Zustellungen. Nichts wird erneut gesendet.',
		],
		'redelivered-more': [
			'The oldest 5,000 deliveries will be sent again shortly. There are more: press the same button again.',
			'Die ältesten 5.000 Zustellungen werden gleich erneut gesendet. Es gibt noch mehr: Betätigen Sie dieselbe Schaltfläche noch einmal.',
		],
		device: ['That device is signed out.', 'Dieses Gerät ist abgemeldet.'],
		devices: ['All other devices are signed out.', 'Alle anderen Geräte sind abgemeldet.'],
		factor: ['The second factor was removed.', 'Der zweite Faktor wurde entfernt.'],
		general: [
			'The company name and the mail settings were saved.',
			'Unternehmensname und Mail-Einstellungen wurden gespeichert.',
		],
		receipts: [
			'The modules that need a receipt were saved.',
			'Die Module mit Belegpflicht wurden gespeichert.',
		],
		limits: [
			'The settings for legal limits were saved.',
			'Die Einstellungen zu gesetzlichen Grenzen wurden gespeichert.',
		],
		advance: ['The clock was moved.', 'Die Uhr wurde vorgestellt.'],
		unfinished: [
			'The time of one request was not enough. Send the form again to continue.',
			'Die Zeit einer Anfrage hat nicht gereicht. Senden Sie das Formular noch einmal, um fortzufahren.',
		],
		populate: ['The sandbox was filled.', 'Die Sandbox wurde gefüllt.'],
		reset: ['The sandbox was reset.', 'Die Sandbox wurde zurückgesetzt.'],
		assistants: [
			'The settings for assistants were saved.',
			'Die Einstellungen für Assistenten wurden gespeichert.',
		],
		released: [
			'The proposal was released. The change is made.',
			'Der Vorschlag wurde freigegeben. Die Änderung ist ausgeführt.',
		],
		declined: ['The proposal was declined.', 'Der Vorschlag wurde abgelehnt.'],
		days: ['The cut-off days were saved.', 'Die Stichtage wurden gespeichert.'],
		color: ['The colour was saved.', 'Die Farbe wurde gespeichert.'],
		logo: ['The logo was saved.', 'Das Logo wurde gespeichert.'],
		'no-logo': ['The logo was removed.', 'Das Logo wurde entfernt.'],
		office: [
			'The settings for the payroll office were saved.',
			'Die Einstellungen für das Lohnbüro wurden gespeichert.',
		],
		data: [
			'Country, retention period and limits were saved.',
			'Land, Aufbewahrungsfrist und Grenzen wurden gespeichert.',
		],
		erased: [
			'The personal data of the person was erased.',
			'Die personenbezogenen Daten der Person wurden gelöscht.',
		],
		provider: ['The identity provider was saved.', 'Der Identitätsanbieter wurde gespeichert.'],
		'no-provider': ['The identity provider was removed.', 'Der Identitätsanbieter wurde entfernt.'],
		domain: ['The domain is verified.', 'Die Domain ist verifiziert.'],
		security: ['The rules for signing in were saved.', 'Die Regeln für die Anmeldung wurden gespeichert.'],
		invitations: [
			'The setting for invitations was saved.',
			'Die Einstellung für Einladungen wurde gespeichert.',
		],
		roles: [
			'The roles and details were saved. They take effect within 10 seconds.',
			'Die Rollen und Angaben wurden gespeichert. Sie gelten spätestens nach 10 Sekunden.',
		],
		invited: ['The invitation was sent.', 'Die Einladung wurde gesendet.'],
		password: [
			'The password was changed. You are signed out on all other devices.',
			'Das Passwort wurde geändert. Auf allen anderen Geräten sind Sie abgemeldet.',
		],
		profile: ['Your name and language were saved.', 'Ihr Name und Ihre Sprache wurden gespeichert.'],
		notices: ['Your mail preferences were saved.', 'Ihre Mail-Einstellungen wurden gespeichert.'],
	},
	cancel: SHARED.cancel,
	number: ['Please enter a whole number.', 'Bitte geben Sie eine ganze Zahl ein.'],
});
