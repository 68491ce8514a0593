import type { Text } from '../letter.ts';
import { day } from '../words.ts';

export const accessEnding: Text = {
	de: ({ data }) => ({
		subject: 'Ihr Flex-Budget endet bald',
		paragraphs: [
			`Ihr Zugang zum Flex-Budget endet am ${day('de', data.date)}.`,
			'Reichen Sie Ausgaben aus der Zeit davor rechtzeitig ein.',
		],
	}),
	en: ({ data }) => ({
		subject: 'Your flex budget ends soon',
		paragraphs: [
			`Your access to the flex budget ends on ${day('en', data.date)}.`,
			'Submit expenses from before that day in time.',
		],
	}),
};
