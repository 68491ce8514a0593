import type { NamedAccessEvent } from '../../history/access-events/store.ts';
import type { Context } from '../env.ts';
import { useReader } from '../page.tsx';
import { Empty, Paging, pageOf, Table, Time } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { ACCESS_WORDS } from './words.ts';

const PAGE = 50;
export const PAGE_AND_ONE = PAGE + 1;

/** Whose events the address names, and before which one the list goes on. */
export const askedIn = (c: Context) => ({
	userId: c.req.query('user')?.toLowerCase() || undefined,
	before: /^\d{1,15}$/.test(c.req.query('after') ?? '')
		? Number(c.req.query('after'))
		: Number.MAX_SAFE_INTEGER,
});

/** Sign-ins, refusals and downloads, the newest first; a name leads to what is noted of it alone. */
export function AccessLog({ found }: { found: readonly NamedAccessEvent[] }) {
	const { c, say } = useReader();
	const words = ACCESS_WORDS[c.var.language];
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
								{[event.device, event.city !== null && event.place].filter(Boolean).join(' · ')}
							</small>
						</>,
					])}
				/>
			)}
			<Paging next={next} />
		</>
	);
}

/** The name of whom an event is about, where the reader may know it. */
const calledIn = ({ email, firstName, lastName }: NamedAccessEvent): string | null =>
	email === null ? null : nameOf({ email, firstName, lastName });

/** This list of one user, or of all. */
function addressOf(c: Context, userId: string | null): string {
	const url = new URL(c.req.url);
	for (const name of ['after', 'user']) url.searchParams.delete(name);
	if (userId !== null) url.searchParams.set('user', userId);
	return url.pathname + url.search;
}

function Who({ event }: { event: NamedAccessEvent }) {
	const { c } = useReader();
	const name = calledIn(event);
	if (name === null || event.userId === null) return ACCESS_WORDS[c.var.language].unknown;
	return (
		<bdi>
			<a href={addressOf(c, event.userId)}>{name}</a>
		</bdi>
	);
}

/** Of whom the list is alone, with a way back. */
function Chosen({ found: [first] }: { found: readonly NamedAccessEvent[] }) {
	const { c } = useReader();
	const words = ACCESS_WORDS[c.var.language];
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
