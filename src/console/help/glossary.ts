import type { Catalogue } from '../words.ts';

/** A word of the field, and what it means. The English ones stand in docs/glossary.md too, in the same words. */
type Explained = readonly [word: string, meaning: string];

const ENGLISH = {
	flexAccess: [
		'flex access',
		'A period in which an employee has a monthly flex budget, permitted modules, a carry-over setting and a tax rule template.',
	],
	module: ['module', 'What a flex budget may be spent on, such as meals, the internet or public transport.'],
	carryOver: ['carry-over', 'Unspent flex budget that a month passes on to the next month of the same year.'],
	template: [
		'tax rule template',
		'A named list of limits (amounts, days per month, public transport only) that a flex access refers to.',
	],
	goodies: [
		'goodies',
		'The voucher benefit: vouchers that plans issue to an employee, usually once a month for a monthly budget.',
	],
	plannedVoucher: [
		'planned voucher',
		'A plan that issues a voucher at each of its occurrences, for example every month until its end.',
	],
	defaultAccess: [
		'default access',
		'A period of access to goodies; it is stored, listed and ended by a termination, but restricts nothing by itself.',
	],
	pause: ['pause', 'A period, such as a parental leave, in which an employee has no benefits.'],
	termination: [
		'termination',
		'The end of an employment, which ends all benefits; what was submitted in time is still paid.',
	],
	costCentre: ['cost centre', 'The part of a company that bears the cost, as accounting numbers it.'],
	cutOff: [
		'cut-off',
		'The end of the reference day in the following month, when the payroll transactions of a month are committed.',
	],
	submissionDay: [
		'submission day',
		'The day of the following month up to which expenses may be submitted; the reference day unless the company sets an earlier one.',
	],
	queue: ['queue', 'The expenses of a company that wait for a decision, the oldest deadline first.'],
	deadline: [
		'deadline',
		'The cut-off of an expense’s month: decided later, its line goes into the next payroll run.',
	],
	duplicate: [
		'duplicate',
		'Another expense that may be the same spending: a receipt of the same bytes, or the same employee, day, module and amount.',
	],
	sendBack: [
		'send back',
		'To ask the author of an expense to mend it; it waits until it is mended, rejected or withdrawn.',
	],
	payrollRun: [
		'payroll run',
		'The closing of one month of one company: it commits the pending transactions and freezes their sums.',
	],
	heldOver: [
		'held over',
		'Said of a payroll transaction that the format of the payroll office cannot carry. It waits for the next run.',
	],
	obstacle: ['obstacle', 'What keeps a line, or a whole file, out of a format. It names its remedy.'],
	wageType: ['wage type', 'The number under which payroll books one kind of payment.'],
	correction: [
		'correction',
		'A payroll transaction that changes one of a closed month; it goes into the next run, with its reason.',
	],
	calendarAddress: [
		'calendar address',
		'A secret web address at which calendar programs read a company’s calendar without a token.',
	],
	invitation: [
		'invitation',
		'A link, or a code on paper, by which a user sets the first password; the newest one alone is good.',
	],
	apiKey: [
		'API key',
		'A secret by which a program acts as a technical user of its own, limited to named operations of one company.',
	],
	singleSignOn: [
		'single sign-on',
		'Signing in at the company’s own service, such as Entra or Google, instead of with a password of ours.',
	],
	scim: ['SCIM', 'The protocol by which a company’s directory creates, changes and closes users by itself.'],
	secondFactor: [
		'second factor',
		'A code of six digits from an app on one’s phone, asked for beside the password.',
	],
	retention: [
		'retention',
		'How long personal values are kept after a termination, until they may be erased.',
	],
	export: [
		'export',
		'A ZIP with all that is kept about a person, or a company; the counterpart of an erasure.',
	],
	device: [
		'device',
		'What a browser says of itself in a short form, such as “Firefox on Windows”; nobody vouches for it.',
	],
	closeUser: [
		'close (a user)',
		'To take sign-in from a user and end its sessions; everything else stays, and the user can be opened again.',
	],
	event: ['event', 'One entry of the history: who changed what, when, from which value to which.'],
} satisfies Record<string, Explained>;

export type Term = keyof typeof ENGLISH;

const GERMAN: Record<Term, Explained> = {
	flexAccess: [
		'Flex-Zugang',
		'Ein Zeitraum, in dem jemand ein monatliches Flex-Budget hat, mit erlaubten Modulen, Übertrag und einer Steuerregel-Vorlage.',
	],
	module: [
		'Modul',
		'Wofür ein Flex-Budget ausgegeben werden darf, zum Beispiel Mahlzeiten, Internet oder Nahverkehr.',
	],
	carryOver: [
		'Übertrag',
		'Nicht ausgegebenes Flex-Budget, das ein Monat dem nächsten desselben Jahres weitergibt.',
	],
	template: [
		'Steuerregel-Vorlage',
		'Eine benannte Liste von Grenzen (Beträge, Tage im Monat, nur Nahverkehr), auf die ein Flex-Zugang verweist.',
	],
	goodies: [
		'Goodies',
		'Der Gutschein-Benefit: Gutscheine, die ein Plan ausgibt, meist einmal im Monat für ein monatliches Budget.',
	],
	plannedVoucher: [
		'Goodies-Budget',
		'Ein Plan, der zu jedem seiner Termine einen Gutschein ausgibt, etwa jeden Monat bis zu seinem Ende.',
	],
	defaultAccess: [
		'Standardzugang',
		'Ein Zeitraum mit Zugang zu Goodies; er wird festgehalten und endet mit einem Austritt, beschränkt aber selbst nichts.',
	],
	pause: ['Pause', 'Ein Zeitraum, zum Beispiel eine Elternzeit, in dem jemand keine Benefits hat.'],
	termination: [
		'Austritt',
		'Das Ende einer Anstellung, das alle Benefits beendet; was rechtzeitig eingereicht war, wird noch ausgezahlt.',
	],
	costCentre: [
		'Kostenstelle',
		'Der Teil der Firma, der die Kosten trägt, so wie die Buchhaltung ihn nummeriert.',
	],
	cutOff: [
		'Stichtag',
		'Der Tag des folgenden Monats, an dessen Ende die Buchungen eines Monats festgeschrieben werden.',
	],
	submissionDay: [
		'Abgabetag',
		'Der Tag des folgenden Monats, bis zu dem Belege eingereicht werden dürfen; der Stichtag, wenn die Firma keinen früheren festlegt.',
	],
	queue: [
		'Warteschlange',
		'Die Ausgaben einer Firma, die auf eine Entscheidung warten; die älteste Frist zuerst.',
	],
	deadline: [
		'Frist',
		'Der Stichtag für den Monat einer Ausgabe: Wird später entschieden, kommt sie in die nächste Abrechnung.',
	],
	duplicate: [
		'Dublette',
		'Eine andere Ausgabe, die dieselbe sein könnte: ein Beleg mit gleichem Inhalt, oder dieselbe Person mit gleichem Tag, Modul und Betrag.',
	],
	sendBack: [
		'Zurückgeben',
		'Jemanden bitten, die eigene Ausgabe zu berichtigen; sie wartet, bis sie berichtigt, abgelehnt oder zurückgezogen ist.',
	],
	payrollRun: [
		'Abrechnung',
		'Das Schließen eines Monats einer Firma: Es schreibt die offenen Buchungen und ihre Summen fest.',
	],
	heldOver: [
		'Zurückgestellt',
		'Sagt man von einer Buchung, die das Format des Lohnbüros nicht aufnehmen kann. Sie wartet auf die nächste Abrechnung.',
	],
	obstacle: [
		'Hindernis',
		'Was eine Zeile oder eine ganze Datei aus einem Format ausschließt. Es nennt, was zu tun ist.',
	],
	wageType: ['Lohnart', 'Die Nummer, unter der die Lohnabrechnung eine Art von Zahlung bucht.'],
	correction: [
		'Korrektur',
		'Eine Buchung, die eine aus einem geschlossenen Monat ändert; sie kommt mit ihrem Grund in die nächste Abrechnung.',
	],
	calendarAddress: [
		'Kalenderadresse',
		'Eine geheime Webadresse, unter der Kalenderprogramme den Kalender einer Firma ohne Anmeldung lesen.',
	],
	invitation: [
		'Einladung',
		'Ein Link oder ein Code auf Papier, mit dem jemand das erste Passwort setzt; nur der neueste gilt.',
	],
	apiKey: [
		'API-Schlüssel',
		'Ein Geheimnis, mit dem ein Programm als eigener technischer Benutzer handelt, nur mit bestimmten Aufrufen einer Firma.',
	],
	singleSignOn: [
		'Single Sign-on',
		'Die Anmeldung beim Dienst der eigenen Firma, etwa Entra oder Google, statt mit einem Passwort von uns.',
	],
	scim: [
		'SCIM',
		'Das Protokoll, mit dem das Verzeichnis einer Firma Benutzer selbst anlegt, ändert und schließt.',
	],
	secondFactor: [
		'Zweiter Faktor',
		'Ein Code aus sechs Ziffern aus einer App auf dem eigenen Telefon, der neben dem Passwort verlangt wird.',
	],
	retention: [
		'Aufbewahrung',
		'Wie lange persönliche Angaben nach einem Austritt bleiben, bis sie gelöscht werden dürfen.',
	],
	export: [
		'Auskunft',
		'Ein ZIP mit allem, was über eine Person oder eine Firma gespeichert ist; das Gegenstück zur Löschung.',
	],
	device: [
		'Gerät',
		'Was ein Browser von sich sagt, in Kurzform wie „Firefox unter Windows“; dafür bürgt niemand.',
	],
	closeUser: [
		'Schließen',
		'Jemandem die Anmeldung nehmen und die Sitzungen beenden; alles andere bleibt, und man kann wieder öffnen.',
	],
	event: ['Ereignis', 'Ein Eintrag im Verlauf: wer wann was geändert hat, von welchem Wert auf welchen.'],
};

export const GLOSSARY: Catalogue<Record<Term, Explained>> = { en: ENGLISH, de: GERMAN };
