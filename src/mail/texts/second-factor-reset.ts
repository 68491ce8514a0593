import type { Text } from '../letter.ts';

export const secondFactorReset: Text = {
	de: () => ({
		subject: 'Ihr zweiter Faktor wurde zurückgesetzt',
		paragraphs: [
			'Ihre Verwaltung hat den zweiten Faktor Ihres Kontos entfernt. Richten Sie bei der nächsten Anmeldung einen neuen ein.',
			'Wenn Sie darum nicht gebeten haben, sagen Sie Ihrer Verwaltung sofort Bescheid.',
		],
	}),
	en: () => ({
		subject: 'Your second factor was reset',
		paragraphs: [
			'Your administrator has removed the second factor of your account. Set up a new one when you next sign in.',
			'If you did not ask for this, tell your administrator at once.',
		],
	}),
};
