import { dictionary, type Language } from '../foundation/core/language.ts';
import { BASE } from './env.ts';

/** Explains the terms of the page at a path. Shows nothing if there are none to explain. */
export function Help({ path, language, title }: { path: string; language: Language; title: string }) {
	const terms = termsOf(path);
	if (terms.length === 0) return null;
	return (
		<details class="help">
			<summary>{title}</summary>
			<dl>
				{terms.map((term) => {
					const { word, meaning } = explained(term, language);
					return (
						<div>
							<dt>{word}</dt>
							<dd>{meaning}</dd>
						</div>
					);
				})}
			</dl>
		</details>
	);
}

/** The words that pages use and a newcomer may not know, by the beginning of their addresses. */
const TERMS: Record<string, readonly Term[]> = {
	'/today': ['cutOff', 'queue', 'invitation', 'flexAccess', 'obstacle', 'wageType'],
	'/people': ['costCentre', 'invitation', 'flexAccess', 'closeUser'],
	'/people/': [
		'flexAccess',
		'module',
		'carryOver',
		'template',
		'goodies',
		'plannedVoucher',
		'defaultAccess',
		'pause',
		'termination',
		'cutOff',
		'invitation',
	],
	'/people/import': ['costCentre', 'invitation', 'flexAccess'],
	'/verify': ['queue', 'deadline', 'cutOff', 'duplicate', 'sendBack', 'sample', 'module'],
	'/standing': ['standingExpense', 'module', 'cutOff'],
	'/payroll': [
		'cutOff',
		'payrollRun',
		'obstacle',
		'heldOver',
		'correction',
		'wageType',
		'costCentre',
		'module',
	],
	'/templates': ['template', 'flexAccess', 'module'],
	'/company': ['cutOff', 'submissionDay', 'module'],
	'/company/approvals': ['approvalRule', 'sample', 'module', 'duplicate'],
	'/company/office': ['wageType', 'costCentre', 'module', 'goodies', 'obstacle', 'heldOver', 'payrollRun'],
	'/team': ['invitation', 'closeUser', 'secondFactor', 'apiKey'],
	'/team/sign-in': ['singleSignOn', 'secondFactor', 'termination'],
	'/integrations': ['apiKey', 'scim'],
	'/integrations/webhooks': ['webhook', 'event', 'signature'],
	'/company/mails': ['invitation'],
	'/team/access': ['event', 'export'],
	'/company/data': ['termination', 'retention', 'export'],
	'/platform': ['invitation', 'closeUser', 'apiKey', 'queue'],
	'/platform/tills': ['knownTill'],
	'/calendar': ['cutOff', 'carryOver', 'plannedVoucher', 'calendarAddress'],
	'/history': ['event', 'flexAccess', 'defaultAccess', 'plannedVoucher', 'payrollRun'],
	'/benefits': ['flexAccess', 'module', 'carryOver', 'goodies', 'cutOff', 'submissionDay', 'sendBack'],
	'/benefits/standing': ['standingExpense', 'module', 'flexAccess', 'cutOff'],
	'/account': ['secondFactor', 'device', 'export'],
};

/** Returns the terms that the page at a path explains. The longest matching path counts. */
export function termsOf(path: string): readonly Term[] {
	const [longest] = Object.keys(TERMS)
		.filter((beginning) => path.startsWith(BASE + beginning))
		.sort((a, b) => b.length - a.length);
	return TERMS[longest ?? ''] ?? [];
}

/** The terms of the product, each before its meaning. docs/glossary.md has the English ones in the same words. */
const GLOSSARY = dictionary({
	flexAccess: [
		'flex access: A period with a monthly flex budget, permitted modules, a carry-over setting and a tax rule template.',
		'Flex-Zugang: Ein Zeitraum mit einem monatlichen Flex-Budget, erlaubten Modulen, einer Regel für den Übertrag und einer Steuerregel-Vorlage.',
	],
	module: [
		'module: A category on which a flex budget may be spent, such as meals, internet or mobility.',
		'Modul: Eine Kategorie, für die ein Flex-Budget ausgegeben werden darf, zum Beispiel Essen, Internet oder Mobilität.',
	],
	carryOver: [
		'carry-over: The unspent flex budget of a month, which is added to the next month of the same year.',
		'Übertrag: Das nicht ausgegebene Flex-Budget eines Monats. Es wird dem nächsten Monat desselben Jahres hinzugefügt.',
	],
	template: [
		'tax rule template: A named list of limits for a flex access: amounts, days per month, public transport only.',
		'Steuerregel-Vorlage: Eine benannte Liste von Grenzen für einen Flex-Zugang: Beträge, Tage im Monat, nur Nahverkehr.',
	],
	goodies: [
		'goodies: The voucher benefit. Employees get vouchers, usually once a month from a monthly budget.',
		'Goodies: Der Gutschein-Benefit. Mitarbeitende erhalten Gutscheine, meist einmal im Monat aus einem monatlichen Budget.',
	],
	plannedVoucher: [
		'planned voucher: A plan that issues a voucher on each of its dates, for example every month until it ends.',
		'Goodies-Budget: Ein Plan, der an jedem seiner Termine einen Gutschein ausgibt, zum Beispiel jeden Monat bis zu seinem Ende.',
	],
	defaultAccess: [
		'default access: A period of access to goodies. It is recorded and ends with a termination, but restricts nothing by itself.',
		'Standardzugang: Ein Zeitraum mit Zugang zu Goodies. Er wird gespeichert und endet mit einem Austritt, schränkt aber selbst nichts ein.',
	],
	pause: [
		'pause: A period without benefits, such as parental leave.',
		'Pause: Ein Zeitraum ohne Benefits, zum Beispiel eine Elternzeit.',
	],
	termination: [
		'termination: The end of an employment. It ends all benefits. Expenses submitted in time are still paid.',
		'Austritt: Das Ende einer Anstellung. Es beendet alle Benefits. Rechtzeitig eingereichte Ausgaben werden noch ausgezahlt.',
	],
	costCentre: [
		'cost centre: The number of the department that bears the cost, as accounting uses it.',
		'Kostenstelle: Die Nummer der Abteilung, die die Kosten trägt, wie die Buchhaltung sie verwendet.',
	],
	cutOff: [
		'cut-off: The end of the reference day in the following month. The payroll transactions of a month are then committed.',
		'Stichtag: Der Tag des folgenden Monats, an dessen Ende die Buchungen eines Monats festgeschrieben werden.',
	],
	submissionDay: [
		'submission day: The last day of the following month to submit expenses. It is the reference day unless the company sets an earlier one.',
		'Einreichungstag: Der letzte Tag des folgenden Monats, um Ausgaben einzureichen. Wenn das Unternehmen keinen früheren Tag festlegt, ist es der Stichtag.',
	],
	queue: [
		'queue: The expenses of a company that wait for a decision, the oldest deadline first.',
		'Warteschlange: Die Ausgaben eines Unternehmens, die auf eine Entscheidung warten. Die älteste Frist steht oben.',
	],
	deadline: [
		'deadline: The cut-off of an expense’s month, or the moment it was closed early. After a later decision, the expense goes into the next payroll run.',
		'Frist: Der Stichtag für den Monat einer Ausgabe, oder sein vorzeitiger Abschluss. Nach einer späteren Entscheidung kommt sie in die nächste Abrechnung.',
	],
	duplicate: [
		'duplicate: Another expense that may be for the same purchase. It has an identical receipt, the same transaction of a till, or the same employee, day, module and amount.',
		'Dublette: Eine andere Ausgabe, die denselben Kauf betreffen könnte. Sie hat die gleiche Belegdatei oder dieselbe Transaktion einer Kasse. Oder Person, Tag, Modul und Betrag sind gleich.',
	],
	knownTill: [
		'known till: A till whose receipts can be trusted. The operator has imported its certificate, or verifiers have approved receipts with its key for three employees.',
		'bekannte Kasse: Eine Kasse, deren Belegen man trauen kann. Der Betreiber hat ihr Zertifikat importiert, oder die Belegprüfung hat Belege mit ihrem Schlüssel für drei Mitarbeitende genehmigt.',
	],
	standingExpense: [
		'standing expense: Spending that recurs each month. Its proof is verified once, and the months are then submitted automatically.',
		'Dauerausgabe: Eine Ausgabe, die jeden Monat wiederkehrt. Ihr Nachweis wird einmal geprüft, danach werden die Monate automatisch eingereicht.',
	],
	approvalRule: [
		'approval rule: A setting by which the service itself approves receipts of a module, up to an amount, if every check is fine.',
		'Genehmigungsregel: Eine Einstellung, nach der der Dienst selbst Belege eines Moduls bis zu einem Betrag genehmigt, wenn alle Prüfungen in Ordnung sind.',
	],
	sample: [
		'sample: A random share of the receipts that a rule would approve. They go to a verifier all the same.',
		'Stichprobe: Ein zufälliger Anteil der Belege, die eine Regel genehmigen würde. Sie gehen trotzdem an die Belegprüfung.',
	],
	sendBack: [
		'return for correction: To ask the author to correct an expense. It then waits until it is corrected, rejected or withdrawn.',
		'Zurückgeben: Um Korrektur einer Ausgabe bitten. Sie wartet dann, bis sie korrigiert, abgelehnt oder zurückgezogen ist.',
	],
	payrollRun: [
		'payroll run: The closing of one month of one company. It commits the waiting transactions and their sums.',
		'Abrechnung: Der Abschluss eines Monats eines Unternehmens. Er schreibt die wartenden Buchungen und ihre Summen fest.',
	],
	heldOver: [
		'moved to the next run: The status of a payroll transaction that the payroll office’s format cannot carry. It waits for the next run.',
		'in die nächste Abrechnung übertragen: Der Status einer Buchung, die das Format des Lohnbüros nicht aufnehmen kann. Sie wartet auf die nächste Abrechnung.',
	],
	obstacle: [
		'obstacle: A problem that keeps a line, or a whole file, out of a format, with its remedy.',
		'Hindernis: Ein Problem, das eine Zeile oder eine ganze Datei aus einem Format ausschließt, mit dem Weg zur Lösung.',
	],
	wageType: [
		'wage type: The number under which payroll books one kind of payment.',
		'Lohnart: Die Nummer, unter der die Lohnabrechnung eine Art von Zahlung bucht.',
	],
	correction: [
		'correction: A payroll transaction that changes one of a closed month. It goes into the next run, with a reason.',
		'Korrektur: Eine Buchung, die eine Buchung eines abgeschlossenen Monats ändert. Sie kommt mit einem Grund in die nächste Abrechnung.',
	],
	calendarAddress: [
		'calendar address: A secret web address. Calendar programs read a company’s calendar there without signing in.',
		'Kalenderadresse: Eine geheime Webadresse. Kalenderprogramme lesen dort den Kalender eines Unternehmens ohne Anmeldung.',
	],
	invitation: [
		'invitation: A link, or a code on paper, to set the first password. Only the newest one is valid.',
		'Einladung: Ein Link oder ein Code auf Papier, um das erste Passwort festzulegen. Nur der neueste ist gültig.',
	],
	apiKey: [
		'API key: A secret for a program, which acts as its own technical user. It is limited to selected operations of one company.',
		'API-Schlüssel: Ein Geheimnis für ein Programm, das als eigener technischer Benutzer handelt. Es ist auf ausgewählte Aufrufe eines Unternehmens beschränkt.',
	],
	webhook: [
		'webhook: A request that the service sends to another system when something changes. It names the record, but has no values and no names of people.',
		'Webhook: Eine Anfrage, die der Dienst an ein anderes System sendet, wenn sich etwas ändert. Sie nennt den Datensatz, aber keine Werte und keine Namen von Personen.',
	],
	signature: [
		'signature: A proof in the header of a delivery that it came from this service unchanged. The receiver checks it with the secret.',
		'Signatur: Ein Nachweis im Kopf einer Zustellung, dass sie unverändert von diesem Dienst kommt. Der Empfänger prüft sie mit dem Secret.',
	],
	singleSignOn: [
		'single sign-on: Sign-in with the company’s own service, such as Entra or Google, instead of a password for Zubrot.',
		'Single Sign-on: Anmeldung mit dem Dienst des eigenen Unternehmens, zum Beispiel Entra oder Google, statt mit einem Passwort für Zubrot.',
	],
	scim: [
		'SCIM: The protocol by which a company’s directory creates, changes and closes users automatically.',
		'SCIM: Das Protokoll, mit dem das Verzeichnis eines Unternehmens Benutzer automatisch anlegt, ändert und schließt.',
	],
	secondFactor: [
		'second factor: A code of six digits from an app on a phone, required in addition to the password.',
		'Zweiter Faktor: Ein sechsstelliger Code aus einer App auf dem Telefon, der zusätzlich zum Passwort verlangt wird.',
	],
	retention: [
		'retention: The time for which personal data is kept after a termination, before it may be erased.',
		'Aufbewahrungsfrist: Die Zeit, für die personenbezogene Daten nach einem Austritt aufbewahrt werden, bevor sie gelöscht werden dürfen.',
	],
	export: [
		'export: A ZIP file with all stored data about a person or a company.',
		'Auskunft: Eine ZIP-Datei mit allen gespeicherten Daten über eine Person oder ein Unternehmen.',
	],
	device: [
		'device: The browser and system of a sign-in, such as “Firefox on Windows”. The browser reports it, and it may be wrong.',
		'Gerät: Browser und System einer Anmeldung, zum Beispiel „Firefox unter Windows“. Der Browser meldet es, und es kann falsch sein.',
	],
	closeUser: [
		'close (a user): To end a user’s sessions and prevent sign-in. Everything else stays, and the user can be opened again.',
		'Schließen: Die Sitzungen eines Benutzers beenden und die Anmeldung sperren. Alles andere bleibt, und man kann ihn wieder öffnen.',
	],
	event: [
		'event: One entry of the history: who changed what, when, from which value to which.',
		'Ereignis: Ein Eintrag im Verlauf: wer wann was geändert hat, von welchem Wert auf welchen.',
	],
});

export type Term = keyof (typeof GLOSSARY)['en'];

export const ALL_TERMS = Object.keys(GLOSSARY.en) as Term[];

export function explained(term: Term, language: Language) {
	const [word = '', meaning = ''] = GLOSSARY[language][term].split(/: (.*)/);
	return { word, meaning };
}
