import type { Role } from '../../core/actor.ts';
import type { Pair } from '../../core/language.ts';
import { ROLE_NAMES } from '../../core/words.ts';
import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	names: ROLE_NAMES,
	/** What a role is for. */
	does: {
		PLATFORM_ADMIN: ['Sees and changes every company', 'Sieht und ändert jede Firma'],
		COMPANY_ADMIN: [
			'People, benefits, payroll and everything about the company',
			'Mitarbeitende, Benefits, Abrechnung und alles über die Firma',
		],
		FLEX_DOCUMENT_VERIFIER: [
			'Decides on receipts, sees balances and payroll',
			'Entscheidet über Belege, sieht Guthaben und Abrechnung',
		],
		EMPLOYEE: ['Has benefits', 'Hat Benefits'],
		TECHNICAL_USER: [
			'People and benefits, for a program that signs in; better is a key',
			'Mitarbeitende und Benefits, für ein Programm, das sich anmeldet; besser ist ein Schlüssel',
		],
	} satisfies Record<Role, Pair>,
	given: ['Gets', 'Bekommt'],
	taken: ['Loses', 'Verliert'],
	companiesGiven: ['From now on for', 'Von jetzt an für'],
	companiesTaken: ['No more for', 'Nicht mehr für'],
	holdsFor: ['The roles hold for', 'Die Rollen gelten für'],
	left: (company: string, others: number) =>
		others === 1
			? [`One other person administers ${company}.`, `Eine weitere Person verwaltet ${company}.`]
			: [`${others} others administer ${company}.`, `${others} weitere verwalten ${company}.`],
	factor: [
		'There is no second factor yet. It has to be set up before anything else can be done.',
		'Es gibt noch keinen zweiten Faktor. Er muss eingerichtet werden, bevor etwas anderes geht.',
	],
	oneself: [
		'This is you: you no longer see the pages of a role that you give up, and nobody gives a role to oneself.',
		'Das sind Sie selbst: Die Seiten einer Rolle, die Sie aufgeben, sehen Sie nicht mehr, und niemand gibt sich selbst eine Rolle.',
	],
	soon: ['It takes effect within ten seconds.', 'Es gilt in zehn Sekunden.'],
	nothing: ['Roles and companies stay as they are.', 'Rollen und Firmen bleiben, wie sie sind.'],
	first: ['Choose; here stands what would follow.', 'Wählen Sie; hier steht dann, was folgt.'],
});
