import { catalogue, LABELS } from '../words.ts';

export const WORDS = catalogue({
	general: ['Name and mails', 'Name und Mails'],
	name: ['Name of the company', 'Name der Firma'],
	language: ['Default language of mails', 'Standardsprache der Mails'],
	languageNone: ['not set (English)', 'nicht festgelegt (Englisch)'],
	senderName: LABELS.senderName,
	senderNameHint: [
		'The name that mails come from. If empty, the name of the service is used.',
		'Mails kommen unter diesem Namen. Wenn leer, gilt der Name des Dienstes.',
	],
	days: ['Cut-off', 'Stichtage'],
	daysHint: [
		'A month can still change until the evening of these days of the following month.',
		'Ein Monat kann sich noch bis zum Abend dieser Tage des Folgemonats ändern.',
	],
	submissionDay: ['Last day to submit receipts', 'Letzter Tag, um Belege einzureichen'],
	submissionDayHint: [
		'On or before the day below. If empty, the same day is used.',
		'Spätestens am Tag darunter. Wenn leer, gilt derselbe Tag.',
	],
	payrollReferenceDay: ['Last day to decide on receipts', 'Letzter Tag, um über Belege zu entscheiden'],
	payrollReferenceDayHint: [
		'1 to 28. The month closes at the end of this day.',
		'1 bis 28. Am Ende dieses Tages wird der Monat abgerechnet.',
	],
	dayOfMonth: ['Please enter a day from 1 to 28.', 'Bitte geben Sie einen Tag von 1 bis 28 ein.'],
	deadlines: ['Deadlines', 'Fristen'],
	submittedUntil: ['Submit until', 'Einreichen bis'],
	decidedUntil: ['Decide until', 'Entscheiden bis'],
	closesNow: (month: string) => [
		`${month} could no longer change and would be paid out at once.`,
		`${month} ließe sich nicht mehr ändern und würde sofort abgerechnet.`,
	],
	opensAgain: (month: string) => [
		`${month} could change again, unless it is already closed.`,
		`${month} ließe sich wieder ändern, solange er nicht abgeschlossen ist.`,
	],
	receipts: ['Receipts', 'Belege'],
	receiptRequiredModules: ['Approve only with a receipt', 'Nur mit Beleg genehmigen'],
});
