import type { EmployeeYear } from '../../overview/year/actions.ts';
import { openedBefore, type Refused } from '../form.tsx';
import { useWords } from '../page.tsx';
import { Note } from '../parts.tsx';
import type { ChangeName } from './changes.ts';
import { Events } from './history.tsx';
import { WORDS } from './words.ts';

/** The events that tell of a change of what a form is made from. */
const KINDS: Record<ChangeName, RegExp> = {
	access: /^flex_access\./,
	'access-end': /^flex_access\./,
	budget: /^planned_voucher\./,
	'budget-end': /^planned_voucher\./,
	gift: /^planned_voucher\./,
	'plan-end': /^planned_voucher\./,
	'default-access': /^default_access\./,
	pause: /^(employee|pause|user)\./,
	termination: /^(employee|pause|user)\./,
	details: /^(employee|pause|user)\./,
};

/** Who has changed what since the form was opened, if that is why it was refused. */
export function Meanwhile({ name, known, state }: { name: ChangeName; known: EmployeeYear; state: Refused }) {
	const since = openedBefore(state);
	const events = known.events.filter(
		({ type, date }) => since !== null && date >= since && KINDS[name].test(type),
	);
	if (events.length === 0) return null;
	return (
		<Note>
			<p>{useWords(WORDS).meanwhile}</p>
			<Events events={events} known={known} />
		</Note>
	);
}
