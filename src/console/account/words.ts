import { UNKNOWN_DEVICE } from '../../foundation/core/client.ts';
import type { Pair } from '../../foundation/core/language.ts';
import type { Notice } from '../../tenants/mail/rules.ts';
import { BASE } from '../env.ts';
import { catalogue } from '../words.ts';

export const ACCOUNT = `${BASE}/account`;

/** The mails that a user may turn off. */
export const NOTICE_NAMES = {
	expenseApproved: ['A receipt of mine was approved', 'Ein Beleg von mir wurde genehmigt'],
	expenseRejected: ['A receipt of mine was rejected', 'Ein Beleg von mir wurde abgelehnt'],
	expenseReturned: [
		'A receipt of mine was returned for correction',
		'Ein Beleg von mir wurde zur Korrektur zurückgegeben',
	],
	expenseReopened: [
		'A decision on a receipt of mine was taken back',
		'Eine Entscheidung über einen Beleg von mir wurde zurückgenommen',
	],
	expensesWaiting: ['Receipts are waiting for my decision', 'Belege warten auf meine Entscheidung'],
	standingExpenseApproved: [
		'A standing expense of mine was verified',
		'Eine Dauerausgabe von mir wurde geprüft',
	],
	standingExpenseRejected: [
		'The proof of a standing expense of mine was rejected',
		'Der Nachweis einer Dauerausgabe von mir wurde abgelehnt',
	],
	standingExpenseEnded: [
		'Somebody else ended a standing expense of mine',
		'Eine andere Person hat eine Dauerausgabe von mir beendet',
	],
	standingExpenseSkipped: [
		'A month of a standing expense of mine was not submitted',
		'Ein Monat einer Dauerausgabe von mir wurde nicht eingereicht',
	],
	proofEnding: [
		'The proof of a standing expense of mine ends soon',
		'Der Nachweis einer Dauerausgabe von mir läuft bald ab',
	],
	voucherIssued: ['A voucher was issued to me', 'Ein Gutschein wurde für mich ausgegeben'],
	budgetExpiring: [
		'On 1 December: my unspent budget expires at the end of the year',
		'Am 1. Dezember: Mein nicht ausgegebenes Budget verfällt zum Jahresende',
	],
	accessEnding: ['My flex budget ends in 30 days', 'Mein Flex-Budget endet in 30 Tagen'],
	monthClosing: [
		'A month closes soon, and I have not submitted a receipt',
		'Ein Monat wird bald abgeschlossen, und ich habe keinen Beleg eingereicht',
	],
} satisfies Record<Notice, Pair>;

export const WORDS = catalogue({
	currentPassword: ['Current password', 'Aktuelles Passwort'],
	title: ['My account', 'Mein Konto'],
	demanded: [
		'You need a second factor. Set it up here before you continue.',
		'Sie brauchen einen zweiten Faktor. Richten Sie ihn hier ein, bevor Sie fortfahren.',
	],
	profile: ['Name and language', 'Name und Sprache'],
	address: ['E-mail address', 'E-Mail-Adresse'],
	email: ['New e-mail address', 'Neue E-Mail-Adresse'],
	addressHint: [
		'We send a link to the new address. Your address changes when you use the link within 24 hours. You are then signed out on all devices.',
		'Wir senden einen Link an die neue Adresse. Ihre Adresse ändert sich, wenn Sie den Link innerhalb von 24 Stunden benutzen. Sie werden dann auf allen Geräten abgemeldet.',
	],
	either: [
		'Enter your password or a code of your second factor.',
		'Geben Sie Ihr Passwort oder einen Code Ihres zweiten Faktors ein.',
	],
	request: ['Change of your e-mail address', 'Änderung Ihrer E-Mail-Adresse'],
	requestHint: [
		'You keep your address until the new one is confirmed, and you or a second administrator have agreed.',
		'Sie behalten Ihre Adresse, bis die neue bestätigt ist und Sie oder eine zweite Person aus der Administration zugestimmt haben.',
	],
	requestDone: [
		'Somebody else released this change. If it is not right, you can undo it within 7 days.',
		'Jemand anderes hat diese Änderung freigegeben. Wenn sie nicht richtig ist, können Sie sie innerhalb von 7 Tagen rückgängig machen.',
	],
	agree: ['Agree to the new address', 'Der neuen Adresse zustimmen'],
	refuse: ['Refuse the change', 'Änderung ablehnen'],
	refuseHint: ['You keep your present address.', 'Sie behalten Ihre bisherige Adresse.'],
	stopChange: ['Undo the change', 'Änderung rückgängig machen'],
	stopChangeHint: [
		'You get your earlier address back and are signed out on all devices.',
		'Sie bekommen Ihre frühere Adresse zurück und werden auf allen Geräten abgemeldet.',
	],
	asked: ['A link is on its way to the new address.', 'Ein Link ist an die neue Adresse unterwegs.'],
	change: ['Change password', 'Passwort ändern'],
	changeHint: [
		'This signs you out on all other devices.',
		'Sie werden damit auf allen anderen Geräten abgemeldet.',
	],
	factorOff: [
		'In addition to your password, you can require a code from an authenticator app when you sign in.',
		'Zusätzlich zum Passwort können Sie bei der Anmeldung einen Code aus einer Authentifizierungs-App verlangen.',
	],
	factorOn: (day: string, left: number) => [
		`Set up on ${day}. Recovery codes left: ${left}.`,
		`Eingerichtet am ${day}. Verbleibende Wiederherstellungscodes: ${left}.`,
	],
	setUp: ['Set up', 'Einrichten'],
	scan: [
		'Scan this picture with your authenticator app, or enter the key in the app. Then enter the code that the app shows.',
		'Scannen Sie dieses Bild mit Ihrer Authentifizierungs-App, oder geben Sie den Schlüssel in der App ein. Geben Sie dann den Code ein, den die App anzeigt.',
	],
	picture: ['QR code of the key', 'QR-Code des Schlüssels'],
	key: ['Key', 'Schlüssel'],
	codeHint: [
		'The six digits from the app, or a recovery code.',
		'Die sechs Ziffern aus der App oder ein Wiederherstellungscode.',
	],
	confirm: ['Confirm', 'Bestätigen'],
	codes: ['Your recovery codes', 'Ihre Wiederherstellungscodes'],
	codesHint: [
		'Each code replaces the app once. Keep them in a place that you can reach without your phone. They are not shown again.',
		'Jeder Code ersetzt die App einmal. Bewahren Sie sie an einem Ort auf, den Sie ohne Ihr Telefon erreichen. Sie werden nicht noch einmal angezeigt.',
	],
	goOn: ['I have saved them', 'Ich habe sie gespeichert'],
	renew: ['Create new recovery codes', 'Neue Wiederherstellungscodes erstellen'],
	remove: ['Remove second factor', 'Zweiten Faktor entfernen'],
	receipts: ['Receipts by mail', 'Belege per Mail'],
	receiptsHint: [
		'Forward invoices and photos of receipts to an address of your own. They become drafts that you complete here.',
		'Leiten Sie Rechnungen und Fotos von Belegen an eine eigene Adresse weiter. Sie werden zu Entwürfen, die Sie hier vervollständigen.',
	],
	receiptsAddress: ['Your address for receipts', 'Ihre Adresse für Belege'],
	receiptsSender: (email: string) => [
		`Only mails from ${email} are accepted. A mail may have up to 10 MB and 50 files.`,
		`Nur Mails von ${email} werden angenommen. Eine Mail darf bis zu 10 MB und 50 Dateien haben.`,
	],
	createAddress: ['Create address', 'Adresse erstellen'],
	writeMail: ['Write a mail', 'Mail schreiben'],
	replaceAddress: ['Replace address', 'Adresse ersetzen'],
	replaceHint: [
		'You get a new address. Mails to the old one are refused from then on.',
		'Sie bekommen eine neue Adresse. Mails an die alte werden ab dann abgewiesen.',
	],
	removeAddress: ['Remove address', 'Adresse entfernen'],
	removeHint: [
		'Mails to this address are refused from then on. Your drafts stay.',
		'Mails an diese Adresse werden ab dann abgewiesen. Ihre Entwürfe bleiben.',
	],
	sessions: ['Where you are signed in', 'Wo Sie angemeldet sind'],
	device: (name: string) =>
		name === UNKNOWN_DEVICE
			? ['an unknown device', 'ein unbekanntes Gerät']
			: [name, name.replace(' on ', ' unter ')],
	here: ['here', 'hier'],
	endOthers: ['Sign out on all other devices', 'Auf allen anderen Geräten abmelden'],
	notices: ['Mail notifications', 'Benachrichtigungen per Mail'],
	noticesHint: [
		'Mails about the security of your account are always sent.',
		'Mails zur Sicherheit Ihres Kontos werden immer gesendet.',
	],
	push: ['Push messages', 'Push-Nachrichten'],
	thisDevice: ['This device', 'Dieses Gerät'],
	pushDevices: ['Devices with push messages', 'Geräte mit Push-Nachrichten'],
	pushText: ['There is something new for you.', 'Es gibt etwas Neues für Sie.'],
	pushHint: [
		'This device can tell you when a notification is due. The message contains neither names nor amounts.',
		'Dieses Gerät kann Ihnen melden, wenn es eine Benachrichtigung gibt. Die Nachricht enthält weder Namen noch Beträge.',
	],
	pushImpossible: [
		'This browser cannot receive push messages here. On an iPhone or iPad, add this page to the Home Screen first, and open it from there.',
		'Dieser Browser kann hier keine Push-Nachrichten empfangen. Auf iPhone oder iPad legen Sie die Seite zuerst auf den Home-Bildschirm und öffnen sie von dort.',
	],
	pushRefused: [
		'The browser did not permit push messages. Permit notifications for this page in its settings, and try again.',
		'Der Browser hat keine Push-Nachrichten zugelassen. Erlauben Sie in seinen Einstellungen Benachrichtigungen für diese Seite und versuchen Sie es noch einmal.',
	],
	insteadOfMail: ['No notifications by mail', 'Keine Benachrichtigungen per Mail'],
	turnOn: ['Turn on push messages', 'Push-Nachrichten einschalten'],
	removeDevice: ['Remove device', 'Gerät entfernen'],
	data: ['My data', 'Meine Daten'],
	dataHint: [
		'Everything that is stored about you, with your receipts and your history, as a ZIP file.',
		'Alles, was über Sie gespeichert ist, mit Ihren Belegen und Ihrem Verlauf, als ZIP-Datei.',
	],
	download: ['Download my data', 'Meine Daten herunterladen'],
	names: NOTICE_NAMES,
});
