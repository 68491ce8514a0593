import { dictionary, LANGUAGES, type Language, type Said, type Texts } from '../core/language.ts';
import { FIELD_NAMES, LANGUAGE_NAMES, labels } from '../core/words.ts';

/** The words of a part of the console, in every language. */
export type Catalogue<Words> = Record<Language, Words>;

export const LABELS = labels(FIELD_NAMES);

/** Labels, buttons and answers that several parts have. */
const SHARED = {
	amount: LABELS.amount,
	costCenter: LABELS.costCenter,
	currency: LABELS.currency,
	email: LABELS.email,
	firstName: LABELS.firstName,
	groups: LABELS.groups,
	language: LABELS.language,
	lastName: LABELS.lastName,
	month: LABELS.month,
	name: LABELS.name,
	personnelNumber: LABELS.personnelNumber,
	state: LABELS.state,
	languages: LANGUAGE_NAMES,
	person: ['Person', 'Person'],
	people: ['People', 'Mitarbeitende'],
	company: ['Company', 'Firma'],
	companies: ['Companies', 'Firmen'],
	module: ['Module', 'Modul'],
	day: ['Day', 'Tag'],
	who: ['Who', 'Wer'],
	what: ['What', 'Was'],
	history: ['History', 'Verlauf'],
	payroll: ['Payroll', 'Abrechnung'],
	earlier: ['Earlier', 'Früher'],
	later: ['Later', 'Später'],
	search: ['Search', 'Suchen'],
	show: ['Show', 'Anzeigen'],
	export: ['Export', 'Exportieren'],
	save: ['Save', 'Speichern'],
	saved: ['Saved.', 'Gespeichert.'],
	cancel: ['Cancel', 'Abbrechen'],
	asTable: ['As a table', 'Als Tabelle'],
	yes: ['yes', 'ja'],
	no: ['no', 'nein'],
	none: ['none', 'keine'],
	open: ['no end date', 'unbefristet'],
	noCompany: [
		'You do not manage a company yet. Ask the operator of this service to add you to one.',
		'Sie verwalten noch keine Firma. Bitten Sie den Betreiber dieses Dienstes, Sie einer Firma zuzuordnen.',
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
	skip: ['Skip to the content', 'Zum Inhalt'],
	navigation: ['Pages', 'Seiten'],
	help: ['Terms', 'Begriffe'],
	signOut: ['Sign out', 'Abmelden'],
	next: ['Next page', 'Nächste Seite'],
	first: ['Back to the first page', 'Zurück zur ersten Seite'],
	preview: ['What would happen', 'Das würde geschehen'],
	show: ['Preview', 'Vorschau'],
	nothingSaved: ['Nothing is saved yet.', 'Noch ist nichts gespeichert.'],
	notPossible: ['This is not possible.', 'Das geht so nicht.'],
	optional: ['optional', 'optional'],
	newPassword: ['New password', 'Neues Passwort'],
	newPasswordHint: [
		'12 to 128 characters of any kind. A few words that only you put together are good.',
		'12 bis 128 beliebige Zeichen. Gut sind einige Wörter, die nur Sie so zusammenstellen.',
	],
	choose: ['Please choose', 'Bitte wählen'],
	amount: [
		'Please type an amount such as 50, 50,00 or 50.00.',
		'Bitte geben Sie einen Betrag ein wie 50, 50,00 oder 50.00.',
	],
	day: ['Please type a day such as 2026-03-07.', 'Bitte geben Sie einen Tag ein wie 7.3.2026.'],
	meanwhile: (value: string) => [`Meanwhile changed to “${value}”.`, `Inzwischen geändert in „${value}“.`],
	faults: (count: number) =>
		count === 1
			? ['Please correct one entry.', 'Bitte berichtigen Sie eine Angabe.']
			: [`Please correct ${count} entries.`, `Bitte berichtigen Sie ${count} Angaben.`],
	trouble: {
		404: [
			'There is nothing at this address, or you may not see it.',
			'Unter dieser Adresse gibt es nichts, oder Sie dürfen es nicht sehen.',
		],
		403: [
			'Your roles or the settings of the company do not permit this.',
			'Ihre Rollen oder die Einstellungen der Firma erlauben das nicht.',
		],
		413: [
			'This is too large. A file may have at most 10 MB. What you typed is still there when you go back.',
			'Das ist zu groß. Eine Datei darf höchstens 10 MB haben. Gehen Sie zurück, steht noch da, was Sie eingegeben haben.',
		],
		429: ['That was too often. Please wait a moment.', 'Das war zu oft. Bitte warten Sie einen Augenblick.'],
		other: [
			'That did not work. Please try again later.',
			'Das hat nicht geklappt. Bitte versuchen Sie es später noch einmal.',
		],
	},
	forgery: [
		'This form was not sent from a page of the console. Please open the page again and send it there.',
		'Dieses Formular kam nicht von einer Seite der Konsole. Bitte öffnen Sie die Seite neu und senden Sie es dort.',
	],
	quote: (id: string) => [`If you report this, quote ${id}.`, `Wenn Sie es melden, nennen Sie ${id}.`],
	home: ['To the first page', 'Zur ersten Seite'],
	kept: [
		'You are signed in again. What you typed was kept.',
		'Sie sind wieder angemeldet. Was Sie eingegeben hatten, ist noch da.',
	],
	sendNow: ['Send it now', 'Jetzt senden'],
	discard: ['Discard it', 'Verwerfen'],
	fileGone: [
		'The file could not be kept. Please choose it again.',
		'Die Datei ließ sich nicht aufheben. Bitte wählen Sie sie noch einmal.',
	],
	otherUser: (name: string) => [
		`This form was opened by somebody else. You are signed in as ${name}. Nothing was saved.`,
		`Dieses Formular hat jemand anderes geöffnet. Sie sind als ${name} angemeldet. Es wurde nichts gespeichert.`,
	],
	companies: ['Companies', 'Firmen'],
	chooseCompany: ['Choose a company', 'Firma wählen'],
	nameless: ['somebody without a name', 'jemand ohne Namen'],
	noPages: [
		'There is no page for your roles yet. Your administrator can give you roles.',
		'Für Ihre Rollen gibt es noch keine Seite. Ihre Administration kann Ihnen Rollen geben.',
	],
	viewing: (name: string) => [
		`You see what ${name} sees. Nothing can be changed.`,
		`Sie sehen, was ${name} sieht. Ändern lässt sich nichts.`,
	],
	stopViewing: ['Stop looking', 'Nicht mehr ansehen'],
	onlyLooking: [
		'You only look here. Nothing was saved.',
		'Sie sehen hier nur zu. Es wurde nichts gespeichert.',
	],
	back: ['Back', 'Zurück'],
	save: ['Save', 'Speichern'],
	saved: ['Saved.', 'Gespeichert.'],
	cancel: ['Cancel', 'Abbrechen'],
	number: ['Please enter a whole number.', 'Bitte geben Sie eine ganze Zahl ein.'],
});

/** The language that a user has among the ones we have: `de-AT` is German too. */
export const languageOfUser = (wanted: string | null): Language | undefined =>
	LANGUAGES.find((language) => wanted?.startsWith(language));
