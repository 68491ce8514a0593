import type { Text } from '../letter.ts';

export const budgetExpiring: Text = {
	de: ({ data: { year = '' } }) => ({
		subject: `Ihr Flex-Budget ${year} verfällt zum Jahresende`,
		paragraphs: [
			`Was am 31. Dezember ${year} von Ihrem angesparten Flex-Budget übrig ist, verfällt.`,
			'Reichen Sie Ausgaben dieses Jahres rechtzeitig ein.',
		],
	}),
	en: ({ data: { year = '' } }) => ({
		subject: `Your flex budget of ${year} expires at the end of the year`,
		paragraphs: [
			`What is left of your accumulated flex budget on 31 December ${year} expires.`,
			'Submit the expenses of this year in time.',
		],
	}),
};
