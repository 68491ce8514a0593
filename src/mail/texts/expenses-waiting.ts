import type { Text } from '../letter.ts';

export const expensesWaiting: Text = {
	de: ({ data: { count = '1' } }) => ({
		subject: count === '1' ? 'Eine Ausgabe wartet auf Prüfung' : `${count} Ausgaben warten auf Prüfung`,
		paragraphs: [
			count === '1'
				? 'Seit der letzten Nachricht wurde eine Ausgabe eingereicht, über die Sie entscheiden können.'
				: `Seit der letzten Nachricht wurden ${count} Ausgaben eingereicht, über die Sie entscheiden können.`,
		],
	}),
	en: ({ data: { count = '1' } }) => ({
		subject: count === '1' ? 'An expense waits to be verified' : `${count} expenses wait to be verified`,
		paragraphs: [
			count === '1'
				? 'Since the last message, an expense was submitted that you may decide on.'
				: `Since the last message, ${count} expenses were submitted that you may decide on.`,
		],
	}),
};
