import type { Author } from '../../core/history.ts';
import type { Pair } from '../../core/language.ts';
import { FIELD_NAMES, ROLE_NAMES } from '../../core/words.ts';
import type { TRANSACTION_STATES } from '../../ledger/rules.ts';
import { catalogue } from '../words.ts';
import { EVENT_NAMES } from './event-names.ts';

export const HISTORY = catalogue({
	types: EVENT_NAMES,
	/** Follows a cut or a removal. */
	replaced: [' because a new one begins', ', weil etwas Neues beginnt'],
	fields: FIELD_NAMES,
	authors: {
		USER: ['another user', 'ein anderer Benutzer'],
		API_KEY: ['a program', 'ein Programm'],
		CRON: ['automatically', 'automatisch'],
		COMMAND_LINE: ['the operator', 'der Betreiber'],
	} satisfies Record<Author['type'], Pair>,
	roles: ROLE_NAMES,
	ways: {
		MAIL: ['mail', 'Mail'],
		LINK: ['link', 'Link'],
		LETTER: ['letter', 'Brief'],
	} satisfies Record<'MAIL' | 'LINK' | 'LETTER', Pair>,
	/** The states of a month's payroll run. */
	runs: {
		CLOSING: ['is being closed', 'wird abgeschlossen'],
		CLOSED: ['closed', 'abgeschlossen'],
	} satisfies Record<'CLOSING' | 'CLOSED', Pair>,
	/** The states of a payroll line. */
	lines: {
		PENDING: ['waits for its month', 'wartet auf ihren Monat'],
		COMMITTED: ['paid', 'gezahlt'],
	} satisfies Record<(typeof TRANSACTION_STATES)[number], Pair>,
	nothing: ['—', '—'],
	erased: ['erased', 'gelöscht'],
	everything: ['All companies and the platform', 'Alle Firmen und die Plattform'],
	none: [
		'No changes yet. Every change appears here.',
		'Noch keine Änderungen. Jede Änderung erscheint hier.',
	],
	noneLeft: [
		'No changes match these filters. Remove a filter, or clear all.',
		'Keine Änderungen passen zu diesen Filtern. Entfernen Sie einen Filter, oder setzen Sie alle zurück.',
	],
	clear: ['Clear all filters', 'Alle Filter zurücksetzen'],
	filters: {
		q: ['Person', 'Person'],
		company: ['Company', 'Firma'],
		type: ['What', 'Was'],
		from: ['From', 'Von'],
		until: ['Until', 'Bis'],
	} satisfies Record<'q' | 'company' | 'type' | 'from' | 'until', Pair>,
	all: ['All', 'Alles'],
	/** The chosen filters, as links that drop them. */
	onlyAbout: (name: string) => [`About ${name}`, `Über ${name}`],
	onlyBy: (name: string) => [`By ${name}`, `Von ${name}`],
	drop: ['remove filter', 'Filter entfernen'],
	found: (text: string) => [`People matching “${text}”`, `Personen zu „${text}“`],
	nobody: [
		'No people match this search. Enter a part of a name, a number or an e-mail address.',
		'Keine Personen passen zu dieser Suche. Geben Sie einen Teil eines Namens, einer Nummer oder einer E-Mail-Adresse ein.',
	],
	about: ['Changes to this person', 'Änderungen an dieser Person'],
	account: ['Changes to the account', 'Änderungen am Benutzerkonto'],
	by: ['Changes by this person', 'Änderungen durch diese Person'],
	toPerson: ['To the person', 'Zur Person'],
	sheet: {
		field: ['Field', 'Feld'],
		before: ['Before', 'Vorher'],
		after: ['After', 'Nachher'],
		value: ['Value', 'Wert'],
		subject: ['Person or company', 'Person oder Firma'],
		author: ['Changed by', 'Geändert von'],
		roles: ['Roles', 'Rollen'],
		session: ['Session', 'Sitzung'],
		kind: ['Kind', 'Art'],
		record: ['Record', 'Datensatz'],
		event: ['Event', 'Ereignis'],
		request: ['Request', 'Anfrage'],
		none: ['none; this was automatic', 'keine; das geschah automatisch'],
		time: ['When', 'Wann'],
		change: ['Change', 'Änderung'],
	} satisfies Record<
		'field' | 'before' | 'after' | 'value' | 'subject' | 'author' | 'roles' | 'session' | 'kind',
		Pair
	> &
		Record<'record' | 'event' | 'request' | 'none' | 'time' | 'change', Pair>,
	erasedPerson: ['Erased person', 'Gelöschte Person'],
	outsider: ['another user', 'ein anderer Benutzer'],
	isErased: [
		'The personal values of this change were erased.',
		'Die persönlichen Werte dieser Änderung wurden gelöscht.',
	],
});
