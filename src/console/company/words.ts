import type { BookingMonth, WageTypeKey } from '../../benefits/ledger/rules.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { BOOKING_MONTH_NAMES, FIELD_NAMES, MODULE_NAMES } from '../../foundation/core/words.ts';
import { catalogue, SHARED } from '../words.ts';

export const OFFICE_WORDS = catalogue({
	format: ['Format of the files', 'Format der Dateien'],
	formatNone: ['none: no lines are held back', 'keines: keine Zeile wird zurückgehalten'],
	digits: [
		'Please enter digits in the range that DATEV accepts: 1 to 9999, keys 1 to 99, advisers from 1000.',
		'Bitte geben Sie Ziffern in dem Bereich ein, den DATEV annimmt: 1 bis 9999, Schlüssel 1 bis 99, Berater ab 1000.',
	],
	wageTypesHint: [
		'Ask your payroll office for these numbers. Lohn und Gehalt reserves 6000 to 7999.',
		'Ihr Lohnbüro nennt Ihnen diese Nummern. Lohn und Gehalt reserviert 6000 bis 7999.',
	],
	paid: {
		...MODULE_NAMES,
		GOODIES: SHARED.vouchers,
		MEALS_TAX_FREE: ['Meals, free part', 'Essen, freier Teil'],
	} satisfies Record<WageTypeKey, Pair>,
	usesCompanyNumbers: ['Use company personnel numbers', 'Betriebliche Personalnummern verwenden'],
	sumsBookings: [
		'Combine lines of one person, wage type and cost centre',
		'Zeilen mit gleicher Person, Lohnart und Kostenstelle zusammenfassen',
	],
	splitsMeals: [
		'Split meals into taxed and tax-free parts',
		'Essen in versteuerten und freien Teil aufteilen',
	],
	bookingMonth: ['DATEV books a month', 'DATEV bucht einen Monat'],
	bookingMonths: BOOKING_MONTH_NAMES,
	bookingHints: {
		RUN: ['August is booked in August.', 'Der August wird im August gebucht.'],
		FOLLOWING: [
			'August is booked in September. Lines of leavers stay in their last month.',
			'Der August wird im September gebucht. Zeilen von Ausgeschiedenen bleiben in deren letztem Monat.',
		],
	} satisfies Record<BookingMonth, Pair>,
	recordsAbsences: ['We record absences', 'Wir erfassen Fehlzeiten'],
	recordsAbsencesHint: [
		'A verifier may then approve more than 15 meal days in a month if the record of absences proves them.',
		'Dann darf die Belegprüfung mehr als 15 Essenstage im Monat genehmigen, die durch die Erfassung belegt sind.',
	],
	usesCompanyNumbersHint: [
		'Up to 15 characters instead of 1 to 99999',
		'Bis zu 15 Zeichen statt 1 bis 99999',
	],
	sumsBookingsHint: ['In DATEV files', 'In Dateien für DATEV'],
	splitsMealsHint: [
		'A part with flat-rate tax and a tax-free part, up to the legal limits of both',
		'In einen pauschal versteuerten und einen steuerfreien Teil, bis zu den gesetzlichen Grenzen',
	],
	example: ['Example of the file', 'Beispiel der Datei'],
	exampleHint: [
		'These settings produce files like this one. The people in it are invented.',
		'Diese Einstellungen erzeugen Dateien wie diese. Die Personen darin sind erfunden.',
	],
	noOffice: [
		'DATEV accepts no file without a matching adviser and client number.',
		'DATEV nimmt ohne passende Berater- und Mandantennummer keine Datei an.',
	],
	lacking: (names: string) => [
		`Without a wage type the lines wait for the next month: ${names}.`,
		`Ohne Lohnart warten die Zeilen auf den nächsten Monat: ${names}.`,
	],
	profile: ['Import profile for Lohn und Gehalt', 'Importprofil für Lohn und Gehalt'],
});

export const DATA_WORDS = catalogue({
	erasures: ['Leavers and erasure', 'Ausgeschiedene und Löschung'],
	erasuresHint: (months: number) =>
		months === 0
			? [
					'The operator of this service may erase personal data as soon as a person has left.',
					'Der Betreiber dieses Dienstes darf persönliche Daten löschen, sobald eine Person ausgeschieden ist.',
				]
			: [
					`We keep personal data for ${months === 1 ? 'one month' : `${months} months`} after a person has left. Then the operator of this service may erase it.`,
					`Persönliche Daten bleiben ${months === 1 ? 'einen Monat' : `${months} Monate`} nach dem Austritt gespeichert. Danach darf der Betreiber dieses Dienstes sie löschen.`,
				],
	noLeavers: [
		'Nobody has left or is about to leave. Former employees will appear here.',
		'Niemand ist ausgeschieden oder scheidet aus. Ehemalige Mitarbeitende erscheinen hier.',
	],
	due: FIELD_NAMES.dueDate,
	dueOn: (day: string) => [`due on ${day}`, `fällig am ${day}`],
	hasRoles: ['has other roles: remove them first', 'hat weitere Rollen: entfernen Sie diese zuerst'],
	erase: ['Erase', 'Löschen'],
	eraseWhat: [
		'E-mail address, names, personnel number, cost centre, groups, pauses, notes and receipts are erased, also from the history and from archived files. The account is closed permanently.',
		'E-Mail-Adresse, Namen, Personalnummer, Kostenstelle, Gruppen, Pausen, Notizen und Belege werden gelöscht, auch im Verlauf und in Archiven. Das Konto wird endgültig geschlossen.',
	],
	eraseStays: [
		'Payroll lines stay. This cannot be undone.',
		'Abrechnungszeilen bleiben erhalten. Das lässt sich nicht rückgängig machen.',
	],
	export: ['Export all data', 'Alle Daten exportieren'],
	exportHint: [
		'Everything that is stored about the company and its people, as one ZIP file. The access log records each download.',
		'Alles, was über das Unternehmen und seine Mitarbeitenden gespeichert ist, als eine ZIP-Datei. Das Zugriffsprotokoll hält jeden Abruf fest.',
	],
	exportNow: ['Download the ZIP file', 'ZIP-Datei herunterladen'],
	platform: ['Set by the operator of this service', 'Vom Betreiber festgelegt'],
	platformHint: [
		'Contact the operator to change these settings.',
		'Wenden Sie sich an den Betreiber, um diese Einstellungen zu ändern.',
	],
	quotas: ['Limits', 'Grenzen'],
	monthlyBudgetRestrictsFlex: [
		'The monthly voucher budget also limits the flex budget',
		'Das Monatsbudget der Gutscheine begrenzt auch das Flex-Budget',
	],
	ownBenefitsAllowed: [
		'Administrators may set their own benefits',
		'Die Administration darf eigene Benefits festlegen',
	],
	used: (used: string, limit: string) => [`${used} of ${limit}`, `${used} von ${limit}`],
	maxExpensesPerMonth: ['Expenses per person and month', 'Ausgaben je Person und Monat'],
	maxReceiptBytesPerMonth: ['Receipts per person and month', 'Belege je Person und Monat'],
	maxEmployees: SHARED.people,
	maxTemplates: ['Tax rule templates', 'Steuervorlagen'],
	maxStoredBytes: ['Stored receipts', 'Gespeicherte Belege'],
});

export const SIGN_IN_WORDS = catalogue({
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
	endPasswordSessions: ['End sessions opened by password', 'Mit Passwort geöffnete Sitzungen beenden'],
	endPasswordSessionsHint: [
		'Only if the identity provider is required. Your own session, sessions from the provider and API keys stay.',
		'Nur wenn der Identitätsanbieter verlangt wird. Ihre eigene Sitzung, Sitzungen über den Anbieter und API-Schlüssel bleiben.',
	],
	ends: (sessions: number, people: number) => [
		sessions === 0
			? 'This ends no sessions.'
			: `Sessions that this ends: ${sessions}. People affected: ${people}.`,
		sessions === 0
			? 'Das beendet keine Sitzungen.'
			: `Sitzungen, die damit enden: ${sessions}. Betroffene Personen: ${people}.`,
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
	proofs: ['Domains', 'Domains'],
	proofsHint: [
		'Add this TXT record to the DNS of each domain, then check it here.',
		'Tragen Sie diesen TXT-Eintrag in das DNS jeder Domain ein und prüfen Sie ihn dann hier.',
	],
	proven: (day: string) => [`verified on ${day}`, `bestätigt am ${day}`],
	unproven: ['not verified', 'nicht bestätigt'],
	unreleased: ['waits for a release', 'wartet auf Freigabe'],
	providerUnreleased: [
		'This provider waits for a release by a second administrator, or by the operator if there is none. Until then, it signs in nobody who has registered. Passwords work.',
		'Dieser Anbieter wartet auf die Freigabe durch eine zweite Administration, oder durch den Betreiber, wenn es keine gibt. Bis dahin meldet er niemanden an, der schon registriert ist. Passwörter gelten.',
	],
	toRequests: ['Open the requests', 'Anfragen öffnen'],
	missing: (day: string) => [`record missing since ${day}`, `Eintrag fehlt seit ${day}`],
	record: ['TXT record', 'TXT-Eintrag'],
	look: ['Check the record', 'Eintrag prüfen'],
	security: ['Second factor and former employees', 'Zweiter Faktor und Ausgeschiedene'],
	secondFactorRequired: [
		'Administrators and verifiers need a second factor',
		'Administration und Belegprüfung brauchen einen zweiten Faktor',
	],
	secondFactorRequiredHint: [
		'Anyone without one has to set it up on the next page before doing anything else.',
		'Alle ohne zweiten Faktor müssen ihn auf der nächsten Seite einrichten, bevor sie etwas anderes tun können.',
	],
	administratorsWithout: ['Administrators without one', 'Administration ohne zweiten Faktor'],
	verifiersWithout: ['Verifiers without one', 'Belegprüfung ohne zweiten Faktor'],
	ofAll: (count: number, all: number) => [`${count} of ${all}`, `${count} von ${all}`],
	notDemanded: [
		'They would have to set it up before doing anything else. This does not affect employees and programs.',
		'Sie müssten ihn einrichten, bevor sie etwas anderes tun können. Mitarbeitende und Programme sind nicht betroffen.',
	],
	demanded: [
		'They have to set it up before doing anything else. This does not affect employees and programs.',
		'Sie müssen ihn einrichten, bevor sie etwas anderes tun können. Mitarbeitende und Programme sind nicht betroffen.',
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
