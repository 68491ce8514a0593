import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	provider: ['Identity provider', 'Identitätsanbieter'],
	noProvider: [
		'Everybody signs in with a password. With an OpenID Connect provider such as Entra, Okta or Keycloak, people use their existing account.',
		'Alle melden sich mit einem Passwort an. Mit einem OpenID-Connect-Anbieter wie Entra, Okta oder Keycloak nutzen sie ihr vorhandenes Konto.',
	],
	hasProvider: [
		'People with an address of a verified domain can sign in with the identity provider.',
		'Personen mit einer Adresse einer bestätigten Domain können sich über den Identitätsanbieter anmelden.',
	],
	callback: ['Redirect address for the identity provider', 'Rücksprungadresse für den Identitätsanbieter'],
	issuer: ['Issuer', 'Aussteller (Issuer)'],
	issuerHint: [
		'The https address, exactly as the identity provider names itself in “issuer”.',
		'Die https-Adresse, genau wie sich der Identitätsanbieter in „issuer“ nennt.',
	],
	clientId: ['Client ID', 'Client-ID'],
	clientSecret: ['Client secret', 'Client-Secret'],
	clientSecretHint: [
		'If empty, the stored secret is kept, unless you change the issuer or the client.',
		'Wenn leer, bleibt das gespeicherte Secret, außer Sie ändern Aussteller oder Client.',
	],
	domains: ['E-mail domains', 'E-Mail-Domains'],
	domainsHint: [
		'Separated by commas. You verify each domain with a DNS record, which appears here after saving.',
		'Durch Kommas getrennt. Sie bestätigen jede Domain mit einem DNS-Eintrag, der nach dem Speichern hier erscheint.',
	],
	onlySso: ['Require the identity provider', 'Nur über den Identitätsanbieter anmelden'],
	onlySsoHint: [
		'People with an address of a verified domain can no longer use a password. Test the provider first.',
		'Personen mit einer Adresse einer bestätigten Domain können kein Passwort mehr verwenden. Testen Sie den Anbieter vorher.',
	],
	test: ['Test identity provider', 'Identitätsanbieter testen'],
	testHint: [
		'This checks what the provider publishes. To test the whole sign-in, sign in with an address of a verified domain.',
		'Das prüft, was der Anbieter veröffentlicht. Um die ganze Anmeldung zu testen, melden Sie sich mit einer Adresse einer bestätigten Domain an.',
	],
	works: (host: string) => [
		`The provider responds and signs people in at ${host}.`,
		`Der Anbieter antwortet und meldet unter ${host} an.`,
	],
	fails: (reason: string) => [
		`The provider does not respond as expected. Check the issuer, and that it can be reached from the internet. (${reason})`,
		`Der Anbieter antwortet nicht wie erwartet. Prüfen Sie den Aussteller und ob er aus dem Internet erreichbar ist. (${reason})`,
	],
	remove: ['Remove identity provider', 'Identitätsanbieter entfernen'],
	removeHint: [
		'Everybody signs in with a password again. All domains lose their verification.',
		'Alle melden sich wieder mit einem Passwort an. Alle Domains verlieren ihre Bestätigung.',
	],
	removeNow: ['Remove permanently', 'Endgültig entfernen'],
	proofs: ['Domains', 'Domains'],
	proofsHint: [
		'Add this TXT record to the DNS of each domain, then check it here.',
		'Tragen Sie diesen TXT-Eintrag in das DNS jeder Domain ein und prüfen Sie ihn dann hier.',
	],
	proven: (day: string) => [`verified on ${day}`, `bestätigt am ${day}`],
	unproven: ['not verified', 'nicht bestätigt'],
	missing: (day: string) => [`record missing since ${day}`, `Eintrag fehlt seit ${day}`],
	record: ['TXT record', 'TXT-Eintrag'],
	recordValue: ['Value', 'Wert'],
	look: ['Check the record', 'Eintrag prüfen'],
	security: ['Second factor and former employees', 'Zweiter Faktor und Ausgeschiedene'],
	secondFactorRequired: [
		'Administrators and verifiers need a second factor',
		'Verwaltung und Belegprüfung brauchen einen zweiten Faktor',
	],
	secondFactorRequiredHint: [
		'Anyone without one has to set it up on the next page before doing anything else.',
		'Alle ohne zweiten Faktor müssen ihn auf der nächsten Seite einrichten, bevor sie etwas anderes tun können.',
	],
	administratorsWithout: ['Administrators without one', 'Verwaltende ohne zweiten Faktor'],
	verifiersWithout: ['Verifiers without one', 'Prüfende ohne zweiten Faktor'],
	ofAll: (count: number, all: number) => [`${count} of ${all}`, `${count} von ${all}`],
	notDemanded: [
		'They would have to set it up before doing anything else. This does not affect employees and programs.',
		'Sie müssten ihn einrichten, bevor sie etwas anderes tun können. Angestellte und Programme sind nicht betroffen.',
	],
	demanded: [
		'They have to set it up before doing anything else. This does not affect employees and programs.',
		'Sie müssen ihn einrichten, bevor sie etwas anderes tun können. Angestellte und Programme sind nicht betroffen.',
	],
	leaverAccessDays: [
		'Days former employees can sign in',
		'Tage, an denen sich Ausgeschiedene noch anmelden können',
	],
	leaverAccessDaysHint: [
		'0 to 366. After that the account is closed.',
		'0 bis 366. Danach wird das Konto geschlossen.',
	],
	days: ['Please enter a number from 0 to 366.', 'Bitte geben Sie eine Zahl von 0 bis 366 ein.'],
});
