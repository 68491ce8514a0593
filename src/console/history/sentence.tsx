import type { StoredEvent } from '../../core/history.ts';
import { useReader, useWords } from '../page.tsx';
import { isReplaced, saidFields } from './told.ts';
import { HISTORY } from './words.ts';

interface SentenceProps {
	event: StoredEvent;
	/** The other events on the page. One of them may be the reason. */
	among: readonly StoredEvent[];
	/** The person the event is about. Omitted on that person’s own page. */
	about?: string | undefined;
	isErased: boolean;
}

/** A change in one sentence: what happened, what it was before, if anything, and what it is after. */
export function Sentence({ event, among, about, isErased }: SentenceProps) {
	const { say } = useReader();
	const { types, replaced, nothing } = useWords(HISTORY);
	return (
		<>
			<strong>{types[event.type]}</strong>
			{about !== undefined && (
				<>
					{' · '}
					<bdi>{about}</bdi>
				</>
			)}
			{isReplaced(event, among) && replaced}
			{saidFields(event, isErased, say).map(({ name, before, after }, index) => (
				<>
					{index === 0 ? ': ' : ', '}
					{name} {before !== null && before !== nothing && before !== after && <bdi>{before} → </bdi>}
					<bdi>{after}</bdi>
				</>
			))}
		</>
	);
}
