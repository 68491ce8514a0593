import { toYearMonth } from '../../core/instant.ts';
import type { Refusal } from '../../core/refusals.ts';
import { wageTypeKeyOf } from '../../ledger/rules.ts';
import type { ObstacleCode } from '../../payroll/obstacles/rules.ts';
import { type RunSheet, readPayrollLines, readRunSheet, readRunSums } from '../../payroll/sheets/actions.ts';
import type { NamedLine } from '../../payroll/sheets/store.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import type { Refused } from '../form.tsx';
import { sayIn } from '../format.ts';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Empty, Facts, Money, Note, Paging, Panel, pageOf, Table, Time } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { reading } from '../visit.ts';
import { Above } from './above.tsx';
import { Files, Register } from './files.tsx';
import type { HinderedLine } from './obstacles.tsx';
import { addressOf, idIn } from './place.ts';
import { useMayClose, useNames } from './reader.ts';
import { Sums } from './sums.tsx';
import { WORDS } from './words.ts';

const PAGE = 50;

/** A closed month: who closed it, its sums, its files and its lines. */
export async function showRun(
	c: Context,
	state: Required<Refused> | null = null,
	status = 200,
): Promise<Response> {
	const companyId = companyNamed(c, 'readPayrollRun');
	const [call, after] = [reading(c), c.req.query('after') ?? ''];
	const named = state === null ? [] : linesNamedBy(state.refusal).slice(0, PAGE);
	const runId = idIn(c, 'runId');
	const [sheet, lines, sums] = await Promise.all([
		readRunSheet(call, companyId, runId, after, PAGE + 1),
		readPayrollLines(call, companyId, named),
		// They read every line of the run, so that only its first page has them.
		after === '' ? readRunSums(call, companyId, runId) : [],
	]);
	const hindered = state === null ? [] : hinderedBy(state.refusal, lines);
	const { language } = c.var;
	const title = WORDS[language].run(sayIn(language).monthName(toYearMonth(sheet.run.month)));
	return page(
		c,
		{ title },
		<>
			<Heading title={title} above={<Above companyId={companyId} />} />
			{c.req.query('closed') !== undefined && <Note mood="good">{WORDS[language].closed}</Note>}
			<div class="columns">
				<RunFacts companyId={companyId} sheet={sheet} />
				<Files companyId={companyId} sheet={sheet} state={state} hindered={hindered} />
			</div>
			{sums.length > 0 && (
				<Panel title={WORDS[language].sums}>
					<Sums sums={sums} />
				</Panel>
			)}
			<Register sheet={sheet} />
			<Lines companyId={companyId} sheet={sheet} />
		</>,
		status,
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

/** The ids of the lines that a refusal names, the first of them. */
const linesNamedBy = ({ extras: { errors = [] } }: Refusal): string[] => [
	...new Set(errors.flatMap(({ pointer }) => (pointer.startsWith(LINE) ? [pointer.slice(LINE.length)] : []))),
];

/** The same lines with what is wrong with each. */
const hinderedBy = ({ extras: { errors = [] } }: Refusal, lines: readonly NamedLine[]): HinderedLine[] =>
	lines.map((line) => ({
		...line,
		currency: line.amountCurrency,
		wageType: wageTypeKeyOf(line),
		otherNumber: null,
		faults: errors
			.filter(({ pointer }) => pointer === `${LINE}${line.id}`)
			.map(({ code }) => code as ObstacleCode),
	}));

/** A page of what a run has paid to whom, each line with the way to its correction. */
function Lines({ companyId, sheet }: { companyId: string; sheet: RunSheet }) {
	const words = useWords(WORDS);
	const { lineName } = useNames();
	const mayCorrect = useMayClose();
	const { shown, next } = pageOf(sheet.lines, ({ id }) => id);
	return (
		<Panel title={words.lines}>
			{shown.length === 0 ? (
				<Empty>{words.noLines}</Empty>
			) : (
				<Table
					caption={words.lines}
					columns={[
						...[words.person, words.module, words.costCenter, words.amount],
						...(mayCorrect ? [words.correction] : []),
					]}
					numeric={[3]}
					rows={shown.map((line) => [
						<PersonName person={line} isNumbered />,
						<>
							{lineName(line)}
							{line.reason !== null && <small class="below">{words.corrects(line.reason)}</small>}
						</>,
						line.costCenter,
						<Money value={line.amountValue} currency={line.amountCurrency} />,
						...(mayCorrect ? [<a href={addressOf(companyId, `/lines/${line.id}`)}>{words.correct}</a>] : []),
					])}
				/>
			)}
			<Paging next={next} />
		</Panel>
	);
}
