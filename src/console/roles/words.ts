import type { Role } from '../../core/actor.ts';
import type { Catalogue } from '../words.ts';

const does: Record<Role, string> = {
	PLATFORM_ADMIN: 'Sees and changes every company',
	COMPANY_ADMIN: 'People, benefits, payroll and everything about the company',
	FLEX_DOCUMENT_VERIFIER: 'Decides on receipts, sees balances and payroll',
	EMPLOYEE: 'Has benefits',
	TECHNICAL_USER: 'People and benefits, for a program that signs in; better is a key',
};

const ENGLISH = {
	/** What a role is for. */
	does,
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
	first: 'Choose; here stands what would follow.',
};

export const WORDS: Catalogue<typeof ENGLISH> = {
	en: ENGLISH,
	de: {
		does: {
			PLATFORM_ADMIN: 'Sieht und ändert jede Firma',
			COMPANY_ADMIN: 'Mitarbeitende, Benefits, Abrechnung und alles über die Firma',
			FLEX_DOCUMENT_VERIFIER: 'Entscheidet über Belege, sieht Guthaben und Abrechnung',
			EMPLOYEE: 'Hat Benefits',
			TECHNICAL_USER:
				'Mitarbeitende und Benefits, für ein Programm, das sich anmeldet; besser ist ein Schlüssel',
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
		first: 'Wählen Sie; hier steht dann, was folgt.',
	},
};
