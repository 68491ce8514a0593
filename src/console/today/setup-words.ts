import type { SetupStep } from '../../companies/setup/rules.ts';
import type { Catalogue } from '../words.ts';

interface Words {
	title: string;
	why: string;
	done: string;
	steps: Record<SetupStep, string>;
}

const ENGLISH: Words = {
	title: 'Before the first month',
	why: 'This list goes away when everything is done, or the first month is closed.',
	done: 'done',
	steps: {
		PEOPLE: 'Create the first person, or import everybody',
		BUDGET: 'Give somebody a budget',
		VERIFIER: 'Name somebody who verifies receipts',
		WAGE_TYPES: 'Enter the wage types of the payroll office',
		INVITATION: 'Send the first invitation',
	},
};

const GERMAN: Words = {
	title: 'Vor dem ersten Monat',
	why: 'Diese Liste verschwindet, wenn alles erledigt oder der erste Monat geschlossen ist.',
	done: 'erledigt',
	steps: {
		PEOPLE: 'Die erste Person anlegen, oder alle importieren',
		BUDGET: 'Jemandem ein Budget geben',
		VERIFIER: 'Jemanden benennen, der Belege prüft',
		WAGE_TYPES: 'Die Lohnarten des Lohnbüros eintragen',
		INVITATION: 'Die erste Einladung senden',
	},
};

export const WORDS: Catalogue<Words> = { en: ENGLISH, de: GERMAN };
