import type { StoredEvent } from '../../core/history.ts';
import type { NamedEvents } from '../../history/actions.ts';
import { BASE } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { Facts, Table } from '../parts.tsx';
import { addressWith } from './search.ts';
import { authorIn, calledIn, toldFields } from './told.ts';
import { HISTORY } from './words.ts';

interface SheetProps {
	event: StoredEvent;
	names: NamedEvents['names'];
	isErased: boolean;
}

/** All that an event holds. */
export function Sheet({ event, names, isErased }: SheetProps) {
	const { c, say } = useReader();
	const { sheet, roles, types, outsider, ...words } = useWords(HISTORY);
	const { author, subjectId } = event;
	const only = (filters: Record<string, string>, name: string) => (
		<a href={addressWith(c, filters)}>{name}</a>
	);
	const byWhom = authorIn(event, calledIn(names, author.userId, say.language), say);
	const employeeId = names.get(subjectId)?.employeeId ?? null;
	return (
		<div class="held">
			<Facts
				rows={[
					[sheet.kind, only({ type: event.type }, types[event.type])],
					[
						sheet.subject,
						<>
							{only({ subject: subjectId }, calledIn(names, subjectId, say.language) ?? outsider)}
							{employeeId !== null && (
								<>
									{' · '}
									<a href={`${BASE}/people/${employeeId}`}>{words.toPerson}</a>
								</>
							)}
						</>,
					],
					[sheet.author, author.userId === null ? byWhom : only({ actor: author.userId }, byWhom)],
					...(author.userId === null
						? []
						: [[sheet.roles, author.roles.map((role) => roles[role]).join(', ')] as const]),
					[sheet.request, event.requestId ?? sheet.none],
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

function Fields({ event, isErased }: Omit<SheetProps, 'names'>) {
	const { say } = useReader();
	const { sheet, types } = useWords(HISTORY);
	const told = toldFields(event, isErased, say);
	if (told.length === 0) return null;
	const isNew = event.before === null;
	return (
		<Table
			caption={types[event.type]}
			columns={isNew ? [sheet.field, sheet.value] : [sheet.field, sheet.before, sheet.after]}
			rows={told.map(({ name, before, after }) => (isNew ? [name, after] : [name, before, after]))}
		/>
	);
}
