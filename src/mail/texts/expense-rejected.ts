import type { Text } from '../letter.ts';
import { day, module, money, reasons } from '../words.ts';

export const expenseRejected: Text = {
	de: ({ data }) => ({
		subject: 'Ihre Ausgabe wurde abgelehnt',
		paragraphs: [
			`Ihre Ausgabe vom ${day('de', data.date)} (${module('de', data.module)}, ${money('de', data.amount, data.currency)}) wurde abgelehnt.`,
			`Begründung: ${reasons('de', data.reasons, data.reason)}`,
		],
	}),
	en: ({ data }) => ({
		subject: 'Your expense was rejected',
		paragraphs: [
			`Your expense of ${day('en', data.date)} (${module('en', data.module)}, ${money('en', data.amount, data.currency)}) was rejected.`,
			`Reason: ${reasons('en', data.reasons, data.reason)}`,
		],
	}),
};
