import type { Lack, PersonState } from '../../employees/people/rules.ts';
import type { MailState } from '../../mail/rules.ts';
import type { Catalogue } from '../words.ts';

const STATES: Record<PersonState, string> = {
	CREATED: 'not invited',
	INVITED: 'invited',
	REGISTERED: 'registered',
	CLOSED: 'closed',
	TERMINATED: 'has left',
};

const LACKS: Record<Lack, string> = {
	PERSONNEL_NUMBER: 'personnel number',
	BUDGET: 'budget',
	REGISTRATION: 'registration',
};

const MAILS: Record<MailState, string> = {
	waiting: 'on its way',
	sent: 'sent',
	failed: 'could not be sent',
	bounced: 'came back',
	no_carrier: 'no mail is set up',
};

const ENGLISH = {
	people: 'People',
	companies: 'Companies',
	chooseCompany: 'Choose a company',
	noCompany: 'There is no company yet. Create one first.',
	q: 'Name, number or e-mail',
	state: 'State',
	missing: 'Missing',
	invitationMail: 'Invitation',
	mails: MAILS,
	group: 'Group',
	costCenter: 'Cost centre',
	all: 'All',
	search: 'Search',
	clear: 'Show everybody',
	states: STATES,
	lacks: LACKS,
	name: 'Name',
	number: 'Number',
	email: 'E-mail address',
	firstName: 'First name',
	lastName: 'Last name',
	language: 'Language',
	languages: { de: 'German', en: 'English' },
	nobody: 'There is nobody yet. Create a person.',
	notFound: 'Nobody is like this. Search for less, or show everybody.',
	create: 'Create a person',
	export: 'Export',
	personnelNumber: 'Personnel number',
	groups: 'Groups',
	groupsHint: 'With a comma between them',
	invitation: 'Send an invitation by mail',
	save: 'Create',
};

type Words = typeof ENGLISH;

const GERMAN: Words = {
	people: 'Mitarbeitende',
	companies: 'Firmen',
	chooseCompany: 'Firma wählen',
	noCompany: 'Es gibt noch keine Firma. Legen Sie zuerst eine an.',
	q: 'Name, Nummer oder E-Mail',
	state: 'Stand',
	missing: 'Es fehlt',
	invitationMail: 'Einladung',
	mails: {
		waiting: 'unterwegs',
		sent: 'gesendet',
		failed: 'nicht zustellbar',
		bounced: 'kam zurück',
		no_carrier: 'kein Versand eingerichtet',
	},
	group: 'Gruppe',
	costCenter: 'Kostenstelle',
	all: 'Alle',
	search: 'Suchen',
	clear: 'Alle zeigen',
	states: {
		CREATED: 'nicht eingeladen',
		INVITED: 'eingeladen',
		REGISTERED: 'registriert',
		CLOSED: 'geschlossen',
		TERMINATED: 'ausgetreten',
	},
	lacks: { PERSONNEL_NUMBER: 'Personalnummer', BUDGET: 'Budget', REGISTRATION: 'Registrierung' },
	name: 'Name',
	number: 'Nummer',
	email: 'E-Mail-Adresse',
	firstName: 'Vorname',
	lastName: 'Nachname',
	language: 'Sprache',
	languages: { de: 'Deutsch', en: 'Englisch' },
	nobody: 'Es gibt noch niemanden. Legen Sie jemanden an.',
	notFound: 'So ist niemand. Suchen Sie nach weniger, oder zeigen Sie alle.',
	create: 'Person anlegen',
	export: 'Exportieren',
	personnelNumber: 'Personalnummer',
	groups: 'Gruppen',
	groupsHint: 'Mit Komma getrennt',
	invitation: 'Eine Einladung per Mail senden',
	save: 'Anlegen',
};

export const WORDS: Catalogue<Words> = { en: ENGLISH, de: GERMAN };
