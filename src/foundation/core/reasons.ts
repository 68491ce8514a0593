import { dictionary, type Language, type Pair } from './language.ts';

export const REASONS = [
	'unreadable',
	'no_date',
	'no_amount',
	'no_items',
	'not_eligible',
	'card_slip',
	'several_on_one_picture',
	'wrong_month',
	'foreign_country',
	'duplicate',
	'paid_elsewhere',
	'other',
] as const;
export type Reason = (typeof REASONS)[number];

/** The texts for the employee. For `other`, the verifier's own words replace the text. */
const TEXTS = dictionary({
	unreadable: ['The receipt cannot be read.', 'Der Beleg ist nicht lesbar.'],
	no_date: ['The receipt shows no date.', 'Auf dem Beleg fehlt das Datum.'],
	no_amount: ['The receipt shows no amount.', 'Auf dem Beleg fehlt der Betrag.'],
	no_items: ['The receipt does not show what was bought.', 'Auf dem Beleg fehlen die einzelnen Posten.'],
	not_eligible: ['This is not covered by the benefit.', 'Das ist nicht erstattungsfähig.'],
	card_slip: [
		'This is only a card payment slip. Submit the itemised receipt.',
		'Das ist nur der Kartenzahlungsbeleg. Bitte reichen Sie den Kassenbon oder die Rechnung ein.',
	],
	several_on_one_picture: [
		'There are several receipts in one picture. Submit each as a separate expense.',
		'Auf einem Bild sind mehrere Belege. Bitte jeden Beleg einzeln einreichen.',
	],
	wrong_month: ['The receipt belongs to another month.', 'Der Beleg gehört in einen anderen Monat.'],
	foreign_country: [
		'Receipts from this country are not accepted.',
		'Belege aus diesem Land werden nicht angenommen.',
	],
	duplicate: ['This receipt was already submitted.', 'Der Beleg wurde schon eingereicht.'],
	paid_elsewhere: [
		'Somebody else has already paid for this.',
		'Das wurde bereits von anderer Seite erstattet.',
	],
	other: ['Another reason.', 'Ein anderer Grund.'],
} satisfies Record<Reason, Pair>);

/** Returns the reason as a sentence. `words` are the verifier's own. They are null after the employee was erased. */
export const textOfReason = (reason: Reason, words: string | null, language: Language): string =>
	(reason === 'other' ? words : null) ?? TEXTS[language][reason];
