import type { NamedAccessEvent } from '../../history/access-events/store.ts';
import { WORDS as ACCOUNT_WORDS } from '../account/words.ts';
import { useReader, useWords } from '../page.tsx';
import { Empty, Paging, pageOf, Table, Time } from '../parts.tsx';
import { PAGE } from './place.ts';
import { Chosen, Who } from './who.tsx';
import { ACCESS_WORDS } from './words.ts';

/** Sign-ins, refusals and downloads, the newest first; a name leads to what is noted of it alone. */
export function AccessLog({ found }: { found: readonly NamedAccessEvent[] }) {
	const { say } = useReader();
	const words = useWords(ACCESS_WORDS);
	const { device } = useWords(ACCOUNT_WORDS);
	const { shown, next } = pageOf(found, ({ position }) => String(position), PAGE);
	return (
		<>
			<p class="hint">{words.hint}</p>
			<Chosen found={shown} />
			{shown.length === 0 ? (
				<Empty>{words.none}</Empty>
			) : (
				<Table
					caption={words.title}
					columns={[words.when, words.who, words.what, words.where]}
					rows={shown.map((event) => [
						<Time at={event.date} />,
						<Who event={event} />,
						<>
							{[words.types[event.type], event.reason && words.reasons[event.reason]]
								.filter(Boolean)
								.join(': ')}
							<small class="below">
								{[event.count > 1 && words.times(say.number(event.count)), event.request]
									.filter(Boolean)
									.join(' · ')}
							</small>
						</>,
						<>
							{[event.city, event.country].filter(Boolean).join(', ') || event.place}
							<small class="below">
								{[event.device && device(event.device), event.city !== null && event.place]
									.filter(Boolean)
									.join(' · ')}
							</small>
						</>,
					])}
				/>
			)}
			<Paging next={next} />
		</>
	);
}
