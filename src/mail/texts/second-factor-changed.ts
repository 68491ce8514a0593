import type { Text } from '../letter.ts';

/** `change` is `added`, `removed` or `codes_renewed`. */
export const secondFactorChanged: Text = {
	de: ({ data: { change = '' } }) => ({
		subject: 'Ihr zweiter Faktor wurde geändert',
		paragraphs: [
			GERMAN[change] ?? 'Die Anmeldung mit dem zweiten Faktor wurde soeben geändert.',
			'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und sagen Sie Ihrer Verwaltung Bescheid.',
		],
	}),
	en: ({ data: { change = '' } }) => ({
		subject: 'Your second factor was changed',
		paragraphs: [
			ENGLISH[change] ?? 'Signing in with the second factor has just been changed.',
			'If it was not you, change your password at once and tell your administrator.',
		],
	}),
};

const GERMAN: Record<string, string> = {
	added: 'Ihr Konto verlangt ab jetzt bei der Anmeldung einen zweiten Faktor.',
	removed: 'Ihr Konto verlangt bei der Anmeldung keinen zweiten Faktor mehr.',
	codes_renewed: 'Sie haben neue Wiederherstellungscodes bekommen. Die alten gelten nicht mehr.',
};

const ENGLISH: Record<string, string> = {
	added: 'From now on, signing in to your account takes a second factor.',
	removed: 'Signing in to your account takes no second factor any more.',
	codes_renewed: 'You have new recovery codes. The old ones are not valid any more.',
};
