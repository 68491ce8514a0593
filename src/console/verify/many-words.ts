import type { Pair } from '../../core/language.ts';
import type { Decision } from '../../expenses/decisions/rules.ts';
import { catalogue } from '../words.ts';

export const MANY_WORDS = catalogue({
	list: ['All that wait', 'Alle, die warten'],
	one: ['One after the other', 'Einzeln nacheinander'],
	nothing: ['Nothing waits for a decision.', 'Nichts wartet auf eine Entscheidung.'],
	choose: ['Choose', 'Auswahl'],
	chooseOne: (who: string, amount: string) => [`Choose ${who}, ${amount}`, `${who}, ${amount} auswählen`],
	person: ['Person', 'Person'],
	purpose: ['What for', 'Wofür'],
	findings: ['To know', 'Zu beachten'],
	own: ['your own', 'Ihr eigener'],
	noReceipt: ['no receipt', 'kein Beleg'],
	forbidden: ['a rule forbids it', 'eine Regel spricht dagegen'],
	duplicate: ['perhaps twice', 'vielleicht doppelt'],
	decideTicked: ['Decide on those ticked', 'Über die ausgewählten entscheiden'],
	decideFine: (count: number) =>
		count === 1
			? ['Decide on the one without a finding', 'Über den einen ohne Befund entscheiden']
			: [`Decide on the ${count} without a finding`, `Über die ${count} ohne Befund entscheiden`],
	many: ['Decide on many', 'Über viele entscheiden'],
	chosen: ['For those chosen', 'Für die ausgewählten'],
	none: [
		'Nothing is chosen. Tick receipts in the list.',
		'Nichts ist ausgewählt. Wählen Sie in der Liste Belege aus.',
	],
	tooMany: ['At most 50 are decided at once.', 'Höchstens 50 werden auf einmal entschieden.'],
	decision: ['Decision', 'Entscheidung'],
	decisions: {
		APPROVED: ['Approve', 'Genehmigen'],
		REJECTED: ['Reject', 'Ablehnen'],
		NEEDS_CORRECTION: ['Send back to be mended', 'Zur Korrektur zurückgeben'],
	} satisfies Record<Decision['state'], Pair>,
	typeFirst: [
		'Choose a decision, and look at the preview.',
		'Wählen Sie eine Entscheidung, und sehen Sie die Vorschau an.',
	],
	noneDecided: ['Nothing would be decided.', 'Über keinen würde entschieden.'],
	save: (decision: string, count: number) => [
		`${decision}: ${count === 1 ? 'one receipt' : `${count} receipts`}`,
		`${decision}: ${count === 1 ? 'ein Beleg' : `${count} Belege`}`,
	],
	back: ['Back to the list', 'Zurück zur Liste'],
	done: ['Done', 'Erledigt'],
	answers: {
		results: {
			UNCHANGED: ['unchanged', 'unverändert'],
			REFUSED: ['not decided', 'nicht entschieden'],
		},
		count: (count: number) =>
			count === 1 ? ['One receipt', 'Ein Beleg'] : [`${count} receipts`, `${count} Belege`],
		refusals: {
			forbidden: [
				'This is your own. Somebody else decides on it.',
				'Das ist Ihr eigener. Darüber entscheidet jemand anderes.',
			],
			not_found: ['It is not here any more.', 'Er ist nicht mehr da.'],
		},
	},
	gone: ['Not here any more', 'Nicht mehr da'],
});
