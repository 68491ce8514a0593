import type { Texts } from '../../core/language.ts';
import { LABELS } from '../words.ts';

export const CHANGE_WORDS = {
	ends: (day: string) => [`ends ${day}`, `endet ${day}`],
	extends: (day: string) => [`lasts until ${day}`, `reicht bis ${day}`],
	fallsAway: ['is cancelled', 'entfällt'],
	begins: (from: string, until: string) => [`from ${from}, ${until}`, `ab ${from}, ${until}`],
	untilDay: (day: string) => [`until ${day}`, `bis ${day}`],
	onDay: (day: string) => [`on ${day}`, `am ${day}`],
	stays: ['does not leave', 'bleibt'],
	vouchersLost: (count: number) => [
		`${count} ${count === 1 ? 'voucher' : 'vouchers'} of this year`,
		`${count} ${count === 1 ? 'Gutschein' : 'Gutscheine'} dieses Jahres`,
	],
	vouchersWon: (count: number) => [
		`${count} more ${count === 1 ? 'voucher' : 'vouchers'} this year`,
		`${count} ${count === 1 ? 'weiterer Gutschein' : 'weitere Gutscheine'} in diesem Jahr`,
	],
	added: ['will be issued', 'kommt hinzu'],
	leftIn: (month: string) => [`Left in ${month}`, `Übrig im ${month}`],
	waits: (purpose: string, amount: string) => [
		`An expense is in review: ${purpose}, ${amount}`,
		`Eine Ausgabe ist in Prüfung: ${purpose}, ${amount}`,
	],
	inadmissible: ['is no longer allowed', 'ist nicht mehr erlaubt'],
	overdrawnIn: (month: string, amount: string) => [
		`${month} would be overdrawn by ${amount}`,
		`${month} wäre um ${amount} überzogen`,
	],
	nothing: ['Nothing would change.', 'Es würde sich nichts ändern.'],
	typeFirst: [
		'Enter your changes to see a preview.',
		'Geben Sie Ihre Änderungen ein, um eine Vorschau zu sehen.',
	],
	budgetField: ['Amount each month', 'Betrag im Monat'],
	giftField: ['Amount of each voucher', 'Betrag jedes Gutscheins'],
	voucherType: ['Kind', 'Art'],
	interval: ['How often', 'Wie oft'],
	whichPlan: ['Which plan', 'Welcher Plan'],
	onwards: (day: string) => [`from ${day}`, `ab ${day}`],
	noPlan: [
		'No plan has vouchers to come. Plan a gift, or change the goodies.',
		'Kein Plan hat noch Gutscheine. Planen Sie ein Geschenk, oder ändern Sie die Goodies.',
	],
	startDate: LABELS.startDate,
	endDate: LABELS.endDate,
	earliest: (day: string) => [`${day} at the earliest`, `frühestens ${day}`],
	endHint: ['If empty, there is no end date.', 'Bleibt das Feld leer, gibt es kein Enddatum.'],
	modulesField: ['What for', 'Wofür'],
	accumulate: [
		'Carry over the unspent budget until the end of the year',
		'Nicht ausgegebenes Budget bis zum Jahresende übertragen',
	],
	template: ['Template', 'Vorlage'],
	standard: ['Default, without limits', 'Standard, ohne Grenzen'],
	pauseStart: LABELS.datePausedStart,
	pauseEnd: LABELS.datePausedEnd,
	pauseHint: [
		'Clear both dates to cancel the pause.',
		'Leeren Sie beide Felder, um die Pause zurückzunehmen.',
	],
	terminated: LABELS.dateTerminated,
	terminatedHint: [
		'Clear the date to cancel the termination.',
		'Leeren Sie das Datum, um den Austritt zurückzunehmen.',
	],
	newGroup: ['Another group', 'Weitere Gruppe'],
} satisfies Texts;
