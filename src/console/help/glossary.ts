import { dictionary } from '../../core/language.ts';

/** The terms of the product. docs/glossary.md has the English ones in the same words. */
export const GLOSSARY = dictionary({
	flexAccess: {
		word: ['flex access', 'Flex-Zugang'],
		meaning: [
			'A period with a monthly flex budget, permitted modules, a carry-over setting and a tax rule template.',
			'Ein Zeitraum mit einem monatlichen Flex-Budget, erlaubten Modulen, einer Regel für den Übertrag und einer Steuerregel-Vorlage.',
		],
	},
	module: {
		word: ['module', 'Modul'],
		meaning: [
			'A category on which a flex budget may be spent, such as meals, internet or public transport.',
			'Eine Kategorie, für die ein Flex-Budget ausgegeben werden darf, zum Beispiel Mahlzeiten, Internet oder Nahverkehr.',
		],
	},
	carryOver: {
		word: ['carry-over', 'Übertrag'],
		meaning: [
			'The unspent flex budget of a month, which is added to the next month of the same year.',
			'Das nicht ausgegebene Flex-Budget eines Monats. Es wird dem nächsten Monat desselben Jahres hinzugefügt.',
		],
	},
	template: {
		word: ['tax rule template', 'Steuerregel-Vorlage'],
		meaning: [
			'A named list of limits for a flex access: amounts, days per month, public transport only.',
			'Eine benannte Liste von Grenzen für einen Flex-Zugang: Beträge, Tage im Monat, nur Nahverkehr.',
		],
	},
	goodies: {
		word: ['goodies', 'Goodies'],
		meaning: [
			'The voucher benefit. Employees get vouchers, usually once a month from a monthly budget.',
			'Der Gutschein-Benefit. Mitarbeitende erhalten Gutscheine, meist einmal im Monat aus einem monatlichen Budget.',
		],
	},
	plannedVoucher: {
		word: ['planned voucher', 'Goodies-Budget'],
		meaning: [
			'A plan that issues a voucher on each of its dates, for example every month until it ends.',
			'Ein Plan, der an jedem seiner Termine einen Gutschein ausstellt, zum Beispiel jeden Monat bis zu seinem Ende.',
		],
	},
	defaultAccess: {
		word: ['default access', 'Standardzugang'],
		meaning: [
			'A period of access to goodies. It is recorded and ends with a termination, but restricts nothing by itself.',
			'Ein Zeitraum mit Zugang zu Goodies. Er wird gespeichert und endet mit einem Austritt, schränkt aber selbst nichts ein.',
		],
	},
	pause: {
		word: ['pause', 'Pause'],
		meaning: [
			'A period without benefits, such as parental leave.',
			'Ein Zeitraum ohne Benefits, zum Beispiel eine Elternzeit.',
		],
	},
	termination: {
		word: ['termination', 'Austritt'],
		meaning: [
			'The end of an employment. It ends all benefits. Expenses submitted in time are still paid.',
			'Das Ende einer Anstellung. Es beendet alle Benefits. Rechtzeitig eingereichte Ausgaben werden noch ausgezahlt.',
		],
	},
	costCentre: {
		word: ['cost centre', 'Kostenstelle'],
		meaning: [
			'The number of the department that bears the cost, as accounting uses it.',
			'Die Nummer der Abteilung, die die Kosten trägt, wie die Buchhaltung sie verwendet.',
		],
	},
	cutOff: {
		word: ['cut-off', 'Stichtag'],
		meaning: [
			'The end of the reference day in the following month. The payroll transactions of a month are then committed.',
			'Der Tag des folgenden Monats, an dessen Ende die Buchungen eines Monats festgeschrieben werden.',
		],
	},
	submissionDay: {
		word: ['submission day', 'Abgabetag'],
		meaning: [
			'The last day of the following month to submit expenses. It is the reference day unless the company sets an earlier one.',
			'Der letzte Tag des folgenden Monats, um Ausgaben einzureichen. Ohne frühere Angabe der Firma ist es der Stichtag.',
		],
	},
	queue: {
		word: ['queue', 'Warteschlange'],
		meaning: [
			'The expenses of a company that wait for a decision, the oldest deadline first.',
			'Die Ausgaben einer Firma, die auf eine Entscheidung warten. Die älteste Frist steht oben.',
		],
	},
	deadline: {
		word: ['deadline', 'Frist'],
		meaning: [
			'The cut-off of an expense’s month. After a later decision, the expense goes into the next payroll run.',
			'Der Stichtag für den Monat einer Ausgabe. Nach einer späteren Entscheidung kommt sie in die nächste Abrechnung.',
		],
	},
	duplicate: {
		word: ['duplicate', 'Dublette'],
		meaning: [
			'Another expense that may be for the same purchase: an identical receipt, or the same employee, day, module and amount.',
			'Eine andere Ausgabe, die denselben Kauf betreffen könnte: gleicher Beleg, oder gleiche Person, gleicher Tag, gleiches Modul und gleicher Betrag.',
		],
	},
	sendBack: {
		word: ['return for correction', 'Zurückgeben'],
		meaning: [
			'To ask the author to correct an expense. It then waits until it is corrected, rejected or withdrawn.',
			'Um Korrektur einer Ausgabe bitten. Sie wartet dann, bis sie korrigiert, abgelehnt oder zurückgezogen ist.',
		],
	},
	payrollRun: {
		word: ['payroll run', 'Abrechnung'],
		meaning: [
			'The closing of one month of one company. It commits the waiting transactions and their sums.',
			'Der Abschluss eines Monats einer Firma. Er schreibt die wartenden Buchungen und ihre Summen fest.',
		],
	},
	heldOver: {
		word: ['moved to the next run', 'Zurückgestellt'],
		meaning: [
			'The status of a payroll transaction that the payroll office’s format cannot carry. It waits for the next run.',
			'Der Status einer Buchung, die das Format des Lohnbüros nicht aufnehmen kann. Sie wartet auf die nächste Abrechnung.',
		],
	},
	obstacle: {
		word: ['obstacle', 'Hindernis'],
		meaning: [
			'A problem that keeps a line, or a whole file, out of a format, with its remedy.',
			'Ein Problem, das eine Zeile oder eine ganze Datei aus einem Format ausschließt, mit dem Weg zur Lösung.',
		],
	},
	wageType: {
		word: ['wage type', 'Lohnart'],
		meaning: [
			'The number under which payroll books one kind of payment.',
			'Die Nummer, unter der die Lohnabrechnung eine Art von Zahlung bucht.',
		],
	},
	correction: {
		word: ['correction', 'Korrektur'],
		meaning: [
			'A payroll transaction that changes one of a closed month. It goes into the next run, with a reason.',
			'Eine Buchung, die eine Buchung eines geschlossenen Monats ändert. Sie kommt mit einem Grund in die nächste Abrechnung.',
		],
	},
	calendarAddress: {
		word: ['calendar address', 'Kalenderadresse'],
		meaning: [
			'A secret web address. Calendar programs read a company’s calendar there without signing in.',
			'Eine geheime Webadresse. Kalenderprogramme lesen dort den Kalender einer Firma ohne Anmeldung.',
		],
	},
	invitation: {
		word: ['invitation', 'Einladung'],
		meaning: [
			'A link, or a code on paper, to set the first password. Only the newest one is valid.',
			'Ein Link oder ein Code auf Papier, um das erste Passwort zu setzen. Nur der neueste ist gültig.',
		],
	},
	apiKey: {
		word: ['API key', 'API-Schlüssel'],
		meaning: [
			'A secret for a program, which acts as its own technical user. It is limited to selected operations of one company.',
			'Ein Geheimnis für ein Programm, das als eigener technischer Benutzer handelt. Es ist auf ausgewählte Aufrufe einer Firma beschränkt.',
		],
	},
	singleSignOn: {
		word: ['single sign-on', 'Single Sign-on'],
		meaning: [
			'Sign-in with the company’s own service, such as Entra or Google, instead of a password for Zubrot.',
			'Anmeldung mit dem Dienst der eigenen Firma, zum Beispiel Entra oder Google, statt mit einem Passwort für Zubrot.',
		],
	},
	scim: {
		word: ['SCIM', 'SCIM'],
		meaning: [
			'The protocol by which a company’s directory creates, changes and closes users automatically.',
			'Das Protokoll, mit dem das Verzeichnis einer Firma Benutzer automatisch anlegt, ändert und schließt.',
		],
	},
	secondFactor: {
		word: ['second factor', 'Zweiter Faktor'],
		meaning: [
			'A code of six digits from an app on a phone, required in addition to the password.',
			'Ein sechsstelliger Code aus einer App auf dem Telefon, der zusätzlich zum Passwort verlangt wird.',
		],
	},
	retention: {
		word: ['retention', 'Aufbewahrung'],
		meaning: [
			'The time for which personal data is kept after a termination, before it may be erased.',
			'Die Zeit, für die personenbezogene Daten nach einem Austritt bleiben, bevor sie gelöscht werden dürfen.',
		],
	},
	export: {
		word: ['export', 'Auskunft'],
		meaning: [
			'A ZIP file with all stored data about a person or a company.',
			'Eine ZIP-Datei mit allen gespeicherten Daten über eine Person oder eine Firma.',
		],
	},
	device: {
		word: ['device', 'Gerät'],
		meaning: [
			'The browser and system of a sign-in, such as “Firefox on Windows”. The browser reports it, and it may be wrong.',
			'Browser und System einer Anmeldung, zum Beispiel „Firefox unter Windows“. Der Browser meldet es, und es kann falsch sein.',
		],
	},
	closeUser: {
		word: ['close (a user)', 'Schließen'],
		meaning: [
			'To end a user’s sessions and prevent sign-in. Everything else stays, and the user can be opened again.',
			'Die Sitzungen eines Benutzers beenden und die Anmeldung sperren. Alles andere bleibt, und man kann ihn wieder öffnen.',
		],
	},
	event: {
		word: ['event', 'Ereignis'],
		meaning: [
			'One entry of the history: who changed what, when, from which value to which.',
			'Ein Eintrag im Verlauf: wer wann was geändert hat, von welchem Wert auf welchen.',
		],
	},
});

export type Term = keyof (typeof GLOSSARY)['en'];
