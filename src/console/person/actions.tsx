import type { DateWindow } from '../../administration/overview/date-windows/rules.ts';
import type { EmployeeYear } from '../../administration/overview/year/actions.ts';
import type { PersonStatus } from '../../benefits/employees/people/rules.ts';
import { isMonthlyBudget } from '../../benefits/goodies/plans/rules.ts';
import { lastInstant, type Period } from '../../foundation/core/timeline.ts';
import { addressFor } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { ButtonLink } from '../parts.tsx';
import { formAddress, windowsOf } from './employee.ts';
import { isInvitable } from './invitation.tsx';
import { type ChangeName, WORDS } from './words.ts';
import type { Year } from './year.ts';

type ActionName = ChangeName | 'invitation' | 'account';

/** All actions by their subject, in the order of the menu. */
const SUBJECTS = {
	access: ['access', 'access-end'],
	plan: ['budget', 'gift', 'default-access', 'plan-end', 'budget-end'],
	employment: ['pause', 'termination'],
	person: ['details', 'invitation', 'account'],
} satisfies Record<string, readonly ActionName[]>;

const JOINED: readonly ActionName[] = ['access', 'pause', 'termination'];
const JOINING: readonly ActionName[] = ['invitation', 'access', 'details'];

/** The most likely next actions. Those that are possible have a button each. */
const NEXT: Record<PersonStatus, readonly ActionName[]> = {
	TERMINATED: ['termination', 'details', 'account'],
	CLOSED: ['account', 'access', 'termination'],
	PAUSED: ['pause', 'access', 'termination'],
	LEAVING: JOINED,
	UNDELIVERED: JOINING,
	INVITED: JOINING,
	CREATED: JOINING,
	REGISTERED: JOINED,
};

interface ActionsProps {
	known: EmployeeYear;
	year: Year;
	/** Whether these are the reader's own benefits, which the company does not let them change. */
	isOwn: boolean;
}

/** The next likely actions as buttons, and the others in a menu. Impossible ones are absent. */
export function Actions({ known, year, isOwn }: ActionsProps) {
	const { may, words } = useReader(WORDS);
	const { employee, invitation } = known;
	const first = useFirstNames(year);
	const isPossible = possibleFor(known, year, may('updateUser'), isOwn);
	const next = NEXT[invitation?.status ?? 'REGISTERED'].filter(isPossible);
	const to = (name: ActionName) =>
		name === 'account'
			? addressFor(`/team/${employee.userId}`, employee.companyId)
			: formAddress(employee.id, name);
	const nameOf = (name: ActionName) =>
		name === 'account' || name === 'invitation' ? words[name] : (first[name] ?? words.changes[name]);
	const rest = Object.entries(SUBJECTS).flatMap(([subject, names]) => {
		const others = (names as readonly ActionName[]).filter((one) => isPossible(one) && !next.includes(one));
		return others.length === 0 ? [] : [{ subject: subject as keyof typeof SUBJECTS, others }];
	});
	return (
		<>
			{next.map((name) => (
				<ButtonLink to={to(name)}>{nameOf(name)}</ButtonLink>
			))}
			{rest.length > 0 && (
				<button type="button" popovertarget="more" class="more">
					{words.more}
				</button>
			)}
			<nav id="more" popover="auto" aria-label={words.more}>
				{rest.map(({ subject, others }) => (
					<>
						<h2>{words.subjects[subject]}</h2>
						<ul>
							{others.map((name) => (
								<li>
									<a href={to(name)}>{nameOf(name)}</a>
								</li>
							))}
						</ul>
					</>
				))}
			</nav>
		</>
	);
}

/** Returns other names for actions while there is nothing to change yet, such as "Add pause". */
export function useFirstNames({ accesses, plans, pauses, dateTerminated, now }: Year) {
	const { access, budget, pause, termination } = useWords(WORDS).first;
	const isOpen = (one: Omit<Period, 'id'>) => lastInstant(one) >= now;
	return {
		...(!accesses.some(isOpen) && { access }),
		...(!plans.filter(isMonthlyBudget).some(isOpen) && { budget }),
		...(!pauses.some(isOpen) && { pause }),
		...(dateTerminated === null && { termination }),
	} as Partial<Record<ChangeName, string>>;
}

/** Returns whether an action can do anything. The actions themselves check it again. */
function possibleFor(known: EmployeeYear, year: Year, mayUpdateUser: boolean, isOwn: boolean) {
	const { now, dateTerminated, accesses, plans } = year;
	const windows = windowsOf(known, now);
	const end = dateTerminated ?? Number.POSITIVE_INFINITY;
	const isEmployed = end > now;
	const canStart = ({ start }: DateWindow) => isEmployed && (start ?? now) < end;
	const canEnd = (periods: readonly Omit<Period, 'id'>[], { end: earliest }: DateWindow) =>
		isEmployed && periods.some((one) => lastInstant(one) > (earliest ?? now));
	const possible: Record<ActionName, boolean> = {
		access: canStart(windows.setAccess),
		'access-end': canEnd(accesses, windows.revokeAccess),
		budget: canStart(windows.setMonthlyBudget),
		gift: canStart(windows.setMonthlyBudget),
		'default-access': canStart(windows.setDefaultAccess),
		'plan-end': isEmployed && plans.some(({ nextOccurrence }) => nextOccurrence !== null),
		'budget-end': canEnd(plans.filter(isMonthlyBudget), windows.revokePlannedVouchers),
		pause: isEmployed,
		termination: true,
		details: true,
		invitation: isInvitable(known),
		account: mayUpdateUser,
	};
	return (name: ActionName) => possible[name] && (!isOwn || name === 'details' || name === 'account');
}
