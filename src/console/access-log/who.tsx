import type { NamedAccessEvent } from '../../history/access-events/store.ts';
import { useReader, useWords } from '../page.tsx';
import { nameOf } from '../person/employee.ts';
import { addressOf, askedIn } from './place.ts';
import { ACCESS_WORDS } from './words.ts';

/** The name of whom an event is about, where the reader may know it. */
const calledIn = ({ email, firstName, lastName }: NamedAccessEvent): string | null =>
	email === null ? null : nameOf({ email, firstName, lastName });

export function Who({ event }: { event: NamedAccessEvent }) {
	const { c } = useReader();
	const name = calledIn(event);
	if (name === null || event.userId === null) return useWords(ACCESS_WORDS).unknown;
	return (
		<bdi>
			<a href={addressOf(c, event.userId)}>{name}</a>
		</bdi>
	);
}

/** Of whom the list is alone, with a way back. */
export function Chosen({ found: [first] }: { found: readonly NamedAccessEvent[] }) {
	const { c } = useReader();
	const words = useWords(ACCESS_WORDS);
	if (askedIn(c).userId === undefined) return null;
	return (
		<p class="links">
			<strong>
				<bdi>{words.onlyOf((first && calledIn(first)) ?? words.unknown)}</bdi>
			</strong>{' '}
			<a href={addressOf(c, null)}>{words.all}</a>
		</p>
	);
}
