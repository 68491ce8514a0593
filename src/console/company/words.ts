import { dictionary, type Pair } from '../../core/language.ts';

/** The pages about a company, in their order. */
export const PAGES = ['settings', 'office', 'users', 'sign-in', 'keys', 'mails', 'access', 'data'] as const;

export const WORDS = dictionary({
	company: ['Company', 'Firma'],
	noCompany: [
		'You manage no company yet. Whoever runs this service can give you one.',
		'Sie verwalten noch keine Firma. Wer diesen Dienst betreibt, kann Ihnen eine geben.',
	],
	saved: ['Saved.', 'Gespeichert.'],
	save: ['Save', 'Speichern'],
	cancel: ['Cancel', 'Abbrechen'],
	none: ['none', 'keine'],
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
