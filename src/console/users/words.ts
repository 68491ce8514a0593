import type { Role } from '../../foundation/core/actor.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { ROLE_NAMES, USER_STATE_NAMES } from '../../foundation/core/words.ts';
import { catalogue } from '../words.ts';

export const USER_WORDS = catalogue({
	/** An employee without an invitation is not registered either. */
	states: { ...USER_STATE_NAMES, UNREGISTERED: ['not registered', 'nicht registriert'] },
	roleNames: ROLE_NAMES,
	lost: [
		'Somebody else has proven the e-mail address, so nobody can sign in with it as this person. Enter another one. If the person had registered before, ask the operator.',
		'Jemand anderes hat die E-Mail-Adresse nachgewiesen. Darum kann sich niemand mehr damit als diese Person anmelden. Tragen Sie eine andere ein. War die Person schon registriert, fragen Sie den Betreiber.',
	],
	signIn: ['Sign-in', 'Anmeldung'],
	actions: {
		invitation: ['Send a new invitation', 'Neue Einladung senden'],
		sessions: ['Sign out on all devices', 'Auf allen Geräten abmelden'],
		'second-factor': ['Reset the second factor', 'Zweiten Faktor zurücksetzen'],
		close: ['Close the account', 'Konto schließen'],
		open: ['Reopen the account', 'Konto wieder öffnen'],
	},
	revokesKeys: [
		'Also revoke the API keys that this user created',
		'Auch die API-Schlüssel widerrufen, die dieser Benutzer erstellt hat',
	],
	consequences: {
		invitation: [
			'Earlier invitation links are no longer valid.',
			'Frühere Einladungslinks sind dann nicht mehr gültig.',
		],
		sessions: ['All sessions end within ten seconds.', 'Alle Sitzungen enden innerhalb von zehn Sekunden.'],
		'second-factor': [
			'The person signs in with the password alone until they set up a new second factor. Recovery codes end, and the password cannot be reset by mail for 72 hours. We notify the person by mail.',
			'Die Person meldet sich nur mit dem Passwort an, bis sie einen neuen zweiten Faktor eingerichtet hat. Wiederherstellungscodes enden, und 72 Stunden lang setzt keine Mail ein Passwort. Wir benachrichtigen die Person per Mail.',
		],
		close: [
			'All sessions end, and the person can no longer sign in. Past decisions stay. We notify the person by mail.',
			'Alle Sitzungen enden, und die Person kann sich nicht mehr anmelden. Bisherige Entscheidungen bleiben. Wir benachrichtigen die Person per Mail.',
		],
		open: [
			'The person can sign in again with the same password.',
			'Die Person kann sich wieder mit demselben Passwort anmelden.',
		],
	},
});

export const ROLE_WORDS = catalogue({
	/** The purpose of each role. */
	does: {
		PLATFORM_ADMIN: ['Sees and changes every company', 'Sieht und ändert jedes Unternehmen'],
		COMPANY_ADMIN: [
			'People, benefits, payroll and all settings of the company',
			'Mitarbeitende, Benefits, Abrechnung und alle Einstellungen des Unternehmens',
		],
		FLEX_DOCUMENT_VERIFIER: [
			'Decides on receipts, sees balances and payroll',
			'Entscheidet über Belege, sieht Guthaben und Abrechnung',
		],
		EMPLOYEE: ['Has benefits', 'Hat Benefits'],
		TECHNICAL_USER: [
			'People and benefits, for a program that signs in. An API key is the better choice.',
			'Mitarbeitende und Benefits, für ein Programm, das sich anmeldet. Ein API-Schlüssel ist die bessere Wahl.',
		],
	} satisfies Record<Role, Pair>,
	given: ['Gets', 'Bekommt'],
	taken: ['Loses', 'Verliert'],
	companiesGiven: ['From now on for', 'Von jetzt an für'],
	companiesTaken: ['No longer for', 'Nicht mehr für'],
	holdsFor: ['The roles apply to', 'Die Rollen gelten für'],
	left: (company: string, others: number) =>
		others === 1
			? [`One other person administers ${company}.`, `Eine weitere Person verwaltet ${company}.`]
			: [`${others} others administer ${company}.`, `${others} weitere Personen verwalten ${company}.`],
	factor: [
		'There is no second factor yet. The person has to set it up before doing anything else.',
		'Es gibt noch keinen zweiten Faktor. Die Person muss ihn einrichten, bevor sie etwas anderes tun kann.',
	],
	oneself: [
		'This is your own account. You will no longer see the pages of a role that you give up, and you cannot give it back to yourself.',
		'Das ist Ihr eigenes Konto. Die Seiten einer Rolle, die Sie abgeben, sehen Sie nicht mehr, und Sie können sie sich nicht selbst zurückgeben.',
	],
	soon: ['This takes effect within ten seconds.', 'Das gilt innerhalb von zehn Sekunden.'],
	nothing: ['Roles and companies stay as they are.', 'Rollen und Unternehmen bleiben, wie sie sind.'],
	first: [
		'Select roles to see what would change.',
		'Wählen Sie Rollen aus, um zu sehen, was sich ändern würde.',
	],
});

export const ERASURE_WORDS = catalogue({
	erase: ['Erase the account', 'Konto löschen'],
	what: [
		'Name, e-mail address, password, second factor, sessions and mails are erased, also from the history. Actions of the person stay in the history, without the name.',
		'Name, E-Mail-Adresse, Passwort, zweiter Faktor, Sitzungen und Mails werden gelöscht, auch aus dem Verlauf. Was die Person getan hat, bleibt ohne ihren Namen erhalten.',
	],
	stays: ['This cannot be undone.', 'Das lässt sich nicht rückgängig machen.'],
	now: ['Erase permanently', 'Endgültig löschen'],
	done: ['The account has been erased.', 'Das Konto wurde gelöscht.'],
});

/** The page with the link of an invitation. */
export const INVITATION_WORDS = catalogue({
	title: ['Invitation link', 'Einladungslink'],
	hint: [
		'This service does not send mails. Share this link yourself. It is shown only once.',
		'Dieser Dienst sendet keine Mails. Geben Sie diesen Link selbst weiter. Er wird nur einmal angezeigt.',
	],
	until: (day: string) => [`It is valid until ${day}.`, `Er gilt bis ${day}.`],
});
