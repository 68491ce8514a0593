import type { AccessEventType, AccessReason } from '../../core/history.ts';
import type { Pair } from '../../core/language.ts';
import { catalogue } from '../words.ts';

export const ACCESS_WORDS = catalogue({
	title: ['Access log', 'Zugriffsprotokoll'],
	hint: [
		'Sign-ins, refused sign-ins, and downloads of payroll files, exports and long lists. Kept for one year.',
		'Anmeldungen, abgewiesene Anmeldungen und Abrufe von Lohndateien, Exporten und langen Listen. Ein Jahr aufbewahrt.',
	],
	none: [
		'No entries yet. Sign-ins and downloads appear here.',
		'Noch keine Einträge. Anmeldungen und Abrufe erscheinen hier.',
	],
	when: ['When', 'Wann'],
	where: ['From', 'Von wo'],
	unknown: ['unknown', 'unbekannt'],
	onlyOf: (name: string) => [`Only ${name}`, `Nur ${name}`],
	all: ['Show all users', 'Alle Benutzer anzeigen'],
	times: (count: string) => [`${count} times`, `${count}-mal`],
	types: {
		'session.opened': ['Signed in', 'Angemeldet'],
		'session.refused': ['Sign-in refused', 'Anmeldung abgewiesen'],
		'session.ended': ['Session ended', 'Sitzung beendet'],
		'identity.linked': ['Account of the identity provider linked', 'Konto des Identitätsanbieters verknüpft'],
		'access.refused': ['Access refused', 'Zugriff abgewiesen'],
		'payroll_file.read': ['Payroll file downloaded', 'Lohndatei abgerufen'],
		'list.read': ['Long list read', 'Lange Liste gelesen'],
		'export.read': ['Export downloaded', 'Export abgerufen'],
	} satisfies Record<AccessEventType, Pair>,
	reasons: {
		wrong_password: ['wrong password', 'falsches Passwort'],
		wrong_code: ['wrong code', 'falscher Code'],
		sso_required: [
			'the company requires its identity provider',
			'die Firma verlangt ihren Identitätsanbieter',
		],
		provider_refused: ['refused by the identity provider', 'vom Identitätsanbieter abgewiesen'],
		email_not_verified: ['e-mail address not verified', 'E-Mail-Adresse nicht bestätigt'],
		user_unknown: ['no user with this address', 'kein Benutzer mit dieser Adresse'],
		account_changed: [
			'another account of the identity provider',
			'ein anderes Konto des Identitätsanbieters',
		],
		logged_out: ['signed out', 'abgemeldet'],
		ended_by_user: ['ended by the user', 'vom Benutzer beendet'],
		ended_by_administrator: ['ended by an administrator', 'von der Administration beendet'],
		password_changed: ['password changed', 'Passwort geändert'],
		second_factor_changed: ['second factor changed', 'zweiter Faktor geändert'],
		user_closed: ['account closed', 'Konto geschlossen'],
		user_erased: ['account erased', 'Konto gelöscht'],
		refresh_token_reused: ['a token was used twice', 'ein Token wurde zweimal benutzt'],
		key_revoked: ['key revoked', 'Schlüssel widerrufen'],
	} satisfies Record<AccessReason, Pair>,
});
