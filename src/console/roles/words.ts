import type { Role } from '../../core/actor.ts';
import type { Catalogue } from '../words.ts';

const roles: Record<Role, string> = {
	PLATFORM_ADMIN: 'Platform: sees and changes every company',
	COMPANY_ADMIN: 'Administration: people, benefits, payroll and settings',
	FLEX_DOCUMENT_VERIFIER: 'Verifier: decides on receipts, sees balances and payroll',
	EMPLOYEE: 'Employee: one’s own benefits',
	TECHNICAL_USER: 'Technical user: people and benefits, for a program',
};

const ENGLISH = {
	roles,
	given: 'Gets',
	taken: 'Loses',
	companiesGiven: 'From now on for',
	companiesTaken: 'No more for',
	holdsFor: 'The roles hold for',
	left: (company: string, others: number) =>
		others === 1 ? `One other person administers ${company}.` : `${others} others administer ${company}.`,
	factor: 'There is no second factor yet. It has to be set up before anything else can be done.',
	oneself:
		'This is you: you no longer see the pages of a role that you give up, and nobody gives a role to oneself.',
	soon: 'It takes effect within ten seconds.',
	nothing: 'Roles and companies stay as they are.',
	first: 'Change something; here stands what would follow.',
	refused: 'This cannot be saved.',
};

export const WORDS: Catalogue<typeof ENGLISH> = {
	en: ENGLISH,
	de: {
		roles: {
			PLATFORM_ADMIN: 'Plattform: sieht und ändert jede Firma',
			COMPANY_ADMIN: 'Verwaltung: Mitarbeitende, Benefits, Abrechnung und Einstellungen',
			FLEX_DOCUMENT_VERIFIER: 'Belegprüfung: entscheidet über Belege, sieht Guthaben und Abrechnung',
			EMPLOYEE: 'Mitarbeitende: die eigenen Benefits',
			TECHNICAL_USER: 'Technischer Zugang: Mitarbeitende und Benefits, für ein Programm',
		},
		given: 'Bekommt',
		taken: 'Verliert',
		companiesGiven: 'Von jetzt an für',
		companiesTaken: 'Nicht mehr für',
		holdsFor: 'Die Rollen gelten für',
		left: (company, others) =>
			others === 1 ? `Eine weitere Person verwaltet ${company}.` : `${others} weitere verwalten ${company}.`,
		factor: 'Es gibt noch keinen zweiten Faktor. Er muss eingerichtet werden, bevor etwas anderes geht.',
		oneself:
			'Das sind Sie selbst: Die Seiten einer Rolle, die Sie aufgeben, sehen Sie nicht mehr, und niemand gibt sich selbst eine Rolle.',
		soon: 'Es gilt in zehn Sekunden.',
		nothing: 'Rollen und Firmen bleiben, wie sie sind.',
		first: 'Ändern Sie etwas; hier steht dann, was folgt.',
		refused: 'So lässt es sich nicht speichern.',
	},
};
