import type { Text } from '../letter.ts';
import { day, month } from '../words.ts';

export const monthClosing: Text = {
	de: ({ data }) => ({
		subject: `Der Monat ${month('de', data.month)} wird bald abgeschlossen`,
		paragraphs: [
			`Für ${month('de', data.month)} haben Sie noch keine Ausgabe eingereicht. Das geht nur noch bis zum ${day('de', data.lastDay)}.`,
			'Das Budget dieses Monats wird nicht übertragen.',
		],
	}),
	en: ({ data }) => ({
		subject: `${month('en', data.month)} closes soon`,
		paragraphs: [
			`You have submitted no expense for ${month('en', data.month)} yet. You can do so until ${day('en', data.lastDay)}.`,
			'The budget of this month is not carried over.',
		],
	}),
};
