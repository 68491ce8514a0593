import type { Catalogue } from '../words.ts';

/** The pages about a company, in their order. */
export const PAGES = ['settings', 'office', 'users', 'sign-in', 'keys', 'mails', 'access', 'data'] as const;

const ENGLISH = {
	company: 'Company',
	noCompany: 'You manage no company yet. Whoever runs this service can give you one.',
	saved: 'Saved.',
	save: 'Save',
	cancel: 'Cancel',
	none: 'none',
	pages: {
		settings: 'General',
		office: 'Payroll office',
		users: 'Administration',
		'sign-in': 'Sign-in',
		keys: 'Programs',
		mails: 'Mails',
		access: 'Access log',
		data: 'Data',
	} satisfies Record<(typeof PAGES)[number], string>,
};

export const WORDS: Catalogue<typeof ENGLISH> = {
	en: ENGLISH,
	de: {
		company: 'Firma',
		noCompany: 'Sie verwalten noch keine Firma. Wer diesen Dienst betreibt, kann Ihnen eine geben.',
		saved: 'Gespeichert.',
		save: 'Speichern',
		cancel: 'Abbrechen',
		none: 'keine',
		pages: {
			settings: 'Allgemeines',
			office: 'Lohnbüro',
			users: 'Verwaltung',
			'sign-in': 'Anmeldung',
			keys: 'Programme',
			mails: 'Mails',
			access: 'Zugriffe',
			data: 'Daten',
		},
	},
};
