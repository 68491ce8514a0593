import type { Text } from '../letter.ts';

export const invitation: Text = {
	page: '/console/registration',
	de: ({ company }) => ({
		subject: `Einladung von ${company}`,
		paragraphs: [
			`${company} hat für Sie ein Konto für Ihre Zusatzleistungen angelegt.`,
			'Wählen Sie ein Passwort, und Sie können sich anmelden:',
		],
		button: 'Konto einrichten',
		after: [
			'Der Link gilt 7 Tage und nur einmal. Danach können Sie auf derselben Seite einen neuen anfordern.',
			'Wenn Sie mit dieser Einladung nichts anfangen können, löschen Sie die Nachricht einfach.',
		],
	}),
	en: ({ company }) => ({
		subject: `Invitation from ${company}`,
		paragraphs: [
			`${company} has created an account for your benefits.`,
			'Choose a password, and you can sign in:',
		],
		button: 'Set up your account',
		after: [
			'The link is valid for 7 days and works once. After that, the same page offers a new one.',
			'If this invitation means nothing to you, simply delete the message.',
		],
	}),
};
