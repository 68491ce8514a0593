import type { AddressState, Lack, PersonState } from '../../benefits/employees/people/rules.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { FIELD_NAMES, USER_STATE_NAMES } from '../../foundation/core/words.ts';
import { STATUS_NAMES } from '../status.tsx';
import { catalogue, LABELS, SHARED } from '../words.ts';

export const LACK_NAMES = {
	PERSONNEL_NUMBER: FIELD_NAMES.personnelNumber,
	BUDGET: ['budget', 'Budget'],
	REGISTRATION: ['registration', 'Registrierung'],
} satisfies Record<Lack, Pair>;

export const ADDRESS_STATE_NAMES = {
	UNPROVEN: ['not confirmed', 'nicht bestätigt'],
} satisfies Record<AddressState, Pair>;

export const WORDS = catalogue({
	noCompany: [
		'There is no company yet. Create one first.',
		'Es gibt noch kein Unternehmen. Legen Sie zuerst eines an.',
	],
	q: ['Name, number or e-mail', 'Name, Nummer oder E-Mail'],
	missing: ['Missing', 'Es fehlt'],
	invitationMail: SHARED.invitation,
	address: ['E-mail address', 'E-Mail-Adresse'],
	group: ['Group', 'Gruppe'],
	status: ['Status', 'Status'],
	states: USER_STATE_NAMES satisfies Record<PersonState, Pair>,
	lacks: LACK_NAMES,
	choice: ['Selection', 'Auswahl'],
	tickedElsewhere: (count: number) => [
		`${count} more ${count === 1 ? 'person is' : 'people are'} selected on other pages.`,
		`${count} weitere ${count === 1 ? 'Person ist' : 'Personen sind'} auf anderen Seiten ausgewählt.`,
	],
	forMany: ['For selected people', 'Für ausgewählte Personen'],
	allFound: (count: number) => [
		`Select all ${count.toLocaleString('en-GB')}`,
		`Alle ${count.toLocaleString('de-DE')} auswählen`,
	],
	tickPage: ['Select all people on this page', 'Alle Personen dieser Seite auswählen'],
	statuses: STATUS_NAMES,
	order: ['Sort by', 'Sortieren nach'],
	moreFilters: ['More filters', 'Weitere Filter'],
	counted: (found: number | null, all: number) => {
		const [english, german] = ['en-GB', 'de-DE'].map((language) =>
			[found ?? all, all].map((one) => one.toLocaleString(language)),
		);
		return found === null
			? [
					`${english?.[1]} ${all === 1 ? 'person' : 'people'}`,
					`${german?.[1]} ${all === 1 ? 'Person' : 'Personen'}`,
				]
			: [`${english?.[0]} of ${english?.[1]} match`, `${german?.[0]} von ${german?.[1]} passen`];
	},
	forManyHint: [
		'Select up to 200 people, or all matching people (up to 10,000; 5,000 for invitations). You will see a preview first.',
		'Wählen Sie bis zu 200 Personen aus, oder alle passenden (bis zu 10.000; 5.000 für Einladungen). Sie sehen zuerst eine Vorschau.',
	],
	number: LABELS.personnelNumber,
	nobody: [
		'No people yet. Create a person, or import a file.',
		'Noch keine Mitarbeitenden. Legen Sie eine Person an, oder importieren Sie eine Datei.',
	],
	notFound: [
		'No people match these filters. Remove a filter, or clear all.',
		'Keine Personen passen zu diesen Filtern. Entfernen Sie einen Filter, oder setzen Sie alle zurück.',
	],
	create: ['Add person', 'Person anlegen'],
	import: ['Import', 'Importieren'],
	groupsHint: ['Separated by commas', 'Durch Kommas getrennt'],
	invitation: ['Send an invitation by mail', 'Eine Einladung per Mail senden'],
	typeFirst: ['Enter the details to see a preview.', 'Geben Sie die Angaben ein, um eine Vorschau zu sehen.'],
	isCreated: ['is created', 'wird angelegt'],
	account: ['An account to sign in with', 'Ein Konto zum Anmelden'],
	isOpened: ['is opened', 'wird eröffnet'],
	isSharedWithUser: [
		'already exists; the person becomes an employee too',
		'gibt es bereits; die Person wird auch Mitarbeiter oder Mitarbeiterin',
	],
	mailTo: (email: string) => [`An invitation to ${email}`, `Eine Einladung an ${email}`],
	noMail: ['No invitation', 'Keine Einladung'],
	atOnce: ['is sent immediately', 'wird sofort gesendet'],
	laterByHand: ['later, by you', 'später, durch Sie'],
	budget: ['Budgets', 'Budgets'],
});
