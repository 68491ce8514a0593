import type { StoredEvent } from '../../core/history.ts';
import { PERSONAL_FIELDS } from '../../employees/erasure/rules.ts';
import type { EmployeeYear } from '../../employees/year/actions.ts';
import { useReader } from '../page.tsx';
import { Empty, Time } from '../parts.tsx';
import { nameOf } from './employee.ts';
import { HISTORY, type HistoryWords } from './history-words.ts';
import { WORDS } from './words.ts';

/** The latest changes of somebody as sentences, the newest first. */
export function History({ known }: { known: EmployeeYear }) {
	const { c } = useReader();
	const words = WORDS[c.var.language];
	const { events } = known;
	if (events.length === 0) return <Empty>{words.noHistory}</Empty>;
	return (
		<>
			<ul class="rows history">
				{events.map((event) => (
					<li>
						<span>
							<strong>
								{HISTORY[c.var.language].types[event.type as keyof HistoryWords['types']] ?? event.type}
							</strong>
							{isReplaced(event, events) && HISTORY[c.var.language].replaced}
							<Fields event={event} isErased={known.employee.dateErased !== null} />
						</span>
						<small>
							<Author event={event} known={known} /> · <Time at={event.date} />
						</small>
					</li>
				))}
			</ul>
			{events.length === 50 && <p class="hint">{words.historyIsLong}</p>}
		</>
	);
}

/** Whether a period was cut or removed because a new one of its kind was set by the same request. */
function isReplaced({ type, requestId }: StoredEvent, events: readonly StoredEvent[]): boolean {
	const [, kind] = /^(\w+)\.(cut|removed)$/.exec(type) ?? [];
	return (
		kind !== undefined &&
		requestId !== null &&
		events.some((other) => other.requestId === requestId && other.type === `${kind}.set`)
	);
}

/** The changed fields with what they were and what they became; of a new record what it is. */
export function Fields({
	event,
	isErased,
}: {
	event: Pick<StoredEvent, 'before' | 'after'>;
	isErased: boolean;
}) {
	const { c } = useReader();
	const { fields } = HISTORY[c.var.language];
	const inWords = useValue(isErased);
	const told = Object.entries(event.after).filter(
		([name, value]) => name in fields && (event.before || value !== null),
	);
	return told.map(([name, value], index) => (
		<>
			{index === 0 ? ': ' : ', '}
			{fields[name]} {event.before !== null && <bdi>{inWords(name, event.before[name])} → </bdi>}
			<bdi>{inWords(name, value)}</bdi>
		</>
	));
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A value in words. What an erasure has blanked says so. */
function useValue(isErased: boolean) {
	const { c, say } = useReader();
	const { nothing, erased, yes, no } = HISTORY[c.var.language];
	const { modules, states, all } = WORDS[c.var.language];
	const named: Record<string, string> = { ...modules, ...states };
	const inWords = (name: string, value: unknown): string => {
		const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
		if (isEmpty) return isErased && PERSONAL_FIELDS.includes(name) ? erased : nothing;
		if (typeof value === 'boolean') return value ? yes : no;
		if (Array.isArray(value))
			return name === 'allowedModules' && value.length === Object.keys(modules).length
				? all
				: value.map((one) => inWords('', one)).join(', ');
		if (typeof value === 'object' && value !== null && 'currency' in value && 'value' in value)
			return say.amount(Number(value.value), value.currency as 'EUR_CENT');
		const text = String(value);
		return INSTANT.test(text) ? say.day(Date.parse(text)) : (named[text] ?? text);
	};
	return inWords;
}

/** Who made a change, as far as the reader may know. */
function Author({ event: { author }, known }: { event: StoredEvent; known: EmployeeYear }) {
	const { c } = useReader();
	const words = HISTORY[c.var.language].authors;
	const user = known.authors.find(({ id }) => id === author.userId);
	if (author.type !== 'USER') return words[author.type];
	if (user !== undefined) return <bdi>{nameOf(user)}</bdi>;
	return author.roles.includes('PLATFORM_ADMIN') ? words.CONSOLE : words.USER;
}
