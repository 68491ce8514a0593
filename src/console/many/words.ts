import type { Catalogue } from '../words.ts';
import type { Line, WishName } from './wishes.ts';

const WISHES: Record<WishName, string> = {
	invitation: 'Invite',
	access: 'Grant flex access',
	budget: 'Set goodies budget',
	group: 'Move group',
};

const RESULTS: Record<Line['result'], string> = {
	DONE: 'changed',
	UNCHANGED: 'unchanged',
	REFUSED: 'refused',
};

/** What is wrong with a selection. */
const SELECTION = {
	none: 'Nobody is chosen. Tick people in the list, or choose all who are found.',
	ticked:
		'At most 200 people can be ticked one by one. For more, use the filter and choose all who are found.',
	found: 'These are too many at once: 10,000 people at most, and 5,000 to invite. Narrow the filter.',
};

const ENGLISH = {
	people: 'People',
	wishes: WISHES,
	chosen: 'For the chosen people',
	count: (count: number) => (count === 1 ? 'One person' : `${count.toLocaleString('en-GB')} people`),
	all: 'All who are found in the list',
	invited:
		'Everybody who has neither registered nor an invitation that is still good gets a mail with a link.',
	from: 'Out of the group',
	to: 'Into the group',
	groupHint:
		'Without the first, everybody is added to the second; without the second, everybody leaves the first. With both, only those are moved who are in the first.',
	results: RESULTS,
	selection: SELECTION,
	refusals: { has_left: 'This person has left.', not_found: 'This person is not here any more.' } as Record<
		string,
		string
	>,
	gone: 'Not here any more',
	isInvited: 'gets an invitation',
	typeFirst: 'Say what you wish, and ask for the preview.',
	save: (count: number) =>
		`Do it for ${count === 1 ? 'one person' : `${count.toLocaleString('en-GB')} people`}`,
	nobody: 'Nothing would change for anybody.',
	back: 'Back to the list',
	done: 'Done',
	person: 'Who',
	result: 'What happens',
	shown: (shown: string, all: string) =>
		`The first ${shown} of ${all} people, those who are refused or lose something before the others.`,
};

type Words = typeof ENGLISH;

const GERMAN: Words = {
	people: 'Mitarbeitende',
	wishes: {
		invitation: 'Einladen',
		access: 'Flex-Zugang geben',
		budget: 'Goodies-Budget setzen',
		group: 'Gruppe wechseln',
	},
	chosen: 'Für die Gewählten',
	count: (count) => (count === 1 ? 'Eine Person' : `${count.toLocaleString('de-DE')} Personen`),
	all: 'Alle, die in der Liste gefunden sind',
	invited:
		'Wer weder registriert ist noch eine Einladung hat, die noch gilt, bekommt eine Mail mit einem Link.',
	from: 'Aus der Gruppe',
	to: 'In die Gruppe',
	groupHint:
		'Ohne die erste kommen alle in die zweite dazu, ohne die zweite verlassen alle die erste. Mit beiden wechseln nur die, die in der ersten sind.',
	results: { DONE: 'geändert', UNCHANGED: 'unverändert', REFUSED: 'abgelehnt' },
	selection: {
		none: 'Niemand ist gewählt. Haken Sie Mitarbeitende in der Liste an, oder wählen Sie alle Gefundenen.',
		ticked:
			'Einzeln anhaken lassen sich höchstens 200. Für mehr filtern Sie, und wählen Sie alle Gefundenen.',
		found: 'Das sind zu viele auf einmal: höchstens 10.000 Personen, zum Einladen 5.000. Filtern Sie enger.',
	},
	refusals: { has_left: 'Diese Person ist ausgetreten.', not_found: 'Diese Person ist nicht mehr da.' },
	gone: 'Nicht mehr da',
	isInvited: 'bekommt eine Einladung',
	typeFirst: 'Sagen Sie, was Sie wünschen, und lassen Sie sich die Vorschau zeigen.',
	save: (count) =>
		`Für ${count === 1 ? 'eine Person' : `${count.toLocaleString('de-DE')} Personen`} ausführen`,
	nobody: 'Es würde sich für niemanden etwas ändern.',
	back: 'Zurück zur Liste',
	done: 'Erledigt',
	person: 'Wer',
	result: 'Was geschieht',
	shown: (shown, all) =>
		`Die ersten ${shown} von ${all} Personen; zuerst die, die abgelehnt werden oder etwas verlieren.`,
};

export const WORDS: Catalogue<Words> = { en: ENGLISH, de: GERMAN };
