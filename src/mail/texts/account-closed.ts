import type { Text } from '../letter.ts';

export const accountClosed: Text = {
	de: ({ company }) => ({
		subject: 'Ihr Konto wurde geschlossen',
		paragraphs: [
			`Ihr Konto bei ${company} wurde geschlossen. Sie können sich nicht mehr anmelden.`,
			'Was Sie eingereicht haben, bleibt erhalten. Bei Fragen wenden Sie sich an Ihre Verwaltung.',
		],
	}),
	en: ({ company }) => ({
		subject: 'Your account was closed',
		paragraphs: [
			`Your account at ${company} was closed. You cannot sign in any more.`,
			'What you have submitted stays. If you have questions, ask your administrator.',
		],
	}),
};
