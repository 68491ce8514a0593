import type { Catalogue } from '../words.ts';

const ENGLISH = {
	provider: 'Sign-in by your provider',
	noProvider:
		'Everybody signs in with a password. With an OpenID Connect provider, such as Entra, Okta or Keycloak, people use the account that they have already.',
	hasProvider: 'Who has an address of a proven domain can sign in by the provider.',
	callback: 'Redirect address for the provider',
	issuer: 'Issuer',
	issuerHint: 'The https address, exactly as the provider names itself in “issuer”.',
	clientId: 'Client ID',
	clientSecret: 'Client secret',
	secretHint: 'Empty, it stays, as long as issuer and client stay.',
	domains: 'E-mail domains',
	domainsHint: 'Apart by commas. Each is proven by a DNS record, which is shown then.',
	onlySso: 'Only by the provider',
	onlySsoHint: 'Whom the provider can sign in has no password any more. Test it first.',
	test: 'Test the provider',
	testHint:
		'Asks the provider what it publishes. For the whole way, sign in yourself with an address of a proven domain.',
	works: (host: string) => `The provider answers, and signs people in at ${host}.`,
	fails: (reason: string) =>
		`The provider does not answer as it should. Look at the issuer, and whether it is reached from outside. (${reason})`,
	remove: 'Remove the provider',
	removeHint: 'Everybody signs in with a password again. The proofs of the domains are gone.',
	removeNow: 'Remove the provider for good',
	proofs: 'Domains',
	proofsHint: 'Put this TXT record into the DNS of each domain, and look for it then.',
	proven: (day: string) => `proven on ${day}`,
	unproven: 'not proven',
	missing: (day: string) => `record missing since ${day}`,
	record: 'TXT record',
	recordValue: 'Value',
	look: 'Look for the record',
	security: 'Second factor and leavers',
	factor: 'Administrators and verifiers need a second factor',
	factorHint: 'Who has none sets it up at the next page, and can do nothing else until then.',
	administratorsWithout: 'Administrators without one',
	verifiersWithout: 'Verifiers without one',
	ofAll: (count: number, all: number) => `${count} of ${all}`,
	notDemanded:
		'They would have to set it up before they can do anything else. Employees and programs are never asked.',
	demanded:
		'They have to set it up before they can do anything else. Employees and programs are never asked.',
	leavers: 'Days that leavers can still sign in',
	leaversHint: '0 to 366, to see what is left. Then the account is closed.',
	days: 'Please type a number from 0 to 366.',
};

export const WORDS: Catalogue<typeof ENGLISH> = {
	en: ENGLISH,
	de: {
		provider: 'Anmeldung über Ihren Anbieter',
		noProvider:
			'Alle melden sich mit einem Passwort an. Mit einem Anbieter für OpenID Connect wie Entra, Okta oder Keycloak benutzen alle das Konto, das sie schon haben.',
		hasProvider: 'Wer eine Adresse einer nachgewiesenen Domain hat, kann sich über den Anbieter anmelden.',
		callback: 'Rücksprungadresse für den Anbieter',
		issuer: 'Aussteller (Issuer)',
		issuerHint: 'Die https-Adresse, genau wie der Anbieter sich in „issuer“ nennt.',
		clientId: 'Client-ID',
		clientSecret: 'Client-Secret',
		secretHint: 'Leer: Es bleibt, wie es ist, solange Aussteller und Client bleiben.',
		domains: 'E-Mail-Domains',
		domainsHint:
			'Durch Kommas getrennt. Jede wird durch einen DNS-Eintrag nachgewiesen, der dann gezeigt wird.',
		onlySso: 'Nur über den Anbieter',
		onlySsoHint: 'Wen der Anbieter anmelden kann, hat dann kein Passwort mehr. Testen Sie ihn vorher.',
		test: 'Anbieter testen',
		testHint:
			'Fragt den Anbieter, was er von sich veröffentlicht. Den ganzen Weg gehen Sie, wenn Sie sich selbst mit einer Adresse einer nachgewiesenen Domain anmelden.',
		works: (host) => `Der Anbieter antwortet und meldet unter ${host} an.`,
		fails: (reason) =>
			`Der Anbieter antwortet nicht, wie er soll. Prüfen Sie den Aussteller, und ob er von außen erreichbar ist. (${reason})`,
		remove: 'Anbieter entfernen',
		removeHint: 'Alle melden sich wieder mit einem Passwort an. Die Nachweise der Domains sind fort.',
		removeNow: 'Anbieter endgültig entfernen',
		proofs: 'Domains',
		proofsHint: 'Tragen Sie diesen TXT-Eintrag in das DNS jeder Domain ein, und suchen Sie ihn dann.',
		proven: (day) => `nachgewiesen am ${day}`,
		unproven: 'nicht nachgewiesen',
		missing: (day) => `Eintrag fehlt seit ${day}`,
		record: 'TXT-Eintrag',
		recordValue: 'Wert',
		look: 'Eintrag suchen',
		security: 'Zweiter Faktor und Ausgeschiedene',
		factor: 'Verwaltung und Belegprüfung brauchen einen zweiten Faktor',
		factorHint:
			'Wer keinen hat, richtet ihn auf der nächsten Seite ein und kann bis dahin nichts anderes tun.',
		administratorsWithout: 'Verwaltende ohne ihn',
		verifiersWithout: 'Prüfende ohne ihn',
		ofAll: (count, all) => `${count} von ${all}`,
		notDemanded:
			'Sie müssten ihn einrichten, bevor sie etwas anderes tun können. Angestellte und Programme werden nie gefragt.',
		demanded:
			'Sie müssen ihn einrichten, bevor sie etwas anderes tun können. Angestellte und Programme werden nie gefragt.',
		leavers: 'Tage, die sich Ausgeschiedene noch anmelden können',
		leaversHint: '0 bis 366, um zu sehen, was übrig ist. Danach wird das Konto geschlossen.',
		days: 'Bitte geben Sie eine Zahl von 0 bis 366 ein.',
	},
};
