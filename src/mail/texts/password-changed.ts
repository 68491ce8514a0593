import type { Text } from '../letter.ts';

export const passwordChanged: Text = {
	de: () => ({
		subject: 'Ihr Passwort wurde geändert',
		paragraphs: [
			'Das Passwort Ihres Kontos wurde soeben geändert. Alle anderen Sitzungen wurden beendet.',
			'Wenn Sie das nicht waren, fordern Sie sofort ein neues Passwort an und sagen Sie Ihrer Verwaltung Bescheid.',
		],
	}),
	en: () => ({
		subject: 'Your password was changed',
		paragraphs: [
			'The password of your account has just been changed. All other sessions have ended.',
			'If it was not you, ask for a new password at once and tell your administrator.',
		],
	}),
};
