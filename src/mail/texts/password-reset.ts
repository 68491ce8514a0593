import type { Text } from '../letter.ts';

export const passwordReset: Text = {
	page: '/console/password-reset',
	de: () => ({
		subject: 'Neues Passwort wählen',
		paragraphs: ['Für Ihr Konto wurde ein neues Passwort angefordert. Hier können Sie es wählen:'],
		button: 'Neues Passwort wählen',
		after: [
			'Der Link gilt nur kurze Zeit und nur einmal.',
			'Wenn Sie das nicht angefordert haben, löschen Sie diese Nachricht. Ihr Passwort bleibt, wie es ist.',
		],
	}),
	en: () => ({
		subject: 'Choose a new password',
		paragraphs: ['Somebody asked for a new password for your account. You can choose it here:'],
		button: 'Choose a new password',
		after: [
			'The link is valid for a short time and works once.',
			'If it was not you who asked, delete this message. Your password stays as it is.',
		],
	}),
};
