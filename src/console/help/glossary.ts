import { dictionary } from '../../core/language.ts';

/** The terms of the product. docs/glossary.md has the English ones in the same words. */
export const GLOSSARY = dictionary({
	flexAccess: {
		word: ['flex access', 'Flex-Zugang'],
		meaning: [
			'A period in which an employee has a monthly flex budget, permitted modules, a carry-over setting and a tax rule template.',
			'Ein Zeitraum, in dem jemand ein monatliches Flex-Budget hat, mit erlaubten Modulen, Übertrag und einer Steuerregel-Vorlage.',
		],
	},
	module: {
		word: ['module', 'Modul'],
		meaning: [
			'What a flex budget may be spent on, such as meals, the internet or public transport.',
			'Wofür ein Flex-Budget ausgegeben werden darf, zum Beispiel Mahlzeiten, Internet oder Nahverkehr.',
		],
	},
	carryOver: {
		word: ['carry-over', 'Übertrag'],
		meaning: [
			'Unspent flex budget that a month passes on to the next month of the same year.',
			'Nicht ausgegebenes Flex-Budget, das ein Monat dem nächsten desselben Jahres weitergibt.',
		],
	},
	template: {
		word: ['tax rule template', 'Steuerregel-Vorlage'],
		meaning: [
			'A named list of limits (amounts, days per month, public transport only) that a flex access refers to.',
			'Eine benannte Liste von Grenzen (Beträge, Tage im Monat, nur Nahverkehr), auf die ein Flex-Zugang verweist.',
		],
	},
	goodies: {
		word: ['goodies', 'Goodies'],
		meaning: [
			'The voucher benefit: vouchers that plans issue to an employee, usually once a month for a monthly budget.',
			'Der Gutschein-Benefit: Gutscheine, die ein Plan ausgibt, meist einmal im Monat für ein monatliches Budget.',
		],
	},
	plannedVoucher: {
		word: ['planned voucher', 'Goodies-Budget'],
		meaning: [
			'A plan that issues a voucher at each of its occurrences, for example every month until its end.',
			'Ein Plan, der zu jedem seiner Termine einen Gutschein ausgibt, etwa jeden Monat bis zu seinem Ende.',
		],
	},
	defaultAccess: {
		word: ['default access', 'Standardzugang'],
		meaning: [
			'A period of access to goodies; it is stored, listed and ended by a termination, but restricts nothing by itself.',
			'Ein Zeitraum mit Zugang zu Goodies; er wird festgehalten und endet mit einem Austritt, beschränkt aber selbst nichts.',
		],
	},
	pause: {
		word: ['pause', 'Pause'],
		meaning: [
			'A period, such as a parental leave, in which an employee has no benefits.',
			'Ein Zeitraum, zum Beispiel eine Elternzeit, in dem jemand keine Benefits hat.',
		],
	},
	termination: {
		word: ['termination', 'Austritt'],
		meaning: [
			'The end of an employment, which ends all benefits; what was submitted in time is still paid.',
			'Das Ende einer Anstellung, das alle Benefits beendet; was rechtzeitig eingereicht war, wird noch ausgezahlt.',
		],
	},
	costCentre: {
		word: ['cost centre', 'Kostenstelle'],
		meaning: [
			'The part of a company that bears the cost, as accounting numbers it.',
			'Der Teil der Firma, der die Kosten trägt, so wie die Buchhaltung ihn nummeriert.',
		],
	},
	cutOff: {
		word: ['cut-off', 'Stichtag'],
		meaning: [
			'The end of the reference day in the following month, when the payroll transactions of a month are committed.',
			'Der Tag des folgenden Monats, an dessen Ende die Buchungen eines Monats festgeschrieben werden.',
		],
	},
	submissionDay: {
		word: ['submission day', 'Abgabetag'],
		meaning: [
			'The day of the following month up to which expenses may be submitted; the reference day unless the company sets an earlier one.',
			'Der Tag des folgenden Monats, bis zu dem Belege eingereicht werden dürfen; der Stichtag, wenn die Firma keinen früheren festlegt.',
		],
	},
	queue: {
		word: ['queue', 'Warteschlange'],
		meaning: [
			'The expenses of a company that wait for a decision, the oldest deadline first.',
			'Die Ausgaben einer Firma, die auf eine Entscheidung warten; die älteste Frist zuerst.',
		],
	},
	deadline: {
		word: ['deadline', 'Frist'],
		meaning: [
			'The cut-off of an expense’s month: decided later, its line goes into the next payroll run.',
			'Der Stichtag für den Monat einer Ausgabe: Wird später entschieden, kommt sie in die nächste Abrechnung.',
		],
	},
	duplicate: {
		word: ['duplicate', 'Dublette'],
		meaning: [
			'Another expense that may be the same spending: a receipt of the same bytes, or the same employee, day, module and amount.',
			'Eine andere Ausgabe, die dieselbe sein könnte: ein Beleg mit gleichem Inhalt, oder dieselbe Person mit gleichem Tag, Modul und Betrag.',
		],
	},
	sendBack: {
		word: ['send back', 'Zurückgeben'],
		meaning: [
			'To ask the author of an expense to mend it; it waits until it is mended, rejected or withdrawn.',
			'Jemanden bitten, die eigene Ausgabe zu berichtigen; sie wartet, bis sie berichtigt, abgelehnt oder zurückgezogen ist.',
		],
	},
	payrollRun: {
		word: ['payroll run', 'Abrechnung'],
		meaning: [
			'The closing of one month of one company: it commits the pending transactions and freezes their sums.',
			'Das Schließen eines Monats einer Firma: Es schreibt die offenen Buchungen und ihre Summen fest.',
		],
	},
	heldOver: {
		word: ['held over', 'Zurückgestellt'],
		meaning: [
			'Said of a payroll transaction that the format of the payroll office cannot carry. It waits for the next run.',
			'Sagt man von einer Buchung, die das Format des Lohnbüros nicht aufnehmen kann. Sie wartet auf die nächste Abrechnung.',
		],
	},
	obstacle: {
		word: ['obstacle', 'Hindernis'],
		meaning: [
			'What keeps a line, or a whole file, out of a format. It names its remedy.',
			'Was eine Zeile oder eine ganze Datei aus einem Format ausschließt. Es nennt, was zu tun ist.',
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
			'A payroll transaction that changes one of a closed month; it goes into the next run, with its reason.',
			'Eine Buchung, die eine aus einem geschlossenen Monat ändert; sie kommt mit ihrem Grund in die nächste Abrechnung.',
		],
	},
	calendarAddress: {
		word: ['calendar address', 'Kalenderadresse'],
		meaning: [
			'A secret web address at which calendar programs read a company’s calendar without a token.',
			'Eine geheime Webadresse, unter der Kalenderprogramme den Kalender einer Firma ohne Anmeldung lesen.',
		],
	},
	invitation: {
		word: ['invitation', 'Einladung'],
		meaning: [
			'A link, or a code on paper, by which a user sets the first password; the newest one alone is good.',
			'Ein Link oder ein Code auf Papier, mit dem jemand das erste Passwort setzt; nur der neueste gilt.',
		],
	},
	apiKey: {
		word: ['API key', 'API-Schlüssel'],
		meaning: [
			'A secret by which a program acts as a technical user of its own, limited to named operations of one company.',
			'Ein Geheimnis, mit dem ein Programm als eigener technischer Benutzer handelt, nur mit bestimmten Aufrufen einer Firma.',
		],
	},
	singleSignOn: {
		word: ['single sign-on', 'Single Sign-on'],
		meaning: [
			'Signing in at the company’s own service, such as Entra or Google, instead of with a password of ours.',
			'Die Anmeldung beim Dienst der eigenen Firma, etwa Entra oder Google, statt mit einem Passwort von uns.',
		],
	},
	scim: {
		word: ['SCIM', 'SCIM'],
		meaning: [
			'The protocol by which a company’s directory creates, changes and closes users by itself.',
			'Das Protokoll, mit dem das Verzeichnis einer Firma Benutzer selbst anlegt, ändert und schließt.',
		],
	},
	secondFactor: {
		word: ['second factor', 'Zweiter Faktor'],
		meaning: [
			'A code of six digits from an app on one’s phone, asked for beside the password.',
			'Ein Code aus sechs Ziffern aus einer App auf dem eigenen Telefon, der neben dem Passwort verlangt wird.',
		],
	},
	retention: {
		word: ['retention', 'Aufbewahrung'],
		meaning: [
			'How long personal values are kept after a termination, until they may be erased.',
			'Wie lange persönliche Angaben nach einem Austritt bleiben, bis sie gelöscht werden dürfen.',
		],
	},
	export: {
		word: ['export', 'Auskunft'],
		meaning: [
			'A ZIP with all that is kept about a person, or a company; the counterpart of an erasure.',
			'Ein ZIP mit allem, was über eine Person oder eine Firma gespeichert ist; das Gegenstück zur Löschung.',
		],
	},
	device: {
		word: ['device', 'Gerät'],
		meaning: [
			'What a browser says of itself in a short form, such as “Firefox on Windows”; nobody vouches for it.',
			'Was ein Browser von sich sagt, in Kurzform wie „Firefox unter Windows“; dafür bürgt niemand.',
		],
	},
	closeUser: {
		word: ['close (a user)', 'Schließen'],
		meaning: [
			'To take sign-in from a user and end its sessions; everything else stays, and the user can be opened again.',
			'Jemandem die Anmeldung nehmen und die Sitzungen beenden; alles andere bleibt, und man kann wieder öffnen.',
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
