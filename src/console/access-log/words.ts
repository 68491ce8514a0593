import type { AccessEventType, AccessReason } from '../../core/history.ts';
import type { Pair } from '../../core/language.ts';
import { catalogue } from '../words.ts';

export const ACCESS_WORDS = catalogue({
	title: ['Sign-ins and downloads', 'Anmeldungen und Abrufe'],
	hint: [
		'Who came in, who was refused, and who took payroll files, exports and long lists. Kept for a year.',
		'Wer hereinkam, wer abgewiesen wurde, und wer Lohndateien, Auszüge und lange Listen abgerufen hat. Ein Jahr aufbewahrt.',
	],
	none: ['Nothing is noted here yet.', 'Hier ist noch nichts vermerkt.'],
	when: ['When', 'Wann'],
	where: ['From where', 'Von wo'],
	unknown: ['unknown', 'unbekannt'],
	onlyOf: (name: string) => [`Only ${name}`, `Nur ${name}`],
	all: ['Show everybody', 'Alle zeigen'],
	times: (count: string) => [`${count} times`, `${count}-mal`],
	types: {
		'session.opened': ['Signed in', 'Angemeldet'],
		'session.refused': ['Sign-in refused', 'Anmeldung abgewiesen'],
		'session.ended': ['Session ended', 'Sitzung beendet'],
		'identity.linked': ['Account of the provider linked', 'Konto des Anbieters verknüpft'],
		'access.refused': ['Access refused', 'Zugriff abgewiesen'],
		'payroll_file.read': ['Payroll file taken', 'Lohndatei abgerufen'],
		'list.read': ['Long list read', 'Lange Liste gelesen'],
		'export.read': ['Export taken', 'Auszug abgerufen'],
	} satisfies Record<AccessEventType, Pair>,
	reasons: {
		wrong_password: ['wrong password', 'falsches Passwort'],
		wrong_code: ['wrong code', 'falscher Code'],
		sso_required: ['the company wants its provider', 'die Firma verlangt ihren Anbieter'],
		provider_refused: ['refused by the provider', 'vom Anbieter abgewiesen'],
		email_not_verified: ['e-mail not verified', 'E-Mail nicht bestätigt'],
		user_unknown: ['nobody known by that name', 'niemand mit diesem Namen bekannt'],
		account_changed: ['another account of the provider', 'ein anderes Konto des Anbieters'],
		logged_out: ['signed out', 'abgemeldet'],
		ended_by_user: ['ended by the user', 'selbst beendet'],
		ended_by_administrator: ['ended by an administrator', 'von der Administration beendet'],
		password_changed: ['password changed', 'Passwort geändert'],
		second_factor_changed: ['second factor changed', 'zweiter Faktor geändert'],
		user_closed: ['account closed', 'Konto geschlossen'],
		user_erased: ['account erased', 'Konto gelöscht'],
		refresh_token_reused: ['a token was used twice', 'ein Token wurde zweimal benutzt'],
		key_revoked: ['key revoked', 'Schlüssel widerrufen'],
	} satisfies Record<AccessReason, Pair>,
});
