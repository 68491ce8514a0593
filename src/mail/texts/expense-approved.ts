import type { Text } from '../letter.ts';
import { day, module, money } from '../words.ts';

export const expenseApproved: Text = {
	de: ({ data }) => ({
		subject: 'Ihre Ausgabe wurde genehmigt',
		paragraphs: [
			`Ihre Ausgabe vom ${day('de', data.date)} (${module('de', data.module)}, ${money('de', data.amount, data.currency)}) wurde genehmigt.`,
			'Sie wird mit einer der nächsten Abrechnungen erstattet.',
		],
	}),
	en: ({ data }) => ({
		subject: 'Your expense was approved',
		paragraphs: [
			`Your expense of ${day('en', data.date)} (${module('en', data.module)}, ${money('en', data.amount, data.currency)}) was approved.`,
			'It will be paid with one of the next payrolls.',
		],
	}),
};
