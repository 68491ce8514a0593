import type { Pair } from '../../core/language.ts';
import { catalogue } from '../words.ts';
import type { Line, WishName } from './wishes.ts';

export const WORDS = catalogue({
	wishes: {
		invitation: ['Invite', 'Einladen'],
		access: ['Grant flex access', 'Flex-Zugang geben'],
		budget: ['Set goodies budget', 'Goodies-Budget setzen'],
		group: ['Move group', 'Gruppe wechseln'],
	} satisfies Record<WishName, Pair>,
	chosen: ['For the chosen people', 'Für die Gewählten'],
	count: (count: number) =>
		count === 1
			? ['One person', 'Eine Person']
			: [`${count.toLocaleString('en-GB')} people`, `${count.toLocaleString('de-DE')} Personen`],
	all: ['All who are found in the list', 'Alle, die in der Liste gefunden sind'],
	invited: [
		'Everybody who has neither registered nor an invitation that is still good gets a mail with a link.',
		'Wer weder registriert ist noch eine Einladung hat, die noch gilt, bekommt eine Mail mit einem Link.',
	],
	from: ['Out of the group', 'Aus der Gruppe'],
	to: ['Into the group', 'In die Gruppe'],
	groupHint: [
		'Without the first, everybody is added to the second; without the second, everybody leaves the first. With both, only those are moved who are in the first.',
		'Ohne die erste kommen alle in die zweite dazu, ohne die zweite verlassen alle die erste. Mit beiden wechseln nur die, die in der ersten sind.',
	],
	results: {
		DONE: ['changed', 'geändert'],
		UNCHANGED: ['unchanged', 'unverändert'],
		REFUSED: ['refused', 'abgelehnt'],
	} satisfies Record<Line['result'], Pair>,
	selection: {
		none: [
			'Nobody is chosen. Tick people in the list, or choose all who are found.',
			'Niemand ist gewählt. Haken Sie Mitarbeitende in der Liste an, oder wählen Sie alle Gefundenen.',
		],
		ticked: [
			'At most 200 people can be ticked one by one. For more, use the filter and choose all who are found.',
			'Einzeln anhaken lassen sich höchstens 200. Für mehr filtern Sie, und wählen Sie alle Gefundenen.',
		],
		found: [
			'These are too many at once: 10,000 people at most, and 5,000 to invite. Narrow the filter.',
			'Das sind zu viele auf einmal: höchstens 10.000 Personen, zum Einladen 5.000. Filtern Sie enger.',
		],
	},
	refusals: {
		has_left: ['This person has left.', 'Diese Person ist ausgetreten.'],
		not_found: ['This person is not here any more.', 'Diese Person ist nicht mehr da.'],
	} satisfies Record<string, Pair>,
	gone: ['Not here any more', 'Nicht mehr da'],
	isInvited: ['gets an invitation', 'bekommt eine Einladung'],
	typeFirst: [
		'Say what you wish, and ask for the preview.',
		'Sagen Sie, was Sie wünschen, und lassen Sie sich die Vorschau zeigen.',
	],
	save: (count: number) => [
		`Do it for ${count === 1 ? 'one person' : `${count.toLocaleString('en-GB')} people`}`,
		`Für ${count === 1 ? 'eine Person' : `${count.toLocaleString('de-DE')} Personen`} ausführen`,
	],
	nobody: ['Nothing would change for anybody.', 'Es würde sich für niemanden etwas ändern.'],
	back: ['Back to the list', 'Zurück zur Liste'],
	done: ['Done', 'Erledigt'],
	person: ['Person', 'Person'],
	result: ['What happens', 'Was geschieht'],
	shown: (shown: string, all: string) => [
		`The first ${shown} of ${all} people, those who are refused or lose something before the others.`,
		`Die ersten ${shown} von ${all} Personen; zuerst die, die abgelehnt werden oder etwas verlieren.`,
	],
});
