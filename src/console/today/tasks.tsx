import type { readFormerAdministrator } from '../../administration/overview/companies/actions.ts';
import type { Setup, SetupStep } from '../../administration/overview/companies/rules.ts';
import type { countGaps } from '../../benefits/employees/gaps/actions.ts';
import type { Queue } from '../../benefits/expenses/review/actions.ts';
import type { FaultyLine, OpenRun } from '../../benefits/payroll/open-run/rules.ts';
import { toYearMonth } from '../../foundation/core/instant.ts';
import { changeableUntil } from '../../foundation/core/months.ts';
import type { Company } from '../../tenants/companies/store.ts';
import type { countHeldMails } from '../../tenants/mail/actions.ts';
import { addressFor } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Empty, Money, Panel } from '../parts.tsx';
import { AT_PERSON, MealValueNotes, OfficeObstacle, useObstacleSentence } from '../payroll/obstacles.tsx';
import { payrollAddress } from '../payroll/place.tsx';
import { peopleAddress } from '../people/search.ts';
import { PersonName } from '../person-name.tsx';
import { VERIFY } from '../verify/decision.tsx';
import { WORDS } from './words.ts';

interface Line {
	count: number;
	sentence: string;
	/** The link to the remedy; null if the reader may not use it. `step` is its name. */
	to: string | null;
	step: string;
	badge?: unknown;
}

/** Tasks, each with its next step as a button. Tasks with a count of 0 are left out. */
const Lines = ({ of }: { of: readonly Line[] }) =>
	of.map(
		({ count, sentence, to, step, badge }) =>
			count > 0 && (
				<li>
					<span>{sentence}</span>
					{badge}
					{to !== null && (
						<a class="button" href={to} aria-label={`${step}: ${sentence}`}>
							{step}
						</a>
					)}
				</li>
			),
	);

/** Returns the link to what waits, or to the names of the verifiers. Null for readers who may see neither. */
function useVerifying(companyId: string, to: string): string | null {
	const { may } = useReader();
	if (may('approveExpense')) return to;
	return may('listUsers') ? addressFor('/team', companyId) : null;
}

interface WaitingProps {
	queue: Queue;
	/** How many proofs of standing expenses wait for their verification. */
	proofs: number;
	gaps: Awaited<ReturnType<typeof countGaps>> | null;
	held: Awaited<ReturnType<typeof countHeldMails>> | null;
	/** The only administrator, if that is a former employee. */
	former: Awaited<ReturnType<typeof readFormerAdministrator>>;
	/** The API keys whose creator has lost the right to them. */
	keys: readonly unknown[];
}

/** The tasks of the reader, each with a link to its remedy. */
export function Waiting({ queue, proofs, gaps, held, former, keys }: WaitingProps) {
	const words = useWords(WORDS);
	const lines = useLines({ queue, proofs, gaps, held, keys });
	const count = lines.filter((line) => line.count > 0).length + (former === null ? 0 : 1);
	return (
		<Panel title={count === 0 ? words.waiting : `${words.waiting} (${count})`}>
			{former !== null && <FormerAdministrator {...former} />}
			{count === 0 && <Empty>{gaps === null ? words.nothingToVerify : words.nothing}</Empty>}
			<ul class="rows tasks">
				<Lines of={lines} />
			</ul>
		</Panel>
	);
}

type Former = NonNullable<Awaited<ReturnType<typeof readFormerAdministrator>>>;

/**
 * Says that the only administrator of a company has left, with a link to name another one. The platform does not learn the name from a
 * company with its own database.
 */
export function FormerAdministrator({
	companyId,
	companyName,
	...person
}: Former | Pick<Former, 'companyId' | 'companyName' | 'employeeId'>) {
	const words = useWords(WORDS);
	const named =
		'personStatus' in person ? person : { ...person, ...NAMELESS, firstName: words.formerEmployee };
	return (
		<p class="fault">
			<bdi>{companyName}</bdi>: <PersonName person={named} /> {words.formerAdministrator}{' '}
			<a href={addressFor('/team', companyId)}>{words.nameAdministrator}</a>
		</p>
	);
}

const NAMELESS = { lastName: null, personnelNumber: null, personStatus: null };

function useLines({ queue, proofs, gaps, held, keys }: Omit<WaitingProps, 'former'>): Line[] {
	const { may, say, words } = useReader(WORDS);
	const { companyId, waiting } = queue;
	const step = may('approveExpense') ? words.steps.verify : words.steps.team;
	const people = (filter: Record<string, string>) => peopleAddress(companyId, '', filter);
	return [
		{
			count: waiting,
			sentence: may('approveExpense') ? words.toVerify(waiting) : words.othersVerify(waiting),
			to: useVerifying(companyId, `${VERIFY}?company=${companyId}`),
			step,
			badge: <DeadlineBadge queue={queue} />,
		},
		{
			count: proofs,
			sentence: words.proofsWait(proofs),
			to: useVerifying(companyId, addressFor('/standing', companyId)),
			step,
		},
		{
			count: keys.length,
			sentence: words.orphanedKeys(keys.length),
			to: addressFor('/integrations', companyId),
			step: words.steps.keys,
		},
		...(gaps?.unreached ?? []).map(({ state, people: count }) => ({
			count,
			sentence: words.invitations[state](count),
			to: people({ invitationMail: state }),
			step: words.steps.invitations,
			badge: <Badge mood="bad">{words.unreached}</Badge>,
		})),
		{
			count: held?.count ?? 0,
			sentence: words.heldMails(held?.count ?? 0, held?.dateExpected ? say.day(held.dateExpected) : null),
			to: addressFor('/company/mails', companyId, { state: 'held' }),
			step: words.steps.mails,
		},
		...(['PERSONNEL_NUMBER', 'BUDGET'] as const).map((missing) => ({
			count: gaps?.lacks[missing] ?? 0,
			sentence: words.lacks[missing](gaps?.lacks[missing] ?? 0),
			to: people({ missing }),
			step: words.steps[missing],
		})),
	];
}

/** Until when the oldest receipt is to be decided, so that it is paid with its own month. */
export function DeadlineBadge({ queue: { deadline } }: { queue: Pick<Queue, 'deadline'> }) {
	const { c, say, words } = useReader(WORDS);
	if (deadline === null) return null;
	return c.var.now > deadline ? (
		<Badge mood="bad">{words.late}</Badge>
	) : (
		<Badge mood="waiting">{words.until(say.shortDay(deadline))}</Badge>
	);
}

const MAX_SHOWN = 8;

interface MonthProps {
	company: Company;
	run: OpenRun;
	setup: Setup & { hasRun: boolean };
}

/** The month that closes next: its sum so far, and the reasons why some of it cannot be paid yet. */
export function Month({ company, run, setup }: MonthProps) {
	const { c, say, words } = useReader(WORDS);
	const { id: companyId, submissionDay } = company;
	const month = say.monthName(toYearMonth(run.month));
	const missing = (['VERIFIER', 'WAGE_TYPES'] as const).filter((step) => !setup[step]);
	const handIn = submissionDay === null ? null : changeableUntil(run.month, submissionDay, null);
	const isFree =
		run.toVerify === 0 && run.officeObstacle === null && run.faulty.length + missing.length === 0;
	const sums = Map.groupBy(run.sums, ({ currency }) => currency);
	return (
		<Panel title={words.closes(month, say.day(run.closes))}>
			{[...sums].map(([currency, ofCurrency]) => (
				<p class="figure">
					<Money value={ofCurrency.reduce((sum, { value }) => sum + value, 0)} currency={currency} />
				</p>
			))}
			<p>{isFree ? words.free(run.lineCount) : words.soFar(run.lineCount)}</p>
			{handIn !== null && (
				<p class="hint">{(c.var.now > handIn ? words.handedIn : words.handIn)(month, say.day(handIn))}</p>
			)}
			<MealValueNotes months={run.monthsWithoutMealValue} />
			<ul class="rows">
				<Obstructions companyId={companyId} run={run} missing={setup.hasRun ? missing : []} />
			</ul>
			<p>
				<a href={payrollAddress(companyId)}>{words.lookAtMonth}</a>
			</p>
		</Panel>
	);
}

/** The lines that cannot be paid yet, and the reasons. */
function Obstructions({
	companyId,
	run,
	missing,
}: {
	companyId: string;
	run: OpenRun;
	missing: readonly SetupStep[];
}) {
	const { may, say, words } = useReader(WORDS);
	const sentence = useObstacleSentence();
	const faults = faultsIn(run.faulty);
	const undecided = {
		count: run.toVerify,
		sentence: words.undecided(run.toVerify, say.monthName(toYearMonth(run.month))),
		to: useVerifying(companyId, `${VERIFY}?company=${companyId}`),
		step: may('approveExpense') ? words.steps.verify : words.steps.team,
	};
	return (
		<>
			<Lines of={[undecided]} />
			{missing.map((step) => (
				<li>
					<SetupLink companyId={companyId} step={step} />
				</li>
			))}
			{run.officeObstacle !== null && (
				<li>
					<OfficeObstacle code={run.officeObstacle} />
				</li>
			)}
			{run.heldOverCount > 0 && <li>{words.held(run.heldOverCount)}</li>}
			{faults.slice(0, MAX_SHOWN).map(({ code, line, count }) => (
				<li>
					<span>
						{AT_PERSON.includes(code) && <PersonName person={line} />}
						<small class="below">{sentence(code, line)}</small>
					</span>
					<Badge mood="bad">{words.lines(count)}</Badge>
				</li>
			))}
			{faults.length > MAX_SHOWN && <li>{words.more(faults.length - MAX_SHOWN)}</li>}
		</>
	);
}

/** A step of the set-up, with a link to its page for readers who may see that page. */
export function SetupLink({ companyId, step }: { companyId: string; step: SetupStep }) {
	const { may, words } = useReader(WORDS);
	const ways: Record<SetupStep, string | null> = {
		PEOPLE: peopleAddress(companyId),
		BUDGET: peopleAddress(companyId, '', { missing: 'BUDGET' }),
		VERIFIER: may('listUsers') ? addressFor('/team', companyId) : null,
		WAGE_TYPES: addressFor('/company/office', companyId),
		INVITATION: peopleAddress(companyId, '', { status: 'CREATED' }),
	};
	const [to, sentence] = [ways[step], words.setUp.steps[step]];
	return to === null ? sentence : <a href={to}>{sentence}</a>;
}

/** Returns each obstacle once, with one of its lines and their number. Lines are grouped by person, wage type or currency. */
function faultsIn(faulty: readonly FaultyLine[]) {
	const all = faulty.flatMap((line) => line.faults.map((code) => ({ code, line })));
	const groups = Map.groupBy(all, ({ code, line }) => {
		const { employeeId, wageType, currency } = line;
		return `${code} ${AT_PERSON.includes(code) ? employeeId : code === 'currency_not_supported' ? currency : wageType}`;
	});
	return [...groups.values()].flatMap(([first, ...more]) =>
		first === undefined ? [] : [{ ...first, count: more.length + 1 }],
	);
}
