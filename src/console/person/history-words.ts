import type { Author } from '../../core/history.ts';
import type { Catalogue } from '../words.ts';

interface HistoryWords {
	/** Follows a cut or a removal. */
	replaced: string;
	fields: Record<string, string>;
	authors: Record<Author['type'], string>;
	nothing: string;
	erased: string;
	yes: string;
	no: string;
}

const ENGLISH: HistoryWords = {
	replaced: ' because a new one begins',
	fields: {
		validFrom: 'from',
		startDate: 'from',
		validUntil: 'until',
		validTo: 'until',
		endDate: 'until',
		budget: 'amount',
		amount: 'amount',
		approvedAmount: 'approved',
		requestedAmount: 'asked for',
		allowedModules: 'for',
		module: 'for',
		accumulateBudget: 'carried over',
		datePausedStart: 'first day of the pause',
		datePausedEnd: 'first day back',
		dateTerminated: 'last day',
		firstName: 'first name',
		lastName: 'last name',
		language: 'language',
		email: 'e-mail address',
		password: 'password',
		personnelNumber: 'personnel number',
		costCenter: 'cost centre',
		groups: 'groups',
		date: 'day',
		dueDate: 'due',
		state: 'state',
		note: 'note',
		rejectionReason: 'reason',
		reason: 'reason',
	},
	authors: {
		USER: 'somebody outside the company',
		API_KEY: 'an interface',
		CRON: 'by itself',
		CONSOLE: 'the operator',
	},
	nothing: '—',
	erased: 'erased',
	yes: 'yes',
	no: 'no',
};

const GERMAN: HistoryWords = {
	replaced: ', weil etwas Neues beginnt',
	fields: {
		validFrom: 'ab',
		startDate: 'ab',
		validUntil: 'bis',
		validTo: 'bis',
		endDate: 'bis',
		budget: 'Betrag',
		amount: 'Betrag',
		approvedAmount: 'genehmigt',
		requestedAmount: 'gewünscht',
		allowedModules: 'für',
		module: 'für',
		accumulateBudget: 'überträgt',
		datePausedStart: 'erster Tag der Pause',
		datePausedEnd: 'erster Tag danach',
		dateTerminated: 'letzter Tag',
		firstName: 'Vorname',
		lastName: 'Nachname',
		language: 'Sprache',
		email: 'E-Mail-Adresse',
		password: 'Passwort',
		personnelNumber: 'Personalnummer',
		costCenter: 'Kostenstelle',
		groups: 'Gruppen',
		date: 'Tag',
		dueDate: 'fällig',
		state: 'Stand',
		note: 'Notiz',
		rejectionReason: 'Grund',
		reason: 'Grund',
	},
	authors: {
		USER: 'jemand außerhalb der Firma',
		API_KEY: 'eine Schnittstelle',
		CRON: 'von selbst',
		CONSOLE: 'der Betreiber',
	},
	nothing: '—',
	erased: 'gelöscht',
	yes: 'ja',
	no: 'nein',
};

export const HISTORY: Catalogue<HistoryWords> = { en: ENGLISH, de: GERMAN };
