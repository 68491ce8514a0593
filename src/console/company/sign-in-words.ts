import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	provider: ['Sign-in by your provider', 'Anmeldung über Ihren Anbieter'],
	noProvider: [
		'Everybody signs in with a password. With an OpenID Connect provider, such as Entra, Okta or Keycloak, people use the account that they have already.',
		'Alle melden sich mit einem Passwort an. Mit einem Anbieter für OpenID Connect wie Entra, Okta oder Keycloak benutzen alle das Konto, das sie schon haben.',
	],
	hasProvider: [
		'Who has an address of a proven domain can sign in by the provider.',
		'Wer eine Adresse einer nachgewiesenen Domain hat, kann sich über den Anbieter anmelden.',
	],
	callback: ['Redirect address for the provider', 'Rücksprungadresse für den Anbieter'],
	issuer: ['Issuer', 'Aussteller (Issuer)'],
	issuerHint: [
		'The https address, exactly as the provider names itself in “issuer”.',
		'Die https-Adresse, genau wie der Anbieter sich in „issuer“ nennt.',
	],
	clientId: ['Client ID', 'Client-ID'],
	clientSecret: ['Client secret', 'Client-Secret'],
	secretHint: [
		'Empty, it stays, as long as issuer and client stay.',
		'Leer: Es bleibt, wie es ist, solange Aussteller und Client bleiben.',
	],
	domains: ['E-mail domains', 'E-Mail-Domains'],
	domainsHint: [
		'Apart by commas. Each is proven by a DNS record, which is shown then.',
		'Durch Kommas getrennt. Jede wird durch einen DNS-Eintrag nachgewiesen, der dann gezeigt wird.',
	],
	onlySso: ['Only by the provider', 'Nur über den Anbieter'],
	onlySsoHint: [
		'Whom the provider can sign in has no password any more. Test it first.',
		'Wen der Anbieter anmelden kann, hat dann kein Passwort mehr. Testen Sie ihn vorher.',
	],
	test: ['Test the provider', 'Anbieter testen'],
	testHint: [
		'Asks the provider what it publishes. For the whole way, sign in yourself with an address of a proven domain.',
		'Fragt den Anbieter, was er von sich veröffentlicht. Den ganzen Weg gehen Sie, wenn Sie sich selbst mit einer Adresse einer nachgewiesenen Domain anmelden.',
	],
	works: (host: string) => [
		`The provider answers, and signs people in at ${host}.`,
		`Der Anbieter antwortet und meldet unter ${host} an.`,
	],
	fails: (reason: string) => [
		`The provider does not answer as it should. Look at the issuer, and whether it is reached from outside. (${reason})`,
		`Der Anbieter antwortet nicht, wie er soll. Prüfen Sie den Aussteller, und ob er von außen erreichbar ist. (${reason})`,
	],
	remove: ['Remove the provider', 'Anbieter entfernen'],
	removeHint: [
		'Everybody signs in with a password again. The proofs of the domains are gone.',
		'Alle melden sich wieder mit einem Passwort an. Die Nachweise der Domains sind fort.',
	],
	removeNow: ['Remove the provider for good', 'Anbieter endgültig entfernen'],
	proofs: ['Domains', 'Domains'],
	proofsHint: [
		'Put this TXT record into the DNS of each domain, and look for it then.',
		'Tragen Sie diesen TXT-Eintrag in das DNS jeder Domain ein, und suchen Sie ihn dann.',
	],
	proven: (day: string) => [`proven on ${day}`, `nachgewiesen am ${day}`],
	unproven: ['not proven', 'nicht nachgewiesen'],
	missing: (day: string) => [`record missing since ${day}`, `Eintrag fehlt seit ${day}`],
	record: ['TXT record', 'TXT-Eintrag'],
	recordValue: ['Value', 'Wert'],
	look: ['Look for the record', 'Eintrag suchen'],
	security: ['Second factor and leavers', 'Zweiter Faktor und Ausgeschiedene'],
	factor: [
		'Administrators and verifiers need a second factor',
		'Verwaltung und Belegprüfung brauchen einen zweiten Faktor',
	],
	factorHint: [
		'Who has none sets it up at the next page, and can do nothing else until then.',
		'Wer keinen hat, richtet ihn auf der nächsten Seite ein und kann bis dahin nichts anderes tun.',
	],
	administratorsWithout: ['Administrators without one', 'Verwaltende ohne ihn'],
	verifiersWithout: ['Verifiers without one', 'Prüfende ohne ihn'],
	ofAll: (count: number, all: number) => [`${count} of ${all}`, `${count} von ${all}`],
	notDemanded: [
		'They would have to set it up before they can do anything else. Employees and programs are never asked.',
		'Sie müssten ihn einrichten, bevor sie etwas anderes tun können. Angestellte und Programme werden nie gefragt.',
	],
	demanded: [
		'They have to set it up before they can do anything else. Employees and programs are never asked.',
		'Sie müssen ihn einrichten, bevor sie etwas anderes tun können. Angestellte und Programme werden nie gefragt.',
	],
	leavers: ['Days that leavers can still sign in', 'Tage, die sich Ausgeschiedene noch anmelden können'],
	leaversHint: [
		'0 to 366, to see what is left. Then the account is closed.',
		'0 bis 366, um zu sehen, was übrig ist. Danach wird das Konto geschlossen.',
	],
	days: ['Please type a number from 0 to 366.', 'Bitte geben Sie eine Zahl von 0 bis 366 ein.'],
});
