import type { Text } from '../letter.ts';
import { day, module, money, reasons } from '../words.ts';

export const expenseReturned: Text = {
	de: ({ data }) => ({
		subject: 'Ihre Ausgabe muss verbessert werden',
		paragraphs: [
			`Ihre Ausgabe vom ${day('de', data.date)} (${module('de', data.module)}, ${money('de', data.amount, data.currency)}) wurde zur Verbesserung zurückgegeben.`,
			`Begründung: ${reasons('de', data.reasons, data.reason)}`,
			'Sie können sie 30 Tage lang verbessern; danach wird sie abgelehnt.',
		],
	}),
	en: ({ data }) => ({
		subject: 'Your expense needs correction',
		paragraphs: [
			`Your expense of ${day('en', data.date)} (${module('en', data.module)}, ${money('en', data.amount, data.currency)}) was sent back to be mended.`,
			`Reason: ${reasons('en', data.reasons, data.reason)}`,
			'You can mend it for 30 days; then it is rejected.',
		],
	}),
};
