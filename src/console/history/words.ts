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
		USER: ['somebody outside the company', 'jemand außerhalb der Firma'],
		API_KEY: ['an interface', 'eine Schnittstelle'],
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
		COMMITTED: ['is in the file', 'steht in der Datei'],
	} satisfies Record<(typeof TRANSACTION_STATES)[number], Pair>,
	nothing: ['—', '—'],
	erased: ['erased', 'gelöscht'],
	everything: ['Everything of all companies and of the platform', 'Alles von allen Firmen und der Plattform'],
	none: [
		'Nothing has changed yet. Whatever somebody changes will stand here.',
		'Noch hat sich nichts geändert. Was jemand ändert, steht dann hier.',
	],
	noneLeft: [
		'There is nothing like this in the history. Search for less.',
		'So etwas gibt es im Verlauf nicht. Suchen Sie nach weniger.',
	],
	clear: ['Show everything', 'Alles zeigen'],
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
	drop: ['show others too', 'auch andere zeigen'],
	found: (text: string) => [`People who are like “${text}”`, `Personen, auf die „${text}“ passt`],
	nobody: [
		'Nobody is like this. Type a part of a name, a number or an e-mail address.',
		'So ist niemand. Geben Sie einen Teil eines Namens, einer Nummer oder einer E-Mail-Adresse ein.',
	],
	about: ['What was changed of this person', 'Was an dieser Person geändert wurde'],
	account: ['What was changed of the account', 'Was am Benutzerkonto geändert wurde'],
	by: ['What this person changed', 'Was diese Person geändert hat'],
	toPerson: ['To the person', 'Zur Person'],
	sheet: {
		field: ['Field', 'Feld'],
		before: ['Before', 'Vorher'],
		after: ['After', 'Nachher'],
		value: ['Value', 'Wert'],
		subject: ['Whom it is about', 'Um wen es geht'],
		author: ['Who did it', 'Wer es getan hat'],
		roles: ['With the roles', 'Mit den Rollen'],
		session: ['Session', 'Sitzung'],
		kind: ['Kind', 'Art'],
		record: ['Record', 'Datensatz'],
		event: ['Event', 'Ereignis'],
		request: ['Request', 'Anfrage'],
		none: ['none; it happened by itself', 'keine; es geschah von selbst'],
		time: ['When', 'Wann'],
		change: ['Change', 'Änderung'],
	} satisfies Record<
		'field' | 'before' | 'after' | 'value' | 'subject' | 'author' | 'roles' | 'session' | 'kind',
		Pair
	> &
		Record<'record' | 'event' | 'request' | 'none' | 'time' | 'change', Pair>,
	erasedPerson: ['Erased person', 'Gelöschte Person'],
	outsider: ['somebody', 'jemand'],
	isErased: [
		'Personal values of this change were erased.',
		'Persönliche Werte dieser Änderung wurden gelöscht.',
	],
});
