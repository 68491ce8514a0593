import type { Pair } from '../../core/language.ts';
import type { Decision } from '../../expenses/decisions/rules.ts';
import { catalogue } from '../words.ts';

export const MANY_WORDS = catalogue({
	list: ['All receipts to review', 'Alle zu prüfenden Belege'],
	one: ['One after the other', 'Einzeln nacheinander'],
	nothing: [
		'No receipts to review. New receipts appear here.',
		'Keine Belege zu prüfen. Neue Belege erscheinen hier.',
	],
	choose: ['Choose', 'Auswahl'],
	chooseOne: (who: string, amount: string) => [`Choose ${who}, ${amount}`, `${who}, ${amount} auswählen`],
	person: ['Person', 'Person'],
	purpose: ['What for', 'Wofür'],
	findings: ['Findings', 'Befunde'],
	own: ['your own', 'Ihr eigener'],
	noReceipt: ['no receipt', 'kein Beleg'],
	forbidden: ['a rule forbids it', 'eine Regel spricht dagegen'],
	duplicate: ['perhaps twice', 'vielleicht doppelt'],
	decideTicked: ['Decide on selected receipts', 'Über ausgewählte Belege entscheiden'],
	decideFine: (count: number) =>
		count === 1
			? ['Decide on the one without a finding', 'Über den einen ohne Befund entscheiden']
			: [`Decide on the ${count} without a finding`, `Über die ${count} ohne Befund entscheiden`],
	many: ['Decide on many', 'Über viele entscheiden'],
	chosen: ['For the selected receipts', 'Für die ausgewählten Belege'],
	none: [
		'No receipts selected. Select receipts in the list.',
		'Keine Belege ausgewählt. Wählen Sie in der Liste Belege aus.',
	],
	tooMany: [
		'You can decide on up to 50 receipts at once.',
		'Sie können über höchstens 50 Belege auf einmal entscheiden.',
	],
	decision: ['Decision', 'Entscheidung'],
	decisions: {
		APPROVED: ['Approve', 'Genehmigen'],
		REJECTED: ['Reject', 'Ablehnen'],
		NEEDS_CORRECTION: ['Return for correction', 'Zur Korrektur zurückgeben'],
	} satisfies Record<Decision['state'], Pair>,
	typeFirst: [
		'Select a decision to see a preview.',
		'Wählen Sie eine Entscheidung, um eine Vorschau zu sehen.',
	],
	noneDecided: ['No receipt would be decided.', 'Über keinen Beleg würde entschieden.'],
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
				'This is your own receipt. Another verifier decides on it.',
				'Das ist Ihr eigener Beleg. Darüber entscheidet eine andere Person.',
			],
			not_found: ['This receipt no longer exists.', 'Diesen Beleg gibt es nicht mehr.'],
		},
	},
	gone: ['No longer available', 'Nicht mehr vorhanden'],
});
