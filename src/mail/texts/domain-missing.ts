import type { Text } from '../letter.ts';
import { day } from '../words.ts';

/** The DNS record that proves an e-mail domain is gone; `until` is the day on which the proof ends. */
export const domainMissing: Text = {
	de: ({ company, data: { domain, until } }) => ({
		subject: 'Der Nachweis Ihrer Domain fehlt',
		paragraphs: [
			`Der DNS-Eintrag, mit dem ${company} die Domain ${domain} nachgewiesen hat, ist nicht mehr zu finden.`,
			`Setzen Sie ihn bis zum ${day('de', until)} wieder ein. Danach meldet Ihr Anbieter niemanden mit einer Adresse dieser Domain mehr an, und ein anderes Unternehmen kann sie nachweisen. Die Einstellungen der Anmeldung nennen den Eintrag.`,
		],
	}),
	en: ({ company, data: { domain, until } }) => ({
		subject: 'The proof of your domain is missing',
		paragraphs: [
			`The DNS record by which ${company} has proven the domain ${domain} cannot be found any more.`,
			`Put it back by ${day('en', until)}. After that, your provider signs in nobody with an address of this domain, and another company may prove it. The settings of single sign-on name the record.`,
		],
	}),
};
