import type { Pair } from '../../core/language.ts';
import { FIELD_NAMES, MAIL_STATE_NAMES, USER_STATE_NAMES } from '../../core/words.ts';
import type { Lack, PersonState } from '../../employees/people/rules.ts';
import type { MailState } from '../../mail/rules.ts';
import { catalogue, LABELS } from '../words.ts';

export const WORDS = catalogue({
	noCompany: [
		'There is no company yet. Create one first.',
		'Es gibt noch keine Firma. Legen Sie zuerst eine an.',
	],
	q: ['Name, number or e-mail', 'Name, Nummer oder E-Mail'],
	missing: ['Missing', 'Es fehlt'],
	invitationMail: ['Invitation', 'Einladung'],
	mails: MAIL_STATE_NAMES satisfies Record<MailState, Pair>,
	group: ['Group', 'Gruppe'],
	all: ['All', 'Alle'],
	clear: ['Show everybody', 'Alle zeigen'],
	states: USER_STATE_NAMES satisfies Record<PersonState, Pair>,
	lacks: {
		PERSONNEL_NUMBER: FIELD_NAMES.personnelNumber,
		BUDGET: ['budget', 'Budget'],
		REGISTRATION: ['registration', 'Registrierung'],
	} satisfies Record<Lack, Pair>,
	choice: ['Choice', 'Wahl'],
	tickedElsewhere: (count: number) => [
		`${count} more ${count === 1 ? 'person is' : 'people are'} ticked on other pages.`,
		`${count} weitere ${count === 1 ? 'Person ist' : 'Personen sind'} auf anderen Seiten angehakt.`,
	],
	forMany: ['For everybody who is ticked', 'Für alle Angehakten'],
	allFound: ['For all who are found, on every page', 'Für alle Gefundenen, auf allen Seiten'],
	forManyHint: [
		'At most 200 people ticked one by one; of those who are found 10,000, or 5,000 to invite. A preview comes first.',
		'Einzeln angehakt höchstens 200 Personen; von den Gefundenen 10.000, zum Einladen 5.000. Zuerst kommt eine Vorschau.',
	],
	number: LABELS.personnelNumber,
	nobody: [
		'There is nobody yet. Create a person, or import a file.',
		'Es gibt noch niemanden. Legen Sie jemanden an, oder lesen Sie eine Datei ein.',
	],
	notFound: [
		'Nobody is like this. Search for less, or show everybody.',
		'So ist niemand. Suchen Sie nach weniger, oder zeigen Sie alle.',
	],
	create: ['Create a person', 'Person anlegen'],
	import: ['Import', 'Einlesen'],
	groupsHint: ['With a comma between them', 'Mit Komma getrennt'],
	invitation: ['Send an invitation by mail', 'Eine Einladung per Mail senden'],
	save: ['Create', 'Anlegen'],
	typeFirst: [
		'Type what you know, and ask for the preview.',
		'Geben Sie ein, was Sie wissen, und lassen Sie sich die Vorschau zeigen.',
	],
	refused: ['This is not possible.', 'Das geht nicht.'],
	isCreated: ['is created', 'wird angelegt'],
	account: ['An account to sign in with', 'Ein Konto zum Anmelden'],
	isOpened: ['is opened', 'wird eröffnet'],
	isSharedWithUser: [
		'is there; the person becomes an employee too',
		'gibt es; die Person wird auch beschäftigt',
	],
	mailTo: (email: string) => [`An invitation to ${email}`, `Eine Einladung an ${email}`],
	noMail: ['No invitation', 'Keine Einladung'],
	atOnce: ['leaves at once', 'geht sofort hinaus'],
	laterByHand: ['later, by you', 'später, durch Sie'],
	budget: ['Budgets', 'Budgets'],
});
