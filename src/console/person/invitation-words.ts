import type { MailState } from '../../mail/rules.ts';
import type { Catalogue } from '../words.ts';

const MAILS: Record<MailState, string> = {
	waiting: 'The mail is on its way.',
	sent: '',
	failed: 'The mail could not be sent.',
	bounced: 'The mail came back.',
	no_carrier: 'No mail is set up; hand over a link or a printed code.',
};

const ENGLISH = {
	invitation: 'Invitation',
	toInvite: 'Invite, by mail or on paper',
	byMail: 'By mail',
	onPaper: 'On paper',
	registered: (day: string) => `Registered on ${day}.`,
	registeredHint: 'Who has forgotten the password asks for another one at the sign-in.',
	isClosed: 'The account is closed. Open it before you invite.',
	notRegistered: 'Has not registered yet.',
	never: 'There is no invitation.',
	mailed: (day: string) => `Invited by mail on ${day}.`,
	printed: (day: string) => `A code was printed on ${day}.`,
	until: (day: string) => `Good until ${day}.`,
	expired: (day: string) => `Expired on ${day}.`,
	mails: MAILS,
	send: 'Send an invitation',
	sendHint: (email: string) =>
		`A mail with a link goes to ${email}. It is good for 7 days; an older link or code is void then.`,
	print: 'Print an invitation',
	printHint:
		'A page with a code and its picture for the phone, good for 30 days: for somebody without a mailbox. It is shown once. An older link or code is void then.',
	back: 'To the person',
	done: 'The invitation is on its way.',
};

const GERMAN: typeof ENGLISH = {
	invitation: 'Einladung',
	toInvite: 'Einladen, per E-Mail oder auf Papier',
	byMail: 'Per Mail',
	onPaper: 'Auf Papier',
	registered: (day) => `Registriert am ${day}.`,
	registeredHint: 'Wer das Passwort vergessen hat, fordert bei der Anmeldung ein neues an.',
	isClosed: 'Das Konto ist geschlossen. Öffnen Sie es vor der Einladung.',
	notRegistered: 'Noch nicht registriert.',
	never: 'Es gibt keine Einladung.',
	mailed: (day) => `Eingeladen per Mail am ${day}.`,
	printed: (day) => `Ein Code wurde am ${day} gedruckt.`,
	until: (day) => `Gültig bis ${day}.`,
	expired: (day) => `Abgelaufen am ${day}.`,
	mails: {
		waiting: 'Die Mail ist unterwegs.',
		sent: '',
		failed: 'Die Mail ließ sich nicht senden.',
		bounced: 'Die Mail kam zurück.',
		no_carrier: 'Mails sind nicht eingerichtet; übergeben Sie einen Link oder einen gedruckten Code.',
	},
	send: 'Einladung senden',
	sendHint: (email) =>
		`Eine Mail mit einem Link geht an ${email}. Er gilt 7 Tage; ein älterer Link oder Code gilt dann nicht mehr.`,
	print: 'Einladung drucken',
	printHint:
		'Eine Seite mit einem Code und seinem Bild fürs Telefon, 30 Tage gültig: für alle ohne Postfach. Sie wird einmal gezeigt. Ein älterer Link oder Code gilt dann nicht mehr.',
	back: 'Zur Person',
	done: 'Die Einladung ist unterwegs.',
};

export const INVITATION_WORDS: Catalogue<typeof ENGLISH> = { en: ENGLISH, de: GERMAN };
