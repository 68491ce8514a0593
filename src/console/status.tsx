import type { PersonStatus, ShownStatus } from '../benefits/employees/people/rules.ts';
import type { Pair } from '../foundation/core/language.ts';
import { USER_STATE_NAMES } from '../foundation/core/words.ts';
import { useReader, useWords } from './page.tsx';
import { Badge, type Mood } from './parts.tsx';
import { catalogue } from './words.ts';

/** The names of all statuses, also for filters. */
export const STATUS_NAMES = {
	TERMINATED: ['left', 'ausgetreten'],
	CLOSED: ['account closed', 'Konto geschlossen'],
	PAUSED: ['paused', 'pausiert'],
	LEAVING: ['leaving', 'Austritt steht an'],
	UNDELIVERED: ['invitation not delivered', 'Einladung nicht zugestellt'],
	INVITED: USER_STATE_NAMES.INVITED,
	CREATED: USER_STATE_NAMES.CREATED,
	REGISTERED: ['active', 'aktiv'],
} satisfies Record<PersonStatus, Pair>;

const WORDS = catalogue({
	names: STATUS_NAMES,
	dated: {
		TERMINATED: (day: string) => [`left ${day}`, `ausgetreten am ${day}`],
		PAUSED: (day: string) => [`paused until ${day}`, `pausiert bis ${day}`],
		LEAVING: (day: string) => [`leaving ${day}`, `Austritt am ${day}`],
		INVITED: (day: string) => [`invited ${day}`, `eingeladen am ${day}`],
	},
});

const MOODS: Record<PersonStatus, Mood> = {
	TERMINATED: 'calm',
	CLOSED: 'calm',
	PAUSED: 'waiting',
	LEAVING: 'waiting',
	UNDELIVERED: 'bad',
	INVITED: 'waiting',
	CREATED: 'waiting',
	REGISTERED: 'good',
};

/** The status of a person with its day. It stands beside the name. */
export function StatusTag({ of }: { of: ShownStatus }) {
	const { say } = useReader();
	const { names, ...words } = useWords(WORDS);
	const dated: Partial<Record<PersonStatus, (day: string) => string>> = words.dated;
	const { status, statusDate } = of;
	const said = statusDate === null ? undefined : dated[status]?.(say.day(statusDate));
	return <Badge mood={MOODS[status]}>{said ?? names[status]}</Badge>;
}
