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
		'Who has forgotten the password asks for another one at the sign-in.',
		'Wer das Passwort vergessen hat, fordert bei der Anmeldung ein neues an.',
	],
	isClosed: [
		'The account is closed. Open it before you invite.',
		'Das Konto ist geschlossen. Öffnen Sie es vor der Einladung.',
	],
	notRegistered: ['Has not registered yet.', 'Noch nicht registriert.'],
	never: ['There is no invitation.', 'Es gibt keine Einladung.'],
	mailed: (day: string) => [`Invited by mail on ${day}.`, `Eingeladen per Mail am ${day}.`],
	printed: (day: string) => [`A code was printed on ${day}.`, `Ein Code wurde am ${day} gedruckt.`],
	until: (day: string) => [`Good until ${day}.`, `Gültig bis ${day}.`],
	expired: (day: string) => [`Expired on ${day}.`, `Abgelaufen am ${day}.`],
	mails: {
		waiting: ['The mail is on its way.', 'Die Mail ist unterwegs.'],
		sent: ['', ''],
		failed: ['The mail could not be sent.', 'Die Mail ließ sich nicht senden.'],
		bounced: ['The mail came back.', 'Die Mail kam zurück.'],
		no_carrier: [
			'No mail is set up; hand over a link or a printed code.',
			'Mails sind nicht eingerichtet; übergeben Sie einen Link oder einen gedruckten Code.',
		],
	} satisfies Record<MailState, Pair>,
	send: ['Send an invitation', 'Einladung senden'],
	sendHint: (email: string) => [
		`A mail with a link goes to ${email}. It is good for 7 days; an older link or code is void then.`,
		`Eine Mail mit einem Link geht an ${email}. Er gilt 7 Tage; ein älterer Link oder Code gilt dann nicht mehr.`,
	],
	print: ['Print an invitation', 'Einladung drucken'],
	printHint: [
		'A page with a code and its picture for the phone, good for 30 days: for somebody without a mailbox. It is shown once. An older link or code is void then.',
		'Eine Seite mit einem Code und seinem Bild fürs Telefon, 30 Tage gültig: für alle ohne Postfach. Sie wird einmal gezeigt. Ein älterer Link oder Code gilt dann nicht mehr.',
	],
	back: ['To the person', 'Zur Person'],
	done: ['The invitation is on its way.', 'Die Einladung ist unterwegs.'],
});
