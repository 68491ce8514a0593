import { catalogue, LABELS } from '../words.ts';

export const WORDS = catalogue({
	erasures: ['Leavers and erasure', 'Ausgeschiedene und Löschung'],
	erasuresHint: (months: number) =>
		months === 0
			? [
					'Whoever runs this service may erase personal values as soon as somebody has left.',
					'Wer diesen Dienst betreibt, darf persönliche Daten löschen, sobald jemand ausgeschieden ist.',
				]
			: [
					`Personal values are kept for ${months === 1 ? 'one month' : `${months} months`} after somebody has left. Then whoever runs this service may erase them.`,
					`Persönliche Daten werden ${months === 1 ? 'einen Monat' : `${months} Monate`} nach dem Austritt aufgehoben. Dann darf sie löschen, wer diesen Dienst betreibt.`,
				],
	noLeavers: [
		'Nobody has left, and nobody will. Nothing is to be erased.',
		'Niemand ist ausgeschieden, und niemand wird es. Es ist nichts zu löschen.',
	],
	due: ['due', 'fällig'],
	dueOn: (day: string) => [`due on ${day}`, `fällig am ${day}`],
	hasRoles: ['has other roles: take them away first', 'hat weitere Rollen: nehmen Sie sie zuerst weg'],
	erase: ['Erase', 'Löschen'],
	eraseWhat: [
		'E-mail address, names, personnel number, cost centre, groups, pauses, notes and receipts are blanked, in the history and in archived files too. The account is closed for good.',
		'E-Mail-Adresse, Namen, Personalnummer, Kostenstelle, Gruppen, Pausen, Notizen und Belege werden gelöscht, auch im Verlauf und in Archiven. Das Konto ist endgültig geschlossen.',
	],
	eraseStays: [
		'Payroll lines stay. This cannot be taken back.',
		'Zeilen der Abrechnung bleiben. Das lässt sich nicht zurücknehmen.',
	],
	eraseNow: ['Erase for good', 'Endgültig löschen'],
	export: ['Everything as a file', 'Alles als Datei'],
	exportHint: [
		'All that is kept of the company and its people, as one ZIP. That it was fetched is noted.',
		'Alles, was über die Firma und ihre Mitarbeitenden gespeichert ist, als ein ZIP. Der Abruf wird vermerkt.',
	],
	exportNow: ['Fetch the ZIP', 'ZIP holen'],
	platform: ['Set by whoever runs this service', 'Vom Betreiber festgelegt'],
	platformHint: [
		'Ask them if something of this should change.',
		'Fragen Sie ihn, wenn sich davon etwas ändern soll.',
	],
	quotas: ['Limits', 'Grenzen'],
	taxAffiliation: ['Country whose tax law applies', 'Land, dessen Steuerrecht gilt'],
	country: [
		'Please type a code of two letters, such as DE.',
		'Bitte geben Sie einen Code aus zwei Buchstaben ein, etwa DE.',
	],
	retentionMonths: LABELS.retentionMonths,
	number: ['Please type a whole number.', 'Bitte geben Sie eine ganze Zahl ein.'],
	monthlyBudgetRestrictsFlex: [
		'The monthly budget of goodies also bounds the flex budget',
		'Das Monatsbudget der Gutscheine begrenzt auch das Flex-Budget',
	],
	ownBenefitsAllowed: [
		'Administrators may set their own benefits',
		'Die Verwaltung darf eigene Benefits festlegen',
	],
	used: (used: string, limit: string) => [`${used} of ${limit}`, `${used} von ${limit}`],
	limits: {
		maxExpensesPerMonth: ['Expenses a person and month', 'Ausgaben je Person und Monat'],
		maxReceiptBytesPerMonth: ['Receipts a person and month', 'Belege je Person und Monat'],
		maxEmployees: ['People', 'Mitarbeitende'],
		maxTemplates: ['Tax rule templates', 'Steuervorlagen'],
		maxStoredBytes: ['Stored receipts', 'Gespeicherte Belege'],
	},
});
