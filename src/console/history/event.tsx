import type { StoredEvent } from '../../foundation/core/history.ts';
import { MODULES } from '../../foundation/core/modules.ts';
import { PERSONAL_FIELDS } from '../../foundation/core/personal.ts';
import { type Reason, textOfReason } from '../../foundation/core/reasons.ts';
import { isOfKey } from '../../tenants/auth/keys/rules.ts';
import type { NamedEvents } from '../../tenants/history/actions.ts';
import { OFFICE_WORDS } from '../company/words.ts';
import { BASE } from '../env.ts';
import type { Say } from '../format.ts';
import { useReader, useWords } from '../page.tsx';
import { Facts, Table } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { addressWith } from './search.ts';
import { HISTORY } from './words.ts';

interface SentenceProps {
	event: StoredEvent;
	/** The other events on the page. One of them may be the reason. */
	among: readonly StoredEvent[];
	author: string;
	/** The person, user or company that the event is about. */
	about: string;
	/** True on the person’s own page, where the sentence leaves out the name. */
	isOwn?: boolean;
	isErased: boolean;
	/** True for the main clause alone, without the fields that it does not name. */
	isShort?: boolean;
}

/** A change in one sentence: who did what, what the values are now, and what they were before. */
export function Sentence({ among, isShort = false, ...given }: SentenceProps) {
	const { say } = useReader();
	const { replaced } = useWords(HISTORY);
	const { main, rest } = saidOf(given, say);
	return (
		<>
			{main.map((piece, index) => (index % 2 === 0 ? piece : <bdi>{piece}</bdi>))}
			{isReplaced(given.event, among) && replaced}
			{(isShort ? [] : rest).map((field, index) => (
				<>
					{index === 0 ? ': ' : ', '}
					<bdi>{field}</bdi>
				</>
			))}
		</>
	);
}

/** An event as one line of text. */
export function lineOf(given: Omit<SentenceProps, 'among'>, say: Say): string {
	const { main, rest } = saidOf(given, say);
	return [main.join(''), ...(rest.length > 0 ? [rest.join(', ')] : [])].join(': ');
}

/** The main clause, in which every other piece is a value, and the fields that it does not name. */
function saidOf({ event, author, about, isOwn, isErased }: Omit<SentenceProps, 'among'>, say: Say) {
	const { nothing, sentences } = HISTORY[say.language];
	const fields = event.type.endsWith('.erased') ? [] : saidFields(event, isErased, say);
	const mainValue = (one: DescribedField) =>
		one.after === nothing ? (one.before ?? nothing) : valueIn(one, say);
	const values = new Map([
		['author', author],
		['about', about],
		...fields.map((one) => [one.key, mainValue(one)] as const),
	]);
	const used = new Set<string>();
	const main = sentences[event.type]
		.replaceAll(/\(([^(){}]*\{(\w+)\}[^(){}]*)\)/g, (_, group: string, name: string) => {
			const isKnown = name === 'about' && (isOwn === true || author === about);
			return isKnown || !values.has(name) ? '' : group;
		})
		.replaceAll(/[[\]]/g, '')
		.split(/\{(\w+)\}/)
		.map((piece, index) => {
			if (index % 2 === 0) return piece;
			used.add(piece);
			return values.get(piece) ?? nothing;
		});
	const others = fields.filter(({ key }) => !used.has(key));
	const rest = event.before === null ? others.slice(0, MOST_NAMED) : others;
	return { main, rest: rest.map(inLine(say)) };
}

export const inLine =
	(say: Say) =>
	(field: DescribedField): string =>
		`${field.name} ${valueIn(field, say)}`;

/** Returns a value, with the one that it replaced if there was one. */
function valueIn({ before, after }: DescribedField, { language }: Say): string {
	const { nothing, was } = HISTORY[language];
	if (before === null || before === nothing || before === after) return after;
	return `${after} ${was(before)}`;
}

/** All details of an event. */
export function Sheet({ event, known }: { event: StoredEvent; known: EventNames }) {
	const { c, may } = useReader();
	const { sheet, roles, types, outsider, ...words } = useWords(HISTORY);
	const { author, subjectId } = event;
	const isErased = known.isErased(subjectId);
	const only = (filters: Record<string, string>, name: string) => (
		<a href={addressWith(c, filters)}>{name}</a>
	);
	const employeeId = known.employeeIdOf(subjectId);
	const byWhom = known.authorOf(event);
	const ofAuthor: readonly (readonly [string, unknown])[] =
		author.userId === null
			? [[sheet.author, byWhom]]
			: [
					[sheet.author, only({ actor: author.userId }, byWhom)],
					[sheet.roles, author.roles.map((role) => roles[role]).join(', ')],
				];
	return (
		<div class="held">
			<Facts
				rows={[
					[sheet.kind, only({ type: event.type }, types[event.type])],
					[
						sheet.subject,
						<>
							{only({ subject: subjectId }, known.called(subjectId) ?? outsider)}
							{employeeId !== null && (
								<>
									{' · '}
									<a href={`${BASE}/people/${employeeId}`}>{words.toPerson}</a>
								</>
							)}
						</>,
					],
					...ofAuthor,
					[sheet.request, requestOf(event, may('readRequest')) ?? sheet.none],
					...(author.sessionId === null ? [] : [[sheet.session, author.sessionId] as const]),
					[sheet.record, event.recordId],
					[sheet.event, event.id],
				]}
			/>
			{isErased && <p class="hint">{words.isErased}</p>}
			<Fields event={event} isErased={isErased} />
		</div>
	);
}

/** The id of the request of a change. It links to everything that the request has done, for readers who may see that. */
const requestOf = ({ requestId, companyId }: StoredEvent, isLink: boolean) =>
	requestId === null || !isLink ? (
		requestId
	) : (
		<a href={`${BASE}/platform/requests?${new URLSearchParams({ q: requestId, company: companyId ?? '' })}`}>
			{requestId}
		</a>
	);

export function Fields({
	event,
	isErased,
	isShort = false,
}: {
	event: Pick<StoredEvent, 'type' | 'before' | 'after'>;
	isErased: boolean;
	/** True without the empty and the technical fields of a new record. */
	isShort?: boolean;
}) {
	const { say } = useReader();
	const { sheet, types, nothing } = useWords(HISTORY);
	const isNew = event.before === null;
	const fields = describedFields(event, isErased, say).filter(
		({ key, after }) => !isNew || !isShort || (after !== nothing && !TECHNICAL.includes(key)),
	);
	if (fields.length === 0) return null;
	return (
		<Table
			caption={types[event.type]}
			columns={isNew ? [sheet.field, sheet.value] : [sheet.field, sheet.before, sheet.after]}
			rows={fields.map(({ name, before, after }) => (isNew ? [name, after] : [name, before, after]))}
		/>
	);
}

/** Technical fields of new records. Nobody needs them to decide on a proposal. */
const TECHNICAL = ['id', 'companyId', 'employeeId', 'userId', 'closedBy', 'csvLayout'];

/** A field of an event in words. A new record has no earlier values. */
interface DescribedField {
	key: string;
	name: string;
	/** False for ids and the like, which only the details show. */
	isSaid: boolean;
	before: string | null;
	after: string;
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The fields of an event in words. Blanked values are shown as erased. */
function describedFields(
	{ before, after }: Pick<StoredEvent, 'before' | 'after'>,
	isErased: boolean,
	say: Say,
): DescribedField[] {
	const { fields, details } = HISTORY[say.language];
	const names: Record<string, string> = { ...fields, ...details };
	return Object.entries(after).map(([key, value]) => ({
		key,
		name: names[key] ?? key,
		isSaid: key in fields && !(key in details),
		before: before === null ? null : inWords(key, before[key], isErased, say),
		after: inWords(key, value, isErased, say),
	}));
}

/** The most fields of a new record that its sentence names, besides those of its main clause. */
const MOST_NAMED = 6;

/** Returns the fields that the sentence of an event names: those that have a value, or had one. */
export function saidFields(
	event: Pick<StoredEvent, 'before' | 'after'> & { type?: StoredEvent['type'] },
	isErased: boolean,
	say: Say,
): DescribedField[] {
	const { nothing } = HISTORY[say.language];
	// The sentences of other events name the new status themselves.
	const saysState = event.type === 'webhook_endpoint.updated';
	// The author of this event is also the author of the proposal.
	const known = event.type === 'proposal.created' ? 'authorType' : '';
	return describedFields(event, isErased, say).filter(
		({ key, isSaid, before, after }) =>
			((isSaid && key !== known) || (saysState && key === 'state')) &&
			(after !== nothing || (before ?? nothing) !== nothing),
	);
}

function inWords(name: string, value: unknown, isErased: boolean, say: Say): string {
	const { nothing, erased, yes, no, isSet, allModules, values, languages } = HISTORY[say.language];
	const named: Record<string, string> = name === 'language' ? languages : values;
	const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
	if (typeof value === 'string' && isOfKey(value)) return nothing;
	if (isEmpty) return isErased && PERSONAL_FIELDS.includes(name) ? erased : nothing;
	if (typeof value === 'boolean') return value ? yes : no;
	if (Array.isArray(value))
		return name === 'allowedModules' && value.length === MODULES.length
			? allModules
			: value.map((one) => inWords(name, one, isErased, say)).join(', ');
	if (typeof value === 'object' && 'currency' in value && 'value' in value)
		return say.amount(Number(value.value), value.currency as 'EUR_CENT');
	if (typeof value === 'object') return recordInWords(value, isErased, say);
	const text = String(value);
	if (name === 'month' && /^\d{4}-\d\d/.test(text)) return say.monthName(text.slice(0, 7));
	if (name === 'logo') return isSet;
	if (name === 'taxAffiliation') return say.country(text);
	if (name === 'reasons') return textOfReason(text as Reason, null, say.language);
	return INSTANT.test(text) ? say.day(Date.parse(text)) : (named[text] ?? text);
}

/** The fields of a value that has some, such as the wage types of a company. */
function recordInWords(record: object, isErased: boolean, say: Say): string {
	const { fields, details } = HISTORY[say.language];
	const named: Record<string, string> = { ...fields, ...details, ...OFFICE_WORDS[say.language].paid };
	return Object.entries(record)
		.filter(([, value]) => value !== null)
		.map(([name, value]) => `${named[name] ?? name} ${inWords(name, value, isErased, say)}`)
		.join(', ');
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

/** Returns the author of a change, by name if the reader may know it. */
export function authorIn({ author }: StoredEvent, name: string | undefined, { language }: Say): string {
	const { authors } = HISTORY[language];
	if (author.type !== 'USER') return authors[author.type];
	return name ?? (author.roles.includes('PLATFORM_ADMIN') ? authors.COMMAND_LINE : authors.USER);
}

/** Returns what the reader may know of the people, users and companies that events name. */
export function knownIn(names: NamedEvents['names'], say: Say) {
	const { erasedPerson, authors } = HISTORY[say.language];
	/** True when the personal data of the person an event is about was erased. */
	const isErased = (id: string): boolean => (names.get(id)?.dateErased ?? null) !== null;
	const called = (id: string | null): string | undefined => {
		const one = id === null ? undefined : names.get(id);
		if (one === undefined) return undefined;
		if (one.dateErased !== null) return erasedPerson;
		const { firstName, lastName, email } = one;
		if (email !== null && isOfKey(email)) return authors.API_KEY;
		return one.companyName ?? nameOf({ firstName, lastName, email: email ?? '' });
	};
	const authorOf = (event: StoredEvent) => authorIn(event, called(event.author.userId), say);
	return { isErased, called, authorOf, employeeIdOf: (id: string) => names.get(id)?.employeeId ?? null };
}

export type EventNames = ReturnType<typeof knownIn>;
