import { UNKNOWN_DEVICE } from '../../core/client.ts';
import type { Pair } from '../../core/language.ts';
import type { Notice } from '../../mail/notices/rules.ts';
import { catalogue, LABELS } from '../words.ts';

export const WORDS = catalogue({
	title: ['My account', 'Mein Konto'],
	demanded: [
		'You need a second factor. Set it up here; then everything else opens.',
		'Sie brauchen einen zweiten Faktor. Richten Sie ihn hier ein; danach öffnet sich alles andere.',
	],
	password: LABELS.password,
	current: ['Current password', 'Aktuelles Passwort'],
	change: ['Change the password', 'Passwort ändern'],
	changeHint: ['All your other sessions end.', 'Alle anderen Sitzungen enden dann.'],
	factor: ['Second factor', 'Zweiter Faktor'],
	factorOff: [
		'Besides your password, sign-in can ask for a code of an authenticator app.',
		'Außer dem Passwort kann die Anmeldung einen Code einer Authentifizierungs-App verlangen.',
	],
	factorOn: (day: string, left: number) => [
		`Set up on ${day}. ${left} recovery codes are left.`,
		`Eingerichtet am ${day}. ${left} Ersatzcodes sind übrig.`,
	],
	setUp: ['Set up', 'Einrichten'],
	scan: [
		'Scan this picture with your authenticator app, or type the key into it. Then enter the code that it shows.',
		'Scannen Sie dieses Bild mit Ihrer Authentifizierungs-App, oder tippen Sie den Schlüssel ein. Geben Sie dann den Code ein, den sie zeigt.',
	],
	picture: ['The key as a picture for the app', 'Der Schlüssel als Bild für die App'],
	key: ['Key', 'Schlüssel'],
	code: ['Code', 'Code'],
	codeHint: ['Six digits of the app, or a recovery code.', 'Sechs Ziffern der App, oder ein Ersatzcode.'],
	confirm: ['Confirm', 'Bestätigen'],
	codes: ['Your recovery codes', 'Ihre Ersatzcodes'],
	codesHint: [
		'Each is good once, in place of the app. Keep them where you find them without your phone. They are not shown again.',
		'Jeder gilt einmal, an Stelle der App. Heben Sie sie dort auf, wo Sie sie ohne Ihr Telefon finden. Sie werden nicht noch einmal gezeigt.',
	],
	goOn: ['I have kept them', 'Ich habe sie aufgehoben'],
	renew: ['New recovery codes', 'Neue Ersatzcodes'],
	remove: ['Remove the second factor', 'Zweiten Faktor entfernen'],
	sessions: ['Where you are signed in', 'Wo Sie angemeldet sind'],
	device: (name: string) =>
		name === UNKNOWN_DEVICE
			? ['an unknown device', 'ein unbekanntes Gerät']
			: [name, name.replace(' on ', ' unter ')],
	here: ['here', 'hier'],
	since: (time: string) => [`last used ${time}`, `zuletzt benutzt ${time}`],
	end: ['Sign out there', 'Dort abmelden'],
	endOthers: ['Sign out everywhere else', 'Überall sonst abmelden'],
	notices: ['Mails I want', 'Mails, die ich möchte'],
	noticesHint: [
		'Mails about the security of your account are always sent.',
		'Mails zur Sicherheit Ihres Kontos werden immer gesendet.',
	],
	data: ['My data', 'Meine Daten'],
	dataHint: [
		'Everything that is stored about you, with your receipts and the history, as one ZIP file.',
		'Alles, was über Sie gespeichert ist, mit Ihren Belegen und dem Verlauf, als eine ZIP-Datei.',
	],
	download: ['Download my data', 'Meine Daten herunterladen'],
	names: {
		expenseApproved: ['A receipt of mine was approved', 'Ein Beleg von mir wurde genehmigt'],
		expenseRejected: ['A receipt of mine was rejected', 'Ein Beleg von mir wurde abgelehnt'],
		expenseReturned: [
			'A receipt of mine was sent back to be corrected',
			'Ein Beleg von mir wurde zur Korrektur zurückgegeben',
		],
		expensesWaiting: ['Receipts wait for my decision', 'Belege warten auf meine Entscheidung'],
		voucherIssued: ['A voucher was issued for me', 'Ein Gutschein wurde für mich ausgestellt'],
		budgetExpiring: [
			'On 1 December: what is left expires at the end of the year',
			'Am 1. Dezember: Was übrig ist, verfällt zum Jahresende',
		],
		accessEnding: ['My budget ends in 30 days', 'Mein Guthaben endet in 30 Tagen'],
		monthClosing: [
			'A month closes soon, and I have handed in nothing',
			'Ein Monat schließt bald, und ich habe nichts eingereicht',
		],
	} satisfies Record<Notice, Pair>,
});
