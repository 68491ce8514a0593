import { catalogue, LABELS } from '../words.ts';

export const WORDS = catalogue({
	erasures: ['Leavers and erasure', 'Ausgeschiedene und Löschung'],
	erasuresHint: (months: number) =>
		months === 0
			? [
					'The operator of this service may erase personal data as soon as a person has left.',
					'Der Betreiber dieses Dienstes darf persönliche Daten löschen, sobald eine Person ausgeschieden ist.',
				]
			: [
					`We keep personal data for ${months === 1 ? 'one month' : `${months} months`} after a person has left. Then the operator of this service may erase it.`,
					`Persönliche Daten bleiben ${months === 1 ? 'einen Monat' : `${months} Monate`} nach dem Austritt gespeichert. Danach darf der Betreiber dieses Dienstes sie löschen.`,
				],
	noLeavers: [
		'Nobody has left or is about to leave. Former employees will appear here.',
		'Niemand ist ausgeschieden oder scheidet aus. Ehemalige Mitarbeitende erscheinen hier.',
	],
	due: ['due', 'fällig'],
	dueOn: (day: string) => [`due on ${day}`, `fällig am ${day}`],
	hasRoles: ['has other roles: remove them first', 'hat weitere Rollen: entfernen Sie diese zuerst'],
	erase: ['Erase', 'Löschen'],
	eraseWhat: [
		'E-mail address, names, personnel number, cost centre, groups, pauses, notes and receipts are erased, also from the history and from archived files. The account is closed permanently.',
		'E-Mail-Adresse, Namen, Personalnummer, Kostenstelle, Gruppen, Pausen, Notizen und Belege werden gelöscht, auch im Verlauf und in Archiven. Das Konto wird endgültig geschlossen.',
	],
	eraseStays: [
		'Payroll lines stay. This cannot be undone.',
		'Abrechnungszeilen bleiben erhalten. Das lässt sich nicht rückgängig machen.',
	],
	export: ['Export all data', 'Alle Daten exportieren'],
	exportHint: [
		'Everything that is stored about the company and its people, as one ZIP file. The access log records each download.',
		'Alles, was über die Firma und ihre Mitarbeitenden gespeichert ist, als eine ZIP-Datei. Das Zugriffsprotokoll hält jeden Abruf fest.',
	],
	exportNow: ['Download the ZIP file', 'ZIP-Datei herunterladen'],
	platform: ['Set by the operator of this service', 'Vom Betreiber festgelegt'],
	platformHint: [
		'Contact the operator to change these settings.',
		'Wenden Sie sich an den Betreiber, um diese Einstellungen zu ändern.',
	],
	quotas: ['Limits', 'Grenzen'],
	taxAffiliation: ['Country whose tax law applies', 'Land, dessen Steuerrecht gilt'],
	country: [
		'Please enter a two-letter code such as DE.',
		'Bitte geben Sie einen Code aus zwei Buchstaben ein, zum Beispiel DE.',
	],
	retentionMonths: LABELS.retentionMonths,
	monthlyBudgetRestrictsFlex: [
		'The monthly voucher budget also limits the flex budget',
		'Das Monatsbudget der Gutscheine begrenzt auch das Flex-Budget',
	],
	ownBenefitsAllowed: [
		'Administrators may set their own benefits',
		'Die Verwaltung darf eigene Benefits festlegen',
	],
	used: (used: string, limit: string) => [`${used} of ${limit}`, `${used} von ${limit}`],
	maxExpensesPerMonth: ['Expenses per person and month', 'Ausgaben je Person und Monat'],
	maxReceiptBytesPerMonth: ['Receipts per person and month', 'Belege je Person und Monat'],
	maxEmployees: ['People', 'Mitarbeitende'],
	maxTemplates: ['Tax rule templates', 'Steuervorlagen'],
	maxStoredBytes: ['Stored receipts', 'Gespeicherte Belege'],
});
