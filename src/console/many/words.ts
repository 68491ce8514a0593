import type { Pair } from '../../foundation/core/language.ts';
import { FIRST_NAMES } from '../person/words.ts';
import { catalogue, SHARED } from '../words.ts';
import type { Line } from './lines.tsx';

export const WORDS = catalogue({
	changes: {
		invitation: SHARED.invite,
		access: FIRST_NAMES.access,
		budget: FIRST_NAMES.budget,
		group: ['Move group', 'Gruppe wechseln'],
	},
	chosen: ['For the selected people', 'Für die ausgewählten Personen'],
	count: (count: number) =>
		count === 1
			? ['One person', 'Eine Person']
			: [`${count.toLocaleString('en-GB')} people`, `${count.toLocaleString('de-DE')} Personen`],
	all: ['All matching people of the list', 'Alle passenden Personen der Liste'],
	invited: [
		'Everybody who has not registered and has no valid invitation gets a mail with a link.',
		'Alle, die nicht registriert sind und keine gültige Einladung haben, erhalten eine Mail mit einem Link.',
	],
	from: ['Out of the group', 'Aus der Gruppe'],
	to: ['Into the group', 'In die Gruppe'],
	toHint: [
		'Leave the first field empty to add everybody to the second group. Leave the second field empty to remove everybody from the first. With both, only members of the first group move.',
		'Bleibt das erste Feld leer, kommen alle in die zweite Gruppe. Bleibt das zweite leer, verlassen alle die erste. Mit beiden wechseln nur Mitglieder der ersten Gruppe.',
	],
	results: {
		DONE: SHARED.changed,
		UNCHANGED: SHARED.unchanged,
		REFUSED: SHARED.refused,
	} satisfies Record<Line['result'], Pair>,
	selection: {
		none: [
			'No people selected. Select people in the list, or all matching people.',
			'Keine Personen ausgewählt. Wählen Sie Personen in der Liste aus, oder alle passenden.',
		],
		ticked: [
			'You can select up to 200 people. For more, filter the list and select all matching people.',
			'Sie können bis zu 200 Personen auswählen. Für mehr filtern Sie die Liste und wählen Sie alle passenden aus.',
		],
		found: [
			'Too many people: up to 10,000 are possible, and up to 5,000 for invitations. Add a filter.',
			'Zu viele Personen: Möglich sind bis zu 10.000, für Einladungen bis zu 5.000. Filtern Sie weiter.',
		],
	},
	refusals: {
		has_left: ['This person has left the company.', 'Diese Person ist ausgetreten.'],
		not_found: ['This person no longer exists.', 'Diese Person gibt es nicht mehr.'],
		too_big: [
			'This person would be in more than 50 groups. Remove one first.',
			'Diese Person wäre in mehr als 50 Gruppen. Entfernen Sie zuerst eine.',
		],
	} satisfies Record<string, Pair>,
	typeFirst: [
		'Enter the changes to see a preview.',
		'Geben Sie die Änderungen ein, um eine Vorschau zu sehen.',
	],
	save: (count: number) => [
		`Do it for ${count === 1 ? 'one person' : `${count.toLocaleString('en-GB')} people`}`,
		`Für ${count === 1 ? 'eine Person' : `${count.toLocaleString('de-DE')} Personen`} ausführen`,
	],
	shown: (shown: string, all: string) => [
		`The first ${shown} of ${all} people. People who are refused or lose something come first.`,
		`Die ersten ${shown} von ${all} Personen. Abgelehnte und solche, die etwas verlieren, stehen vorn.`,
	],
});
