import type { Pair } from '../../core/language.ts';
import type { SetupStep } from '../../overview/setup/rules.ts';
import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	title: ['Before the first month', 'Vor dem ersten Monat'],
	why: [
		'This list goes away when everything is done, or the first month is closed.',
		'Diese Liste verschwindet, wenn alles erledigt oder der erste Monat geschlossen ist.',
	],
	done: ['done', 'erledigt'],
	steps: {
		PEOPLE: [
			'Create the first person, or import everybody',
			'Die erste Person anlegen, oder alle importieren',
		],
		BUDGET: ['Give somebody a budget', 'Jemandem ein Budget geben'],
		VERIFIER: ['Name somebody who verifies receipts', 'Jemanden benennen, der Belege prüft'],
		WAGE_TYPES: ['Enter the wage types of the payroll office', 'Die Lohnarten des Lohnbüros eintragen'],
		INVITATION: ['Send the first invitation', 'Die erste Einladung senden'],
	} satisfies Record<SetupStep, Pair>,
});
