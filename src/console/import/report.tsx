import type { PropsWithChildren } from 'hono/jsx';
import { previewToWire, type reportToWire } from '../../employees/import/contract.ts';
import { type ImportReport, ROW_RESULTS, type RowResult } from '../../employees/import/rules.ts';
import { Buttons, Form, type Refused } from '../form.tsx';
import { useReader } from '../page.tsx';
import { Badge, Note, Panel, Table } from '../parts.tsx';
import { addressOf, PEOPLE } from '../people/search.ts';
import { tagOf } from '../submit.ts';
import { textIn } from '../typed.ts';
import { fieldOf, type Given } from './given.ts';
import { Step } from './pages.tsx';
import { reasonIn, titleOf } from './reasons.ts';
import { WORDS } from './words.ts';

/** More rows are in the file of the refused ones, and in the file itself. */
const SHOWN = 200;

const MOODS = { CREATED: 'good', UPDATED: 'waiting', UNCHANGED: 'calm', REFUSED: 'bad' } as const;

interface ReportProps {
	companyId: string;
	given: Given;
	state: Refused;
	report: ImportReport;
}

/** What would become of each row, and the buttons that do it. */
export function ReportStep({ companyId, given, state, report }: ReportProps) {
	const { c, say, words: common } = useReader();
	const words = WORDS[c.var.language];
	const wire = previewToWire(report);
	const count = wire.created + wire.updated;
	return (
		<Step number={2} companyId={companyId}>
			<Panel title={common.preview}>
				<Counts counts={wire} />
				{count === 0 && <p>{words.nothingToDo}</p>}
				<Carrying {...{ companyId, given, state }} etag={tagOf(wire)}>
					{wire.refused > 0 && <p class="hint">{words.refusedHint}</p>}
					<Buttons>
						{count > 0 && (
							<button type="submit" name="_do" value="save" class="main">
								{(wire.refused > 0 ? words.saveOthers : words.save)(say.number(count))}
							</button>
						)}
						{wire.refused > 0 && <RefusedButton />}
						<button type="submit" name="_do" value="columns">
							{words.otherColumns}
						</button>
					</Buttons>
				</Carrying>
			</Panel>
			<Rows report={report} />
		</Step>
	);
}

/** A form in which the file and the chosen columns go along. */
function Carrying({
	companyId,
	given,
	state,
	etag,
	children,
}: PropsWithChildren<Omit<ReportProps, 'report'> & { etag?: string }>) {
	const { c } = useReader();
	return (
		<Form to={addressOf(companyId, '/import')} state={state} etag={etag} takesFile>
			<input type="hidden" name="text" value={given.text} />
			{given.titles.map((_, index) => (
				<input type="hidden" name={fieldOf(index)} value={textIn(c.var.typed, fieldOf(index))} />
			))}
			{children}
		</Form>
	);
}

function RefusedButton() {
	const { c } = useReader();
	return (
		<button type="submit" name="_do" value="refused">
			{WORDS[c.var.language].refusedFile}
		</button>
	);
}

type Wire = ReturnType<typeof reportToWire>;
const COUNTS = {
	CREATED: 'created',
	UPDATED: 'updated',
	UNCHANGED: 'unchanged',
	REFUSED: 'refused',
} as const;

function Counts({ counts }: { counts: Wire }) {
	const { c } = useReader();
	const words = WORDS[c.var.language];
	return (
		<ul class="rows">
			{ROW_RESULTS.filter((result) => counts[COUNTS[result]] > 0).map((result) => (
				<li>
					<strong>{words.count(counts[COUNTS[result]])}</strong>
					<Badge mood={MOODS[result]}>{words.results[result]}</Badge>
				</li>
			))}
		</ul>
	);
}

function Rows({ report }: { report: ImportReport }) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	const place = ({ result }: RowResult) => (result === 'REFUSED' ? 0 : 1);
	const shown = report.toSorted((a, b) => place(a) - place(b)).slice(0, SHOWN);
	const reasonOf = reasonIn(say);
	return (
		<Panel title={words.rows}>
			{report.length > SHOWN && (
				<p class="hint">{words.shown(say.number(SHOWN), say.number(report.length))}</p>
			)}
			<Table
				caption={words.rows}
				columns={[words.row, words.who, words.result]}
				numeric={[0]}
				rows={shown.map((one) => [
					say.number(one.row.number),
					<>
						<Who one={one} />
						<small class="below">
							{one.result === 'REFUSED'
								? reasonOf(one)
								: one.changed.map((column) => titleOf(column, say)).join(', ')}
						</small>
					</>,
					<Badge mood={MOODS[one.result]}>{words.results[one.result]}</Badge>,
				])}
			/>
		</Panel>
	);
}

function Who({ one: { row, employeeId } }: { one: RowResult }) {
	const { firstName, lastName, email, personnelNumber } = row.cells;
	const name = [firstName, lastName].filter(Boolean).join(' ') || email || personnelNumber || '–';
	return <bdi>{employeeId === null ? name : <a href={`${PEOPLE}/${employeeId}`}>{name}</a>}</bdi>;
}

/** What was done. A repetition of the form shows the same. */
export function DoneStep({
	companyId,
	given,
	state,
	counts,
}: Omit<ReportProps, 'report'> & { counts: Wire }) {
	const { c } = useReader();
	const words = WORDS[c.var.language];
	return (
		<Step number={3} companyId={companyId}>
			<Panel title={words.done}>
				<Counts counts={counts} />
			</Panel>
			{counts.created > 0 && (
				<Note>
					{words.invite} <a href={addressOf(companyId, '', { state: 'CREATED' })}>{words.notInvited}</a>
				</Note>
			)}
			<Carrying {...{ companyId, given, state }}>
				{counts.refused > 0 && <p class="hint">{words.refusedHint}</p>}
				<Buttons>
					<a class="button main" href={addressOf(companyId)}>
						{words.toPeople}
					</a>
					{counts.refused > 0 && <RefusedButton />}
				</Buttons>
			</Carrying>
		</Step>
	);
}
