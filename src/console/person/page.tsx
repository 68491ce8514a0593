import type { EmployeeYear } from '../../overview/year/actions.ts';
import { BASE } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { Note, Panel } from '../parts.tsx';
import { Balances } from './balances.tsx';
import type { ChangeName } from './changes.ts';
import { Expenses } from './expenses.tsx';
import { PersonHeading } from './heading.tsx';
import { History } from './history.tsx';
import { InvitationState, isInvitable } from './invitation.tsx';
import { INVITATION_WORDS } from './invitation-words.ts';
import { YearPicture } from './picture.tsx';
import { formAddress } from './picture-parts.tsx';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';
import { YearTable } from './year-table.tsx';

/** Whether the reader may change anything of the person. The actions decide it anew. */
function useMayChange({ employee }: EmployeeYear): { isErased: boolean; isOwn: boolean } {
	const { visitor } = useReader();
	const isOwn = employee.userId === visitor?.userId && !employee.ownBenefitsAllowed;
	return { isErased: employee.dateErased !== null, isOwn };
}

const OWN: readonly ChangeName[] = ['details'];

export function PersonPage({ known, year }: { known: EmployeeYear; year: Year }) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const { employee } = known;
	const { isErased, isOwn } = useMayChange(known);
	const isLinked = !isErased && !isOwn;
	const offered = (Object.keys(words.changes) as ChangeName[]).filter(
		(name) => isLinked || (isOwn && OWN.includes(name)),
	);
	const number = new Date(year.from).getUTCFullYear();
	return (
		<>
			<PersonHeading known={known} />
			{c.req.query('saved') !== undefined && <Note mood="good">{words.saved}</Note>}
			{isErased && <Note>{words.erasedOn(say.day(employee.dateErased ?? 0))}</Note>}
			{isOwn && <Note>{words.own}</Note>}
			{employee.dateTerminated !== null && <Leaving at={employee.dateTerminated} now={year.now} />}
			{isInvitable(known) && (
				<Note>
					<InvitationState known={known} />{' '}
					<a href={`${BASE}/people/${employee.id}/invitation`}>{useWords(INVITATION_WORDS).toInvite}</a>
				</Note>
			)}
			{offered.length > 0 && (
				<nav class="buttons offered" aria-label={words.actions}>
					{offered.map((name) => (
						<a class="button" href={formAddress(employee.id, name)}>
							{words.changes[name]}
						</a>
					))}
				</nav>
			)}
			<section class="panel">
				<div class="turning">
					<h2>{words.year(number)}</h2>
					<a href={`?year=${number - 1}`}>‹ {number - 1}</a>
					<a href={`?year=${number + 1}`}>{number + 1} ›</a>
				</div>
				<YearPicture year={year} employeeId={employee.id} width={1056} isLinked={isLinked} />
				<YearTable year={year} employeeId={employee.id} isLinked={isLinked} />
			</section>
			<Balances year={year} />
			<Expenses expenses={known.expenses} />
			<Panel title={words.history}>
				<History known={known} />
			</Panel>
		</>
	);
}

function Leaving({ at, now }: { at: number; now: number }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	if (at <= now) return <Note>{words.left(say.day(at))}</Note>;
	return (
		<Note>
			<strong>{words.leaves(say.day(at))}</strong> {words.leavesHint}
		</Note>
	);
}
