import type { Role } from '../../core/actor.ts';
import type { Author } from '../../core/history.ts';
import type { TRANSACTION_STATES } from '../../payroll/transactions/rules.ts';
import { ROLE_NAMES } from '../roles/names.ts';
import type { Catalogue } from '../words.ts';
import { EVENT_NAMES } from './event-names.ts';
import { FIELD_NAMES } from './field-names.ts';

interface HistoryWords {
	types: (typeof EVENT_NAMES)['en'];
	/** Follows a cut or a removal. */
	replaced: string;
	fields: (typeof FIELD_NAMES)['en'];
	authors: Record<Author['type'], string>;
	roles: Record<Role, string>;
	ways: Record<'MAIL' | 'LINK' | 'LETTER', string>;
	/** The states of a month's payroll run. */
	runs: Record<'CLOSING' | 'CLOSED', string>;
	/** The states of a payroll line. */
	lines: Record<(typeof TRANSACTION_STATES)[number], string>;
	nothing: string;
	erased: string;
	yes: string;
	no: string;
	history: string;
	everything: string;
	none: string;
	noneLeft: string;
	clear: string;
	filters: Record<'q' | 'company' | 'type' | 'from' | 'until', string>;
	all: string;
	search: string;
	export: string;
	/** The chosen filters, as links that drop them. */
	onlyAbout: (name: string) => string;
	onlyBy: (name: string) => string;
	drop: string;
	found: (text: string) => string;
	nobody: string;
	about: string;
	account: string;
	by: string;
	toPerson: string;
	sheet: Record<
		'field' | 'before' | 'after' | 'value' | 'subject' | 'author' | 'roles' | 'session' | 'kind',
		string
	> &
		Record<'record' | 'event' | 'request' | 'none' | 'time' | 'change', string>;
	erasedPerson: string;
	outsider: string;
	isErased: string;
}

const ENGLISH: HistoryWords = {
	types: EVENT_NAMES.en,
	replaced: ' because a new one begins',
	fields: FIELD_NAMES.en,
	authors: {
		USER: 'somebody outside the company',
		API_KEY: 'an interface',
		CRON: 'automatically',
		CONSOLE: 'the operator',
	},
	roles: ROLE_NAMES.en,
	ways: { MAIL: 'mail', LINK: 'link', LETTER: 'letter' },
	runs: { CLOSING: 'is being closed', CLOSED: 'closed' },
	lines: { PENDING: 'waits for its month', COMMITTED: 'is in the file' },
	nothing: '—',
	erased: 'erased',
	yes: 'yes',
	no: 'no',
	history: 'History',
	everything: 'Everything of all companies and of the platform',
	none: 'Nothing has changed yet. Whatever somebody changes will stand here.',
	noneLeft: 'There is nothing like this in the history. Search for less.',
	clear: 'Show everything',
	filters: { q: 'Person', company: 'Company', type: 'What', from: 'From', until: 'Until' },
	all: 'All',
	search: 'Search',
	export: 'Export',
	onlyAbout: (name) => `About ${name}`,
	onlyBy: (name) => `By ${name}`,
	drop: 'show others too',
	found: (text) => `People who are like “${text}”`,
	nobody: 'Nobody is like this. Type a part of a name, a number or an e-mail address.',
	about: 'What was changed of this person',
	account: 'What was changed of the account',
	by: 'What this person changed',
	toPerson: 'To the person',
	sheet: {
		field: 'Field',
		before: 'Before',
		after: 'After',
		value: 'Value',
		subject: 'Whom it is about',
		author: 'Who did it',
		roles: 'With the roles',
		session: 'Session',
		kind: 'Kind',
		record: 'Record',
		event: 'Event',
		request: 'Request',
		none: 'none; it happened by itself',
		time: 'When',
		change: 'Change',
	},
	erasedPerson: 'Erased person',
	outsider: 'somebody',
	isErased: 'Personal values of this change were erased.',
};

const GERMAN: HistoryWords = {
	types: EVENT_NAMES.de,
	replaced: ', weil etwas Neues beginnt',
	fields: FIELD_NAMES.de,
	authors: {
		USER: 'jemand außerhalb der Firma',
		API_KEY: 'eine Schnittstelle',
		CRON: 'automatisch',
		CONSOLE: 'der Betreiber',
	},
	roles: ROLE_NAMES.de,
	ways: { MAIL: 'Mail', LINK: 'Link', LETTER: 'Brief' },
	runs: { CLOSING: 'wird abgeschlossen', CLOSED: 'abgeschlossen' },
	lines: { PENDING: 'wartet auf ihren Monat', COMMITTED: 'steht in der Datei' },
	nothing: '—',
	erased: 'gelöscht',
	yes: 'ja',
	no: 'nein',
	history: 'Verlauf',
	everything: 'Alles von allen Firmen und der Plattform',
	none: 'Noch hat sich nichts geändert. Was jemand ändert, steht dann hier.',
	noneLeft: 'So etwas gibt es im Verlauf nicht. Suchen Sie nach weniger.',
	clear: 'Alles zeigen',
	filters: { q: 'Person', company: 'Firma', type: 'Was', from: 'Von', until: 'Bis' },
	all: 'Alles',
	search: 'Suchen',
	export: 'Exportieren',
	onlyAbout: (name) => `Über ${name}`,
	onlyBy: (name) => `Von ${name}`,
	drop: 'auch andere zeigen',
	found: (text) => `Personen, auf die „${text}“ passt`,
	nobody: 'So ist niemand. Geben Sie einen Teil eines Namens, einer Nummer oder einer E-Mail-Adresse ein.',
	about: 'Was an dieser Person geändert wurde',
	account: 'Was am Benutzerkonto geändert wurde',
	by: 'Was diese Person geändert hat',
	toPerson: 'Zur Person',
	sheet: {
		field: 'Feld',
		before: 'Vorher',
		after: 'Nachher',
		value: 'Wert',
		subject: 'Um wen es geht',
		author: 'Wer es getan hat',
		roles: 'Mit den Rollen',
		session: 'Sitzung',
		kind: 'Art',
		record: 'Datensatz',
		event: 'Ereignis',
		request: 'Anfrage',
		none: 'keine; es geschah von selbst',
		time: 'Wann',
		change: 'Änderung',
	},
	erasedPerson: 'Gelöschte Person',
	outsider: 'jemand',
	isErased: 'Persönliche Werte dieser Änderung wurden gelöscht.',
};

export const HISTORY: Catalogue<HistoryWords> = { en: ENGLISH, de: GERMAN };
