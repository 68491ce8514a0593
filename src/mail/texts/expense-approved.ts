import type { Text } from '../letter.ts';
import { day, module, money, reasons } from '../words.ts';

export const expenseApproved: Text = {
	de: ({ data }) => ({
		subject: 'Ihre Ausgabe wurde genehmigt',
		paragraphs: [
			`Ihre Ausgabe vom ${day('de', data.date)} (${module('de', data.module)}, ${money('de', data.amount, data.currency)}) wurde genehmigt.`,
			...(data.asked === undefined || data.asked === data.amount
				? []
				: [
						`Eingereicht waren ${money('de', data.asked, data.currency)}. ${reasons('de', data.reasons, data.reason)}`.trim(),
					]),
			'Sie wird mit einer der nächsten Abrechnungen erstattet.',
		],
	}),
	en: ({ data }) => ({
		subject: 'Your expense was approved',
		paragraphs: [
			`Your expense of ${day('en', data.date)} (${module('en', data.module)}, ${money('en', data.amount, data.currency)}) was approved.`,
			...(data.asked === undefined || data.asked === data.amount
				? []
				: [
						`You asked for ${money('en', data.asked, data.currency)}. ${reasons('en', data.reasons, data.reason)}`.trim(),
					]),
			'It will be paid with one of the next payrolls.',
		],
	}),
};
