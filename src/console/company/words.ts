import type { Pair } from '../../core/language.ts';
import { catalogue } from '../words.ts';

/** The pages about a company, in their order. */
export const PAGES = ['settings', 'office', 'users', 'sign-in', 'keys', 'mails', 'access', 'data'] as const;

export const WORDS = catalogue({
	pages: {
		settings: ['General', 'Allgemeines'],
		office: ['Payroll office', 'Lohnbüro'],
		users: ['Administration', 'Verwaltung'],
		'sign-in': ['Sign-in', 'Anmeldung'],
		keys: ['Programs', 'Programme'],
		mails: ['Mails', 'Mails'],
		access: ['Access log', 'Zugriffe'],
		data: ['Data', 'Daten'],
	} satisfies Record<(typeof PAGES)[number], Pair>,
});
