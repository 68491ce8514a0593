import type { Catalogue } from '../words.ts';

const ENGLISH = {
	erasures: 'Leavers and erasure',
	erasuresHint: (months: number) =>
		months === 0
			? 'Whoever runs this service may erase personal values as soon as somebody has left.'
			: `Personal values are kept for ${months === 1 ? 'one month' : `${months} months`} after somebody has left. Then whoever runs this service may erase them.`,
	noLeavers: 'Nobody has left, and nobody will. Nothing is to be erased.',
	due: 'due',
	dueOn: (day: string) => `due on ${day}`,
	hasRoles: 'has other roles: take them away first',
	erase: 'Erase',
	eraseWhat:
		'E-mail address, names, personnel number, cost centre, groups, pauses, notes and receipts are blanked, in the history and in archived files too. The account is closed for good.',
	eraseStays: 'Payroll lines stay. This cannot be taken back.',
	eraseNow: 'Erase for good',
	export: 'Everything as a file',
	exportHint: 'All that is kept of the company and its people, as one ZIP. That it was fetched is noted.',
	exportNow: 'Fetch the ZIP',
	platform: 'Set by whoever runs this service',
	platformHint: 'Ask them if something of this should change.',
	quotas: 'Limits',
	taxAffiliation: 'Country whose tax law applies',
	country: 'Please type a code of two letters, such as DE.',
	retentionMonths: 'Months until erasure',
	number: 'Please type a whole number.',
	monthlyBudgetRestrictsFlex: 'The monthly budget of goodies also bounds the flex budget',
	ownBenefitsAllowed: 'Administrators may set their own benefits',
	yes: 'yes',
	no: 'no',
	used: (used: string, limit: string) => `${used} of ${limit}`,
	limits: {
		maxExpensesPerMonth: 'Expenses a person and month',
		maxReceiptBytesPerMonth: 'Receipts a person and month',
		maxEmployees: 'People',
		maxTemplates: 'Tax rule templates',
		maxStoredBytes: 'Stored receipts',
	},
};

export const WORDS: Catalogue<typeof ENGLISH> = {
	en: ENGLISH,
	de: {
		erasures: 'Ausgeschiedene und Löschung',
		erasuresHint: (months) =>
			months === 0
				? 'Wer diesen Dienst betreibt, darf persönliche Daten löschen, sobald jemand ausgeschieden ist.'
				: `Persönliche Daten werden ${months === 1 ? 'einen Monat' : `${months} Monate`} nach dem Austritt aufgehoben. Dann darf sie löschen, wer diesen Dienst betreibt.`,
		noLeavers: 'Niemand ist ausgeschieden, und niemand wird es. Es ist nichts zu löschen.',
		due: 'fällig',
		dueOn: (day) => `fällig am ${day}`,
		hasRoles: 'hat weitere Rollen: nehmen Sie sie zuerst weg',
		erase: 'Löschen',
		eraseWhat:
			'E-Mail-Adresse, Namen, Personalnummer, Kostenstelle, Gruppen, Pausen, Notizen und Belege werden gelöscht, auch im Verlauf und in Archiven. Das Konto ist endgültig geschlossen.',
		eraseStays: 'Zeilen der Abrechnung bleiben. Das lässt sich nicht zurücknehmen.',
		eraseNow: 'Endgültig löschen',
		export: 'Alles als Datei',
		exportHint:
			'Alles, was über die Firma und ihre Mitarbeitenden gespeichert ist, als ein ZIP. Der Abruf wird vermerkt.',
		exportNow: 'ZIP holen',
		platform: 'Vom Betreiber festgelegt',
		platformHint: 'Fragen Sie ihn, wenn sich davon etwas ändern soll.',
		quotas: 'Grenzen',
		taxAffiliation: 'Land, dessen Steuerrecht gilt',
		country: 'Bitte geben Sie einen Code aus zwei Buchstaben ein, etwa DE.',
		retentionMonths: 'Monate bis zur Löschung',
		number: 'Bitte geben Sie eine ganze Zahl ein.',
		monthlyBudgetRestrictsFlex: 'Das Monatsbudget der Gutscheine begrenzt auch das Flex-Budget',
		ownBenefitsAllowed: 'Die Verwaltung darf eigene Benefits festlegen',
		yes: 'ja',
		no: 'nein',
		used: (used, limit) => `${used} von ${limit}`,
		limits: {
			maxExpensesPerMonth: 'Ausgaben je Person und Monat',
			maxReceiptBytesPerMonth: 'Belege je Person und Monat',
			maxEmployees: 'Mitarbeitende',
			maxTemplates: 'Steuervorlagen',
			maxStoredBytes: 'Gespeicherte Belege',
		},
	},
};
