import type { Text } from '../letter.ts';

/** An e-mail domain is no longer proven. */
export const domainLost: Text = {
	de: ({ company, data: { domain } }) => ({
		subject: 'Ihre Domain ist nicht mehr nachgewiesen',
		paragraphs: [
			`Der DNS-Eintrag der Domain ${domain} hat sieben Tage gefehlt. Ihr Anbieter meldet deshalb niemanden mit einer Adresse dieser Domain mehr bei ${company} an. Wer ein Passwort hat, kann sich damit anmelden.`,
			'Setzen Sie den Eintrag wieder ein und weisen Sie die Domain in den Einstellungen der Anmeldung neu nach.',
		],
	}),
	en: ({ company, data: { domain } }) => ({
		subject: 'Your domain is no longer proven',
		paragraphs: [
			`The DNS record of the domain ${domain} was missing for seven days. For that reason your provider signs in nobody with an address of this domain at ${company} any more. Whoever has a password can sign in with it.`,
			'Put the record back and prove the domain again in the settings of single sign-on.',
		],
	}),
};
