import type { Pair } from '../../core/language.ts';
import type { MailState } from '../../mail/rules.ts';
import { catalogue } from '../words.ts';

export const INVITATION_WORDS = catalogue({
	invitation: ['Invitation', 'Einladung'],
	toInvite: ['Invite, by mail or on paper', 'Einladen, per E-Mail oder auf Papier'],
	byMail: ['By mail', 'Per Mail'],
	onPaper: ['On paper', 'Auf Papier'],
	registered: (day: string) => [`Registered on ${day}.`, `Registriert am ${day}.`],
	registeredHint: [
		'A person who forgot the password can request a new one on the sign-in page.',
		'Wer das Passwort vergessen hat, kann auf der Anmeldeseite ein neues anfordern.',
	],
	isClosed: [
		'The account is closed. Reopen it before you send an invitation.',
		'Das Konto ist geschlossen. Öffnen Sie es wieder, bevor Sie einladen.',
	],
	notRegistered: ['Not registered yet.', 'Noch nicht registriert.'],
	never: ['There is no invitation.', 'Es gibt keine Einladung.'],
	mailed: (day: string) => [`Invited by mail on ${day}.`, `Eingeladen per Mail am ${day}.`],
	printed: (day: string) => [`A code was printed on ${day}.`, `Ein Code wurde am ${day} gedruckt.`],
	until: (day: string) => [`Valid until ${day}.`, `Gültig bis ${day}.`],
	expired: (day: string) => [`Expired on ${day}.`, `Abgelaufen am ${day}.`],
	mails: {
		waiting: ['The mail is on its way.', 'Die Mail ist unterwegs.'],
		held: [
			'The mail waits for a later day, because today’s limit of mails is used up.',
			'Die Mail wartet auf einen späteren Tag, weil die Höchstzahl der Mails für heute erreicht ist.',
		],
		sent: ['', ''],
		failed: ['The mail could not be delivered.', 'Die Mail konnte nicht zugestellt werden.'],
		bounced: ['The mail came back.', 'Die Mail kam zurück.'],
		no_carrier: [
			'This service does not send mails. Share a link or a printed code.',
			'Dieser Dienst sendet keine Mails. Geben Sie einen Link oder einen gedruckten Code weiter.',
		],
	} satisfies Record<MailState, Pair>,
	send: ['Send an invitation', 'Einladung senden'],
	sendHint: (email: string) => [
		`A mail with a link is sent to ${email}. The link is valid for 7 days. Older links and codes are no longer valid.`,
		`Eine Mail mit einem Link geht an ${email}. Der Link gilt 7 Tage. Ältere Links und Codes gelten dann nicht mehr.`,
	],
	print: ['Print an invitation', 'Einladung drucken'],
	printHint: [
		'A page with a code and a QR code, valid for 30 days, for people without a mailbox. It is shown only once. Older links and codes are no longer valid.',
		'Eine Seite mit einem Code und einem QR-Code, 30 Tage gültig, für Personen ohne Postfach. Sie wird nur einmal angezeigt. Ältere Links und Codes gelten dann nicht mehr.',
	],
	back: ['To the person', 'Zur Person'],
	done: ['The invitation is on its way.', 'Die Einladung ist unterwegs.'],
});
