import type { Setup, SetupStep } from '../../administration/overview/companies/rules.ts';
import type { FaultyLine, OpenRun } from '../../benefits/payroll/open-run/rules.ts';
import { toYearMonth } from '../../foundation/core/instant.ts';
import { changeableUntil } from '../../foundation/core/months.ts';
import type { Company } from '../../tenants/companies/store.ts';
import { addressFor } from '../env.ts';
import { useReader } from '../page.tsx';
import { Badge, Money, Panel } from '../parts.tsx';
import { AT_PERSON, MealValueNotes, OfficeObstacle, useObstacleSentence } from '../payroll/obstacles.tsx';
import { payrollAddress } from '../payroll/place.tsx';
import { peopleAddress } from '../people/search.ts';
import { PersonName } from '../person-name.tsx';
import { VERIFY } from '../verify/place.ts';
import { Lines } from './lines.tsx';
import { useVerifying } from './waiting.tsx';
import { WORDS } from './words.ts';

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
