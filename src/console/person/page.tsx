import type { EmployeeYear } from '../../administration/overview/year/actions.ts';
import { shownPause } from '../../benefits/employees/pauses/rules.ts';
import type { StoredEvent } from '../../foundation/core/history.ts';
import { lastInstant } from '../../foundation/core/timeline.ts';
import { ExpenseBadge } from '../benefits/receipts.tsx';
import { BASE } from '../env.ts';
import { authorIn, Sentence } from '../history/event.tsx';
import { HISTORY_PATH } from '../history/search.ts';
import { List } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Done, Empty, Note, Panel, Time } from '../parts.tsx';
import { Actions } from './actions.tsx';
import { doneIn, undoIn } from './done.ts';
import { formAddress, nameOf } from './employee.ts';
import { PersonHeading } from './heading.tsx';
import { INVITATION_WORDS, InvitationState, isInvitable } from './invitation.tsx';
import { shownYear } from './periods.ts';
import { YearPicture } from './picture.tsx';
import { Balances, YearTable } from './tables.tsx';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';

/** Returns the reasons why the reader may change nothing of the person. The actions check them again. */
function useMayChange({ employee }: EmployeeYear): { isErased: boolean; isOwn: boolean } {
	const { visitor } = useReader();
	const isOwn = employee.userId === visitor?.userId && !employee.ownBenefitsAllowed;
	return { isErased: employee.dateErased !== null, isOwn };
}

export function PersonPage({ known, year }: { known: EmployeeYear; year: Year }) {
	const { c, say, words } = useReader(WORDS);
	const { employee } = known;
	const { isErased, isOwn } = useMayChange(known);
	const isLinked = !isErased && !isOwn;
	const undo = undoIn(c, employee.id);
	const number = new Date(year.from).getUTCFullYear();
	const pictured = { year: shownYear(year, say), employeeId: employee.id, isLinked };
	return (
		<>
			<PersonHeading known={known}>
				{!isErased && <Actions known={known} year={year} isOwn={isOwn} />}
			</PersonHeading>
			<Done says={{ saved: doneIn(c, say) }} undo={undo && <a href={undo}>{words.undo}</a>} />
			{isErased && <Note>{words.erasedOn(say.day(employee.dateErased ?? 0))}</Note>}
			{isOwn && <Note>{words.own}</Note>}
			{employee.dateTerminated !== null && <Leaving at={employee.dateTerminated} now={year.now} />}
			<Pausing year={year} to={isLinked ? formAddress(employee.id, 'pause') : undefined} />
			{isInvitable(known) && (
				<Note>
					<InvitationState known={known} />{' '}
					<a href={`${BASE}/people/${employee.id}/invitation`}>{useWords(INVITATION_WORDS).toInvite}</a>
				</Note>
			)}
			<section class="panel">
				<div class="turning">
					<h2>{words.year(number)}</h2>
					<a href={`?year=${number - 1}`}>‹ {number - 1}</a>
					<a href={`?year=${number + 1}`}>{number + 1} ›</a>
				</div>
				<YearPicture {...pictured} width={1056} />
				<YearTable {...pictured} />
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
	const { say, words } = useReader(WORDS);
	if (at <= now) return <Note>{words.left(say.day(at))}</Note>;
	return (
		<Note>
			<strong>{words.leaves(say.day(at))}</strong> {words.leavesHint}
		</Note>
	);
}

/** Says when a pause runs or begins, unless the person leaves before. */
function Pausing({ year, to }: { year: Year; to: string | undefined }) {
	const { say, words } = useReader(WORDS);
	const { pauses, dateTerminated, now } = year;
	const pause = shownPause(pauses, now);
	if (pause === undefined || lastInstant(pause) < now || (dateTerminated ?? now) < now) return null;
	const until = pause.validUntil === null ? '' : say.day(pause.validUntil);
	return (
		<Note>
			<strong>{words.done.pause(say.day(pause.validFrom), until)}</strong> {words.pausesHint}{' '}
			{to !== undefined && <a href={to}>{words.changes.pause}</a>}
		</Note>
	);
}

function Expenses({ expenses }: { expenses: EmployeeYear['expenses'] }) {
	const words = useWords(WORDS);
	return (
		<Panel title={words.expenses}>
			<List
				caption={words.expenses}
				columns={[
					{ title: words.day, of: ({ id, date }) => ({ day: date, to: `${BASE}/benefits/receipts/${id}` }) },
					{ title: words.purpose, of: ({ module }) => words.modules[module] },
					{
						title: words.amount,
						of: ({ approvedAmountValue, amountValue, amountCurrency }) => ({
							amount: approvedAmountValue ?? amountValue,
							currency: amountCurrency,
						}),
						isNumeric: true,
					},
					{ title: words.state, of: ({ state }) => <ExpenseBadge state={state} /> },
				]}
				rows={expenses}
				none={words.noExpenses}
			/>
		</Panel>
	);
}

function History({ known }: { known: EmployeeYear }) {
	const words = useWords(WORDS);
	return (
		<>
			{known.events.length === 0 && <Empty>{words.noHistory}</Empty>}
			<Events events={known.events} known={known} />
			<p>
				<a href={`${HISTORY_PATH}?subject=${known.employee.id}`}>{words.wholeHistory}</a>
			</p>
		</>
	);
}

export function Events({ events, known }: { events: readonly StoredEvent[]; known: EmployeeYear }) {
	const { say } = useReader();
	const { employee, authors } = known;
	return (
		<ul class="rows history">
			{events.map((event) => {
				const author = authors.find(({ id }) => id === event.author.userId);
				return (
					<li>
						<span>
							<Sentence
								event={event}
								among={known.events}
								author={authorIn(event, author && nameOf(author), say)}
								about={nameOf(employee)}
								isOwn
								isErased={employee.dateErased !== null}
							/>
						</span>
						<small>
							<Time at={event.date} />
						</small>
					</li>
				);
			})}
		</ul>
	);
}
