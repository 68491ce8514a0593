import type { Text } from '../letter.ts';

/** `device` is what the browser calls itself, `place` where Cloudflare saw it; either may be missing. */
export const newDevice: Text = {
	de: ({ data: { device = 'ein unbekanntes Gerät', place = 'unbekannt' } }) => ({
		subject: 'Anmeldung von einem neuen Gerät',
		paragraphs: [
			'Bei Ihrem Konto hat sich jemand von einem Gerät angemeldet, das wir noch nicht kennen.',
			`Gerät: ${device}`,
			`Ort: ${place}`,
			'Wenn Sie das waren, ist alles in Ordnung. Wenn nicht, ändern Sie sofort Ihr Passwort und beenden Sie alle anderen Sitzungen.',
		],
	}),
	en: ({ data: { device = 'an unknown device', place = 'unknown' } }) => ({
		subject: 'Sign-in from a new device',
		paragraphs: [
			'Somebody signed in to your account from a device that we have not seen before.',
			`Device: ${device}`,
			`Place: ${place}`,
			'If it was you, all is well. If not, change your password at once and end all other sessions.',
		],
	}),
};
