import { VOUCHER_TYPE_NAMES } from '../../foundation/core/words.ts';
import { catalogue, SHARED } from '../words.ts';

/** Texts of the forms of a person, under the names of their fields. */
export const FORM_WORDS = catalogue({
	voucherTypes: VOUCHER_TYPE_NAMES,
	budget: ['Amount each month', 'Betrag im Monat'],
	amount: ['Amount of each voucher', 'Betrag jedes Gutscheins'],
	goodiesVoucherType: SHARED.kind,
	interval: ['How often', 'Wie oft'],
	plan: ['Which plan', 'Welcher Plan'],
	onwards: (day: string) => [`from ${day}`, `ab ${day}`],
	noPlan: [
		'No plan has vouchers to come. Plan a gift, or change the goodies.',
		'Kein Plan hat noch Gutscheine. Planen Sie ein Geschenk, oder ändern Sie die Goodies.',
	],
	earliest: (day: string) => [`${day} at the earliest`, `frühestens ${day}`],
	endDateHint: ['If empty, there is no end date.', 'Bleibt das Feld leer, gibt es kein Enddatum.'],
	allowedModules: SHARED.purpose,
	accumulateBudget: [
		'Carry over the unspent budget until the end of the year',
		'Nicht ausgegebenes Budget bis zum Jahresende übertragen',
	],
	flexTaxRuleTemplateId: ['Template', 'Vorlage'],
	standard: ['Default, without limits', 'Standard, ohne Grenzen'],
	datePausedEndHint: [
		'Clear both dates to cancel the pause.',
		'Leeren Sie beide Felder, um die Pause zurückzunehmen.',
	],
	dateTerminatedHint: [
		'Clear the date to cancel the termination.',
		'Leeren Sie das Datum, um den Austritt zurückzunehmen.',
	],
	newGroup: ['Another group', 'Weitere Gruppe'],
});
