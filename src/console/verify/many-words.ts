import type { Decision } from '../../expenses/decisions/rules.ts';
import type { AnswerWords } from '../many/lines.tsx';
import type { Catalogue } from '../words.ts';

const DECISIONS: Record<Decision['state'], string> = {
	APPROVED: 'Approve',
	REJECTED: 'Reject',
	NEEDS_CORRECTION: 'Send back to be mended',
};

/** What is done is called by the decision. */
const ANSWERS: Omit<AnswerWords, 'results'> & { results: Omit<AnswerWords['results'], 'DONE'> } = {
	results: { UNCHANGED: 'unchanged', REFUSED: 'not decided' },
	count: (count) => (count === 1 ? 'One receipt' : `${count} receipts`),
	refusals: {
		forbidden: 'This is your own. Somebody else decides on it.',
		not_found: 'It is not here any more.',
	},
};

const ENGLISH = {
	list: 'All that wait',
	one: 'One after the other',
	nothing: 'Nothing waits for a decision.',
	choose: 'Choose',
	chooseOne: (who: string, amount: string) => `Choose ${who}, ${amount}`,
	person: 'Who',
	purpose: 'What for',
	amount: 'Amount',
	day: 'Day',
	findings: 'To know',
	own: 'your own',
	noReceipt: 'no receipt',
	forbidden: 'a rule forbids it',
	duplicate: 'perhaps twice',
	decideTicked: 'Decide on those ticked',
	decideFine: (count: number) =>
		count === 1 ? 'Decide on the one without a finding' : `Decide on the ${count} without a finding`,
	many: 'Decide on many',
	chosen: 'For those chosen',
	none: 'Nothing is chosen. Tick receipts in the list.',
	tooMany: 'At most 50 are decided at once.',
	decision: 'Decision',
	decisions: DECISIONS,
	typeFirst: 'Choose a decision, and look at the preview.',
	noneDecided: 'Nothing would be decided.',
	save: (decision: string, count: number) =>
		`${decision}: ${count === 1 ? 'one receipt' : `${count} receipts`}`,
	back: 'Back to the list',
	done: 'Done',
	answers: ANSWERS,
	gone: 'Not here any more',
};

const GERMAN: typeof ENGLISH = {
	list: 'Alle, die warten',
	one: 'Einzeln nacheinander',
	nothing: 'Nichts wartet auf eine Entscheidung.',
	choose: 'Auswahl',
	chooseOne: (who, amount) => `${who}, ${amount} auswählen`,
	person: 'Wer',
	purpose: 'Wofür',
	amount: 'Betrag',
	day: 'Tag',
	findings: 'Zu beachten',
	own: 'Ihr eigener',
	noReceipt: 'kein Beleg',
	forbidden: 'eine Regel spricht dagegen',
	duplicate: 'vielleicht doppelt',
	decideTicked: 'Über die ausgewählten entscheiden',
	decideFine: (count) =>
		count === 1 ? 'Über den einen ohne Befund entscheiden' : `Über die ${count} ohne Befund entscheiden`,
	many: 'Über viele entscheiden',
	chosen: 'Für die ausgewählten',
	none: 'Nichts ist ausgewählt. Wählen Sie in der Liste Belege aus.',
	tooMany: 'Höchstens 50 werden auf einmal entschieden.',
	decision: 'Entscheidung',
	decisions: { APPROVED: 'Genehmigen', REJECTED: 'Ablehnen', NEEDS_CORRECTION: 'Zur Korrektur zurückgeben' },
	typeFirst: 'Wählen Sie eine Entscheidung, und sehen Sie die Vorschau an.',
	noneDecided: 'Über keinen würde entschieden.',
	save: (decision, count) => `${decision}: ${count === 1 ? 'ein Beleg' : `${count} Belege`}`,
	back: 'Zurück zur Liste',
	done: 'Erledigt',
	answers: {
		results: { UNCHANGED: 'unverändert', REFUSED: 'nicht entschieden' },
		count: (count) => (count === 1 ? 'Ein Beleg' : `${count} Belege`),
		refusals: {
			forbidden: 'Das ist Ihr eigener. Darüber entscheidet jemand anderes.',
			not_found: 'Er ist nicht mehr da.',
		},
	},
	gone: 'Nicht mehr da',
};

export const MANY_WORDS: Catalogue<typeof ENGLISH> = { en: ENGLISH, de: GERMAN };
