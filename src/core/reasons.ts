import type { Language } from './language.ts';

/** Why a verifier approves only a part of an expense, rejects it, or sends it back. */
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

/** What the employee reads. `other` has the verifier's own words in their place. */
const TEXTS: Record<Reason, Record<Language, string>> = {
	unreadable: { en: 'The receipt cannot be read.', de: 'Der Beleg ist nicht lesbar.' },
	no_date: { en: 'The receipt shows no date.', de: 'Auf dem Beleg fehlt das Datum.' },
	no_amount: { en: 'The receipt shows no amount.', de: 'Auf dem Beleg fehlt der Betrag.' },
	no_items: {
		en: 'The receipt does not show what was bought.',
		de: 'Auf dem Beleg fehlen die einzelnen Posten.',
	},
	not_eligible: { en: 'This is not covered by the benefit.', de: 'Das ist nicht erstattungsfähig.' },
	card_slip: {
		en: 'This is only the slip of a card payment. The receipt itself is needed.',
		de: 'Das ist nur der Kartenzahlungsbeleg. Gebraucht wird der Kassenbon oder die Rechnung.',
	},
	several_on_one_picture: {
		en: 'There are several receipts on one picture. Submit each as an expense of its own.',
		de: 'Auf einem Bild sind mehrere Belege. Bitte jeden Beleg einzeln einreichen.',
	},
	wrong_month: {
		en: 'The receipt belongs to another month.',
		de: 'Der Beleg gehört in einen anderen Monat.',
	},
	foreign_country: {
		en: 'Receipts from this country are not accepted.',
		de: 'Belege aus diesem Land werden nicht angenommen.',
	},
	duplicate: { en: 'The receipt was submitted before.', de: 'Der Beleg wurde schon eingereicht.' },
	paid_elsewhere: {
		en: 'This was already paid by somebody else.',
		de: 'Das wurde bereits von anderer Seite erstattet.',
	},
	other: { en: 'Another reason.', de: 'Ein anderer Grund.' },
};

/** The reason as a sentence; `words` are those of the verifier. They are gone once the employee was erased. */
export const textOfReason = (reason: Reason, words: string | null, language: Language): string =>
	(reason === 'other' ? words : null) ?? TEXTS[reason][language];

/** The reasons in their order, without repeats. Own words are a reason of their own, `other`. */
export const reasonsOf = (given: readonly Reason[], words: string | null): Reason[] =>
	REASONS.filter((reason) => given.includes(reason) || (reason === 'other' && words !== null));
