import { dictionary } from '../../core/language.ts';

export const WORDS = dictionary({
	general: ['Name and mails', 'Name und Mails'],
	name: ['Name of the company', 'Name der Firma'],
	language: [
		'Language of mails, for who has chosen none',
		'Sprache der Mails, für alle, die keine gewählt haben',
	],
	languages: {
		de: ['German', 'Deutsch'],
		en: ['English', 'Englisch'],
	},
	english: ['not set (English)', 'nicht festgelegt (Englisch)'],
	senderName: ['Sender of mails', 'Absender der Mails'],
	senderHint: [
		'The name from which people get mails. Empty: that of the service.',
		'Unter diesem Namen kommen die Mails. Leer: der Name des Dienstes.',
	],
	days: ['Cut-off', 'Stichtage'],
	daysHint: [
		'The days of the following month, until the evening of which a month can still change.',
		'Die Tage des Folgemonats, bis zu deren Abend sich ein Monat noch ändern kann.',
	],
	submissionDay: ['Last day to hand in receipts', 'Letzter Tag, um Belege einzureichen'],
	submissionHint: [
		'Not later than the day below. Empty: the same day.',
		'Nicht später als der Tag darunter. Leer: derselbe Tag.',
	],
	referenceDay: ['Last day to decide on them', 'Letzter Tag, um darüber zu entscheiden'],
	referenceHint: [
		'1 to 28. The month is paid out with this day.',
		'1 bis 28. Mit diesem Tag wird der Monat abgerechnet.',
	],
	dayOfMonth: ['Please type a day from 1 to 28.', 'Bitte geben Sie einen Tag von 1 bis 28 ein.'],
	deadlines: ['Deadlines', 'Fristen'],
	month: ['Month', 'Monat'],
	submittedUntil: ['Handed in until', 'Einreichen bis'],
	decidedUntil: ['Decided until', 'Entscheiden bis'],
	closesNow: (month: string) => [
		`${month} could not change any more, and would be paid out at once.`,
		`${month} ließe sich nicht mehr ändern und würde sofort abgerechnet.`,
	],
	opensAgain: (month: string) => [
		`${month} could change again, unless it is closed already.`,
		`${month} ließe sich wieder ändern, solange er nicht abgeschlossen ist.`,
	],
	receipts: ['Receipts', 'Belege'],
	receiptsHint: ['Approved only with a receipt', 'Nur mit Beleg genehmigt'],
});
