import type { Company } from '../../companies/store.ts';
import { toYearMonth } from '../../core/instant.ts';
import { cutOff } from '../../core/months.ts';
import type { FaultyLine, OpenRun } from '../../payroll/open-run/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Empty, Panel, PersonName } from '../parts.tsx';
import { AT_PERSON, OBSTACLE_WORDS, OfficeObstacle } from '../payroll/obstacles.tsx';
import { addressOf, useNames } from '../payroll/place.tsx';
import { verifyingAddress } from './waiting.tsx';
import { WORDS } from './words.ts';

const MAX_SHOWN = 8;

/** The month that closes next, and what keeps something of it from the payroll office. */
export function Month({ company, run }: { company: Company; run: OpenRun }) {
	const { c, say, visitor } = useReader();
	const words = useWords(WORDS);
	const { id: companyId, submissionDay } = company;
	const { says } = useWords(OBSTACLE_WORDS);
	const namedIn = useNamed();
	const month = say.monthName(toYearMonth(run.month));
	const faults = faultsIn(run.faulty);
	const verifying = verifyingAddress(visitor, companyId);
	const undecided = words.undecided(run.toVerify, month);
	const handIn = submissionDay === null ? null : cutOff(run.month, submissionDay);
	const isFree = run.toVerify === 0 && run.officeObstacle === null && faults.length === 0;
	return (
		<Panel title={words.closes(month, say.day(run.closes))}>
			{handIn !== null && (
				<p class="hint">{(c.var.now > handIn ? words.handedIn : words.handIn)(month, say.day(handIn))}</p>
			)}
			{isFree && <Empty>{words.free(run.lineCount)}</Empty>}
			<ul class="rows">
				{run.toVerify > 0 && <li>{verifying === null ? undecided : <a href={verifying}>{undecided}</a>}</li>}
				{run.officeObstacle !== null && (
					<li>
						<OfficeObstacle code={run.officeObstacle} />
					</li>
				)}
				{faults.slice(0, MAX_SHOWN).map(({ code, line, count }) => (
					<li>
						<span>
							{AT_PERSON.includes(code) && <PersonName person={line} />}
							<small class="below">{says[code](namedIn(line))}</small>
						</span>
						<Badge mood="bad">{words.lines(count)}</Badge>
					</li>
				))}
				{faults.length > MAX_SHOWN && <li>{words.more(faults.length - MAX_SHOWN)}</li>}
			</ul>
			<p>
				<a href={addressOf(companyId)}>{words.lookAtMonth}</a>
			</p>
		</Panel>
	);
}

/** Returns the values that the sentence about an obstacle names. */
function useNamed() {
	const { wageTypeName } = useNames();
	return (line: FaultyLine) => ({
		wageType: line.wageType ? wageTypeName(line.wageType) : '',
		personnelNumber: line.personnelNumber ?? '',
		otherNumber: line.otherNumber ?? null,
		currency: line.currency ?? '',
	});
}

/** Each obstacle once, with a line that has it and how many have it: of one person, one wage type or one currency. */
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
