import type { RestrictedMonth } from '../../balances/rules.ts';
import type { EmployeeYear } from '../../overview/year/actions.ts';
import { BASE } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Day, Empty, Money, Note, Panel, Table } from '../parts.tsx';
import type { ChangeName } from './changes.ts';
import { PersonHeading } from './heading.tsx';
import { History } from './history.tsx';
import { InvitationState, isInvitable } from './invitation.tsx';
import { INVITATION_WORDS } from './invitation-words.ts';
import { YearPicture } from './picture.tsx';
import { formAddress } from './picture-parts.tsx';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';
import { YearTable } from './year-table.tsx';

/** Whether the reader may change anything of the person. The actions check it again. */
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

/** The balance of each month, and what it follows from. */
function Balances({ year }: { year: Year }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	return (
		<Panel title={words.balances}>
			<Table
				caption={words.balances}
				columns={[
					...[words.month, words.granted, words.carried, words.spent, words.waiting, words.available],
					words.reason,
				]}
				numeric={[1, 2, 3, 4, 5]}
				rows={year.balances.map((month) => {
					const money = (value: number) => <Money value={value} currency={month.currency ?? 'EUR_CENT'} />;
					const { granted, carriedIn, spent, pending, available } = month;
					return [
						<time datetime={month.month}>{say.monthName(month.month)}</time>,
						...(month.currency === null
							? Array(5).fill('')
							: [granted, carriedIn, spent, pending, available].map(money)),
						<Reason month={month} />,
					];
				})}
			/>
		</Panel>
	);
}

/** Why a month has what it has. */
function Reason({ month }: { month: RestrictedMonth }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { access, isPaused, carryOver, carryEnds, overdrawn, restriction, corrections } = month;
	const currency = month.currency ?? 'EUR_CENT';
	const sentences = [
		access === null ? words.noAccess : isPaused ? words.paused : '',
		access === null ? '' : words.carryOvers[carryOver],
		carryEnds === null ? '' : words.carryEnds(say.day(carryEnds)),
		overdrawn === 0 ? '' : words.overdrawn(say.amount(overdrawn, currency)),
		restriction === null
			? ''
			: words.restricted(
					say.amount(restriction.left, restriction.currency),
					say.amount(restriction.limit, restriction.currency),
				),
		...corrections.map(({ amount, reason }) =>
			words.corrected(say.amount(amount.value, amount.currency), reason),
		),
	];
	return <small class="reason">{sentences.filter(Boolean).join(' ')}</small>;
}

const MOODS = {
	SUBMITTED: 'waiting',
	NEEDS_CORRECTION: 'waiting',
	APPROVED: 'good',
	REJECTED: 'bad',
	WITHDRAWN: 'calm',
} as const;

function Expenses({ expenses }: { expenses: EmployeeYear['expenses'] }) {
	const words = useWords(WORDS);
	return (
		<Panel title={words.expenses}>
			{expenses.length === 0 ? (
				<Empty>{words.noExpenses}</Empty>
			) : (
				<Table
					caption={words.expenses}
					columns={[words.day, words.purpose, words.amount, words.state]}
					numeric={[2]}
					rows={expenses.map((one) => [
						<a href={`${BASE}/benefits/receipts/${one.id}`}>
							<Day at={one.date} />
						</a>,
						words.modules[one.module],
						<Money value={one.approvedAmountValue ?? one.amountValue} currency={one.amountCurrency} />,
						<Badge mood={MOODS[one.state]}>{words.states[one.state]}</Badge>,
					])}
				/>
			)}
		</Panel>
	);
}
