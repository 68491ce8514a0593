import { USER_STATE_NAMES } from '../../core/words.ts';
import { catalogue, LABELS } from '../words.ts';

export const WORDS = catalogue({
	list: ['Who looks after the company', 'Wer sich um die Firma kümmert'],
	nobody: [
		'Nobody looks after this company yet. Invite somebody below.',
		'Um diese Firma kümmert sich noch niemand. Laden Sie unten jemanden ein.',
	],
	roles: LABELS.roles,
	states: USER_STATE_NAMES,
	invite: ['Invite somebody', 'Jemanden einladen'],
	inviteHint: [
		'A mail with a link is sent, good for seven days.',
		'Eine Mail mit einem Link geht hinaus. Er gilt sieben Tage.',
	],
	send: ['Invite', 'Einladen'],
	known: [
		'This address has somebody of the company already.',
		'Diese Adresse hat schon jemand in der Firma.',
	],
	knownLink: ['Give roles to this person', 'Dieser Person Rollen geben'],
	takeAway: [
		'Without a role an employee stays an employee. Anybody else: close the account.',
		'Wer hier beschäftigt ist, bleibt es ohne Rolle. Bei allen anderen: das Konto schließen.',
	],
	others: (roles: string) => [`Also: ${roles}`, `Außerdem: ${roles}`],
	details: ['Roles and name', 'Rollen und Name'],
	signIn: ['Sign-in', 'Anmeldung'],
	registered: LABELS.dateRegistered,
	closed: LABELS.dateClosed,
	deeds: {
		invite: ['Send a new invitation', 'Neue Einladung senden'],
		sessions: ['Sign out everywhere', 'Überall abmelden'],
		factor: ['Reset the second factor', 'Zweiten Faktor zurücksetzen'],
		close: ['Close the account', 'Konto schließen'],
		open: ['Open the account again', 'Konto wieder öffnen'],
	},
	consequences: {
		invite: ['A link that was sent before is void.', 'Ein Link, der vorher gesendet wurde, gilt nicht mehr.'],
		sessions: ['All sessions end within ten seconds.', 'Alle Sitzungen enden in zehn Sekunden.'],
		factor: [
			'The person signs in with the password alone, until a new one is set up. A mail tells so.',
			'Die Person meldet sich nur mit dem Passwort an, bis sie einen neuen eingerichtet hat. Eine Mail sagt es ihr.',
		],
		close: [
			'All sessions end, and sign-in is refused. What was decided stays. A mail tells so.',
			'Alle Sitzungen enden, und eine Anmeldung wird abgelehnt. Was entschieden wurde, bleibt. Eine Mail sagt es.',
		],
		open: [
			'The person can sign in again, with the same password.',
			'Die Person kann sich wieder anmelden, mit demselben Passwort.',
		],
	},
	link: ['Link of the invitation', 'Link der Einladung'],
	linkHint: (day: string) => [
		`No mail leaves this service. Hand this link over yourself; it is shown once and good until ${day}.`,
		`Von hier gehen keine Mails hinaus. Übergeben Sie diesen Link selbst; er wird einmal gezeigt und gilt bis zum ${day}.`,
	],
	back: ['Back', 'Zurück'],
});
