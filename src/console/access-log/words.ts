import type { AccessEventType, AccessReason } from '../../core/access-events.ts';
import type { Catalogue } from '../words.ts';

interface Words {
	title: string;
	hint: string;
	none: string;
	when: string;
	who: string;
	what: string;
	where: string;
	unknown: string;
	onlyOf(name: string): string;
	all: string;
	times(count: string): string;
	types: Record<AccessEventType, string>;
	reasons: Record<AccessReason, string>;
}

const ENGLISH: Words = {
	title: 'Sign-ins and downloads',
	hint: 'Who came in, who was refused, and who took payroll files, exports and long lists. Kept for a year.',
	none: 'Nothing is noted here yet.',
	when: 'When',
	who: 'Who',
	what: 'What',
	where: 'From where',
	unknown: 'unknown',
	onlyOf: (name) => `Only ${name}`,
	all: 'Show everybody',
	times: (count) => `${count} times`,
	types: {
		'session.opened': 'Signed in',
		'session.refused': 'Sign-in refused',
		'session.ended': 'Session ended',
		'identity.linked': 'Account of the provider linked',
		'access.refused': 'Access refused',
		'payroll_file.read': 'Payroll file taken',
		'list.read': 'Long list read',
		'export.read': 'Export taken',
	},
	reasons: {
		wrong_password: 'wrong password',
		wrong_code: 'wrong code',
		sso_required: 'the company wants its provider',
		provider_refused: 'refused by the provider',
		email_not_verified: 'e-mail not verified',
		user_unknown: 'nobody known by that name',
		account_changed: 'another account of the provider',
		logged_out: 'signed out',
		ended_by_user: 'ended by the user',
		ended_by_administrator: 'ended by an administrator',
		password_changed: 'password changed',
		second_factor_changed: 'second factor changed',
		user_closed: 'account closed',
		user_erased: 'account erased',
		refresh_token_reused: 'a token was used twice',
		key_revoked: 'key revoked',
	},
};

const GERMAN: Words = {
	title: 'Anmeldungen und Abrufe',
	hint: 'Wer hereinkam, wer abgewiesen wurde, und wer Lohndateien, Auszüge und lange Listen abgerufen hat. Ein Jahr aufbewahrt.',
	none: 'Hier ist noch nichts vermerkt.',
	when: 'Wann',
	who: 'Wer',
	what: 'Was',
	where: 'Von wo',
	unknown: 'unbekannt',
	onlyOf: (name) => `Nur ${name}`,
	all: 'Alle zeigen',
	times: (count) => `${count}-mal`,
	types: {
		'session.opened': 'Angemeldet',
		'session.refused': 'Anmeldung abgewiesen',
		'session.ended': 'Sitzung beendet',
		'identity.linked': 'Konto des Anbieters verknüpft',
		'access.refused': 'Zugriff abgewiesen',
		'payroll_file.read': 'Lohndatei abgerufen',
		'list.read': 'Lange Liste gelesen',
		'export.read': 'Auszug abgerufen',
	},
	reasons: {
		wrong_password: 'falsches Passwort',
		wrong_code: 'falscher Code',
		sso_required: 'die Firma verlangt ihren Anbieter',
		provider_refused: 'vom Anbieter abgewiesen',
		email_not_verified: 'E-Mail nicht bestätigt',
		user_unknown: 'niemand mit diesem Namen bekannt',
		account_changed: 'ein anderes Konto des Anbieters',
		logged_out: 'abgemeldet',
		ended_by_user: 'selbst beendet',
		ended_by_administrator: 'von der Administration beendet',
		password_changed: 'Passwort geändert',
		second_factor_changed: 'zweiter Faktor geändert',
		user_closed: 'Konto geschlossen',
		user_erased: 'Konto gelöscht',
		refresh_token_reused: 'ein Token wurde zweimal benutzt',
		key_revoked: 'Schlüssel widerrufen',
	},
};

export const ACCESS_WORDS: Catalogue<Words> = { en: ENGLISH, de: GERMAN };
