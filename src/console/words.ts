import { LANGUAGES, type Language } from '../core/language.ts';

/** Words in every language. The English ones say which there are: German ones that lack a key do not compile. */
export type Catalogue<Words> = Record<Language, Words>;

const ENGLISH = {
	language: 'Deutsch',
	otherLanguage: 'de',
	skip: 'Skip to the content',
	navigation: 'Pages',
	help: 'Terms',
	signOut: 'Sign out',
	next: 'Next page',
	first: 'Back to the first page',
	preview: 'What would happen',
	show: 'Preview',
	nothingSaved: 'Nothing is saved yet.',
	notPossible: 'This is not possible.',
	optional: 'optional',
	newPassword: 'New password',
	newPasswordHint: '12 to 128 characters of any kind. A few words that only you put together are good.',
	choose: 'Please choose',
	amount: 'Please type an amount such as 50, 50,00 or 50.00.',
	day: 'Please type a day such as 2026-03-07.',
	meanwhile: (value: string) => `Meanwhile changed to “${value}”.`,
	faults: (count: number) => (count === 1 ? 'Please correct one entry.' : `Please correct ${count} entries.`),
	trouble: {
		404: 'There is nothing at this address, or you may not see it.',
		403: 'Your roles or the settings of the company do not permit this.',
		413: 'This is too large. A file may have at most 10 MB. What you typed is still there when you go back.',
		429: 'That was too often. Please wait a moment.',
		other: 'That did not work. Please try again later.',
	},
	forgery: 'This form was not sent from a page of the console. Please open the page again and send it there.',
	quote: (id: string) => `If you report this, quote ${id}.`,
	home: 'To the first page',
	kept: 'You are signed in again. What you typed was kept.',
	sendNow: 'Send it now',
	discard: 'Discard it',
	fileGone: 'The file could not be kept. Please choose it again.',
	otherUser: (name: string) =>
		`This form was opened by somebody else. You are signed in as ${name}. Nothing was saved.`,
	companies: 'Companies',
	chooseCompany: 'Choose a company',
	nameless: 'somebody without a name',
	noPages: 'There is no page for your roles yet. Your administrator can give you roles.',
	viewing: (name: string) => `You see what ${name} sees. Nothing can be changed.`,
	stopViewing: 'Stop looking',
	onlyLooking: 'You only look here. Nothing was saved.',
	back: 'Back',
};

type CommonWords = typeof ENGLISH;

const GERMAN: CommonWords = {
	language: 'English',
	otherLanguage: 'en',
	skip: 'Zum Inhalt',
	navigation: 'Seiten',
	help: 'Begriffe',
	signOut: 'Abmelden',
	next: 'Nächste Seite',
	first: 'Zurück zur ersten Seite',
	preview: 'Das würde geschehen',
	show: 'Vorschau',
	nothingSaved: 'Noch ist nichts gespeichert.',
	notPossible: 'Das geht so nicht.',
	optional: 'optional',
	newPassword: 'Neues Passwort',
	newPasswordHint: '12 bis 128 beliebige Zeichen. Gut sind einige Wörter, die nur Sie so zusammenstellen.',
	choose: 'Bitte wählen',
	amount: 'Bitte geben Sie einen Betrag ein wie 50, 50,00 oder 50.00.',
	day: 'Bitte geben Sie einen Tag ein wie 7.3.2026.',
	meanwhile: (value) => `Inzwischen geändert in „${value}“.`,
	faults: (count) =>
		count === 1 ? 'Bitte berichtigen Sie eine Angabe.' : `Bitte berichtigen Sie ${count} Angaben.`,
	trouble: {
		404: 'Unter dieser Adresse gibt es nichts, oder Sie dürfen es nicht sehen.',
		403: 'Ihre Rollen oder die Einstellungen der Firma erlauben das nicht.',
		413: 'Das ist zu groß. Eine Datei darf höchstens 10 MB haben. Gehen Sie zurück, steht noch da, was Sie eingegeben haben.',
		429: 'Das war zu oft. Bitte warten Sie einen Augenblick.',
		other: 'Das hat nicht geklappt. Bitte versuchen Sie es später noch einmal.',
	},
	forgery:
		'Dieses Formular kam nicht von einer Seite der Konsole. Bitte öffnen Sie die Seite neu und senden Sie es dort.',
	quote: (id) => `Wenn Sie es melden, nennen Sie ${id}.`,
	home: 'Zur ersten Seite',
	kept: 'Sie sind wieder angemeldet. Was Sie eingegeben hatten, ist noch da.',
	sendNow: 'Jetzt senden',
	discard: 'Verwerfen',
	fileGone: 'Die Datei ließ sich nicht aufheben. Bitte wählen Sie sie noch einmal.',
	otherUser: (name) =>
		`Dieses Formular hat jemand anderes geöffnet. Sie sind als ${name} angemeldet. Es wurde nichts gespeichert.`,
	companies: 'Firmen',
	chooseCompany: 'Firma wählen',
	nameless: 'jemand ohne Namen',
	noPages: 'Für Ihre Rollen gibt es noch keine Seite. Ihre Administration kann Ihnen Rollen geben.',
	viewing: (name) => `Sie sehen, was ${name} sieht. Ändern lässt sich nichts.`,
	stopViewing: 'Nicht mehr ansehen',
	onlyLooking: 'Sie sehen hier nur zu. Es wurde nichts gespeichert.',
	back: 'Zurück',
};

export const COMMON: Catalogue<CommonWords> = { en: ENGLISH, de: GERMAN };

/** The language that a user has among the ones we have: `de-AT` is German too. */
export const languageOfUser = (wanted: string | null): Language | undefined =>
	LANGUAGES.find((language) => wanted?.startsWith(language));
