import { toYearMonth } from '../../core/instant.ts';
import type { Refusal } from '../../core/refusals.ts';
import { wageTypeKeyOf } from '../../ledger/rules.ts';
import type { ObstacleCode } from '../../payroll/obstacles/rules.ts';
import type { FaultyLine } from '../../payroll/open-run/rules.ts';
import { type RunSheet, readPayrollLines, readRunSheet, readRunSums } from '../../payroll/sheets/actions.ts';
import type { NamedLine } from '../../payroll/sheets/store.ts';
import { companyNamed } from '../company-choice.tsx';
import { type Context, idIn } from '../env.ts';
import { sayIn } from '../format.ts';
import { afterIn, List, PAGE_AND_ONE } from '../listing.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { Facts, Note, Panel, PersonName, Time } from '../parts.tsx';
import { reading } from '../visit.ts';
import { Files, Register } from './files.tsx';
import { Sums } from './months.tsx';
import { Above, addressOf, useNames } from './place.tsx';
import { WORDS } from './words.ts';

/** A closed month: who closed it, its sums, its files and its lines. */
export async function showRun(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'readPayrollRun');
	const [call, after] = [reading(c), afterIn(c)];
	const { refusal } = c.var.sent ?? {};
	const named = refusal === undefined ? [] : linesNamedBy(refusal).slice(0, PAGE_AND_ONE);
	const runId = idIn(c, 'runId');
	const [sheet, lines, sums] = await Promise.all([
		readRunSheet(call, companyId, runId, after, PAGE_AND_ONE),
		readPayrollLines(call, companyId, named),
		// The sums read every line of the run, so only the first page shows them.
		after === '' ? readRunSums(call, companyId, runId) : [],
	]);
	const hindered = refusal === undefined ? [] : hinderedBy(refusal, lines);
	const { language } = c.var;
	const title = WORDS[language].run(sayIn(language).monthName(toYearMonth(sheet.run.month)));
	return titledPage(
		c,
		{ title, above: <Above companyId={companyId} /> },
		<>
			{c.req.query('closed') !== undefined && <Note mood="good">{WORDS[language].closed}</Note>}
			<div class="columns">
				<RunFacts companyId={companyId} sheet={sheet} />
				<Files companyId={companyId} sheet={sheet} hindered={hindered} />
			</div>
			{sums.length > 0 && (
				<Panel title={WORDS[language].sums}>
					<Sums sums={sums} />
				</Panel>
			)}
			<Register sheet={sheet} />
			<Lines companyId={companyId} sheet={sheet} />
		</>,
	);
}

function RunFacts({ companyId, sheet: { run, managers } }: { companyId: string; sheet: RunSheet }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { who } = useNames();
	return (
		<Panel>
			<Facts
				rows={[
					[words.closedBy, who(run.closedBy, managers)],
					[words.closedAt, <Time at={run.dateClosed ?? run.dateCreated} />],
					[words.lineCount, run.lineCount === null ? words.states.CLOSING : say.number(run.lineCount)],
					[
						words.heldOverOf,
						<>
							{say.number(run.heldOverCount)}{' '}
							{run.heldOverCount > 0 && (
								<a href={addressOf(companyId, `/runs/${run.id}/held-over`)}>{words.heldOverLines}</a>
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

/** Returns the ids of the lines that a refusal names. */
const linesNamedBy = ({ extras: { errors = [] } }: Refusal): string[] => [
	...new Set(errors.flatMap(({ pointer }) => (pointer.startsWith(LINE) ? [pointer.slice(LINE.length)] : []))),
];

/** Returns these lines with what is wrong with each. */
const hinderedBy = ({ extras: { errors = [] } }: Refusal, lines: readonly NamedLine[]): FaultyLine[] =>
	lines.map((line) => ({
		...line,
		currency: line.amountCurrency,
		wageType: wageTypeKeyOf(line),
		otherNumber: null,
		faults: errors
			.filter(({ pointer }) => pointer === `${LINE}${line.id}`)
			.map(({ code }) => code as ObstacleCode),
	}));

/** A page of the lines of a run, each with a link to its correction. */
function Lines({ companyId, sheet }: { companyId: string; sheet: RunSheet }) {
	const words = useWords(WORDS);
	const { lineName } = useNames();
	const { may } = useReader();
	return (
		<Panel title={words.lines}>
			<List
				caption={words.lines}
				columns={[
					{ title: words.person, of: (line) => <PersonName person={line} isNumbered /> },
					{
						title: words.module,
						of: (line) => (
							<>
								{lineName(line)}
								{line.reason !== null && <small class="below">{words.corrects(line.reason)}</small>}
							</>
						),
					},
					{ title: words.costCenter, of: ({ costCenter }) => costCenter ?? '' },
					{
						title: words.amount,
						of: ({ amountValue, amountCurrency }) => ({ amount: amountValue, currency: amountCurrency }),
						isNumeric: true,
					},
					...(may('correctTransaction')
						? [
								{
									title: words.correction,
									of: ({ id }: NamedLine) => (
										<a href={addressOf(companyId, `/lines/${id}`)}>{words.correct}</a>
									),
								},
							]
						: []),
				]}
				rows={sheet.lines}
				cursorOf={({ id }) => id}
				none={words.noLines}
			/>
		</Panel>
	);
}
