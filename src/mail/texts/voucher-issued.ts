import type { Text } from '../letter.ts';
import { day, money } from '../words.ts';

export const voucherIssued: Text = {
	de: ({ company, data }) => ({
		subject: 'Sie haben einen neuen Gutschein',
		paragraphs: [
			`${company} hat Ihnen zum ${day('de', data.date)} einen Gutschein über ${money('de', data.amount, data.currency)} ausgestellt.`,
		],
	}),
	en: ({ company, data }) => ({
		subject: 'You have a new voucher',
		paragraphs: [
			`${company} has issued a voucher of ${money('en', data.amount, data.currency)} for you, as of ${day('en', data.date)}.`,
		],
	}),
};
