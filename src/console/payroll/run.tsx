import { bookedIn } from '../../benefits/ledger/rules.ts';
import type { ObstacleCode } from '../../benefits/payroll/obstacles/rules.ts';
import {
	type RunSheet,
	readPayrollLines,
	readRunSheet,
	readRunSums,
} from '../../benefits/payroll/sheets/actions.ts';
import type { NamedLine } from '../../benefits/payroll/sheets/store.ts';
import { toYearMonth } from '../../foundation/core/instant.ts';
import type { Refusal } from '../../foundation/core/refusals.ts';
import { companyNamed } from '../company-choice.tsx';
import { type Context, idIn } from '../env.ts';
import { sayIn } from '../format.ts';
import { afterIn, List, PAGE_AND_ONE } from '../listing.tsx';
import { useReader } from '../page.tsx';
import { Facts, Panel, Time } from '../parts.tsx';
import { reading } from '../visit.ts';
import { beginDownload, Files, Register } from './files.tsx';
import { lineColumns, Sums, withCurrency, withFaults } from './lines.tsx';
import { payrollAddress, payrollPage, useNames } from './place.tsx';
import { Leavers } from './warnings.tsx';
import { WORDS } from './words.ts';

/** A closed month: who closed it, its sums, its files and its lines. */
export async function showRun(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'readPayrollRun');
	const [call, after] = [reading(c), afterIn(c)];
	const { refusal } = c.var.sent ?? {};
	const faults = refusal === undefined ? new Map<string, ObstacleCode[]>() : faultsIn(refusal);
	const runId = idIn(c, 'runId');
	const [sheet, lines, sums] = await Promise.all([
		readRunSheet(call, companyId, runId, after, PAGE_AND_ONE),
		readPayrollLines(call, companyId, [...faults.keys()].slice(0, PAGE_AND_ONE)),
		// The sums read every line of the run, so only the first page shows them.
		after === '' ? readRunSums(call, companyId, runId) : [],
	]);
	const hindered = lines.map((line) => withFaults(withCurrency(line), faults.get(line.id) ?? []));
	const { language } = c.var;
	const title = WORDS[language].run(sayIn(language).monthName(toYearMonth(sheet.run.month)));
	return payrollPage(
		c,
		{ title, companyId, again: beginDownload(c, companyId, runId) },
		<>
			<div class="columns">
				<RunFacts companyId={companyId} sheet={sheet} />
				<Files companyId={companyId} sheet={sheet} hindered={hindered} />
			</div>
			{sums.length > 0 && (
				<Panel title={WORDS[language].sums}>
					<Sums sums={sums} />
				</Panel>
			)}
			<Leavers leavers={sheet.leavers} />
			<Register sheet={sheet} />
			<Lines companyId={companyId} sheet={sheet} />
		</>,
	);
}

function RunFacts({ companyId, sheet: { run, managers } }: { companyId: string; sheet: RunSheet }) {
	const { say, words } = useReader(WORDS);
	const { who } = useNames();
	return (
		<Panel>
			<Facts
				rows={[
					[words.closedBy, who(run.closedBy, managers)],
					[words.closedAt, <Time at={run.dateClosed ?? run.dateCreated} />],
					[words.bookedIn, say.monthName(toYearMonth(bookedIn(run)))],
					[words.lineCount, run.lineCount === null ? words.states.CLOSING : say.number(run.lineCount)],
					[
						words.heldOverOf,
						<>
							{say.number(run.heldOverCount)}{' '}
							{run.heldOverCount > 0 && (
								<a href={payrollAddress(companyId, `/runs/${run.id}/held-over`)}>{words.heldOverLines}</a>
							)}
						</>,
					],
				]}
			/>
			<details>
				<summary>{words.checksum}</summary>
				<code>{run.sha256}</code>
			</details>
		</Panel>
	);
}

const LINE = '#/lines/';

/** Returns what is wrong with each line that a refusal names, by the ids of the lines. */
function faultsIn({ extras: { errors = [] } }: Refusal): Map<string, ObstacleCode[]> {
	const ofLines = errors.filter(({ pointer }) => pointer.startsWith(LINE));
	const byLine = Map.groupBy(ofLines, ({ pointer }) => pointer.slice(LINE.length));
	return new Map([...byLine].map(([id, same]) => [id, same.map(({ code }) => code as ObstacleCode)]));
}

/** A page of the lines of a run, each with a link to its correction. */
function Lines({ companyId, sheet }: { companyId: string; sheet: RunSheet }) {
	const { c, may, words } = useReader(WORDS);
	const lines = sheet.lines.map(withCurrency);
	const { person, module, amount } = lineColumns<(typeof lines)[number]>(
		c.var.language,
		({ reason }) => reason !== null && <small class="below">{words.corrects(reason)}</small>,
	);
	const correction = {
		title: words.correction,
		of: ({ id }: NamedLine) => <a href={payrollAddress(companyId, `/lines/${id}`)}>{words.correct}</a>,
	};
	return (
		<Panel title={words.lineCount}>
			<List
				caption={words.lineCount}
				columns={[
					person,
					module,
					{ title: words.costCenter, of: ({ costCenter }) => costCenter ?? '' },
					amount,
					...(may('correctTransaction') ? [correction] : []),
				]}
				rows={lines}
				cursorOf={({ position }) => position}
				none={words.noLines}
			/>
		</Panel>
	);
}
