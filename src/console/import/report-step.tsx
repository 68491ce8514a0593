import { previewToWire } from '../../onboarding/import/contract.ts';
import type { ImportReport, RowResult } from '../../onboarding/rows/rules.ts';
import { Buttons } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Panel, Table } from '../parts.tsx';
import { PEOPLE } from '../people/search.ts';
import { tagOf } from '../submit.ts';
import { Carrying, RefusedButton } from './carrying.tsx';
import { Counts, MOODS } from './counts.tsx';
import type { Given } from './given.ts';
import { reasonIn, titleOf } from './reasons.ts';
import { Step, type StepProps } from './step.tsx';
import { WORDS } from './words.ts';

/** More rows are in the file of the refused ones, and in the file itself. */
const SHOWN = 200;

interface ReportProps extends StepProps {
	given: Given;
	report: ImportReport;
}

/** The result for each row, and the buttons that start the import. */
export function ReportStep({ companyId, given, state, report }: ReportProps) {
	const { say, words: common } = useReader();
	const words = useWords(WORDS);
	const wire = previewToWire(report);
	const count = wire.created + wire.updated;
	return (
		<Step number={2} companyId={companyId}>
			<Panel title={common.preview}>
				<Counts counts={wire} />
				{count === 0 && <p>{words.nothingToDo}</p>}
				<Carrying companyId={companyId} given={given} state={state} etag={tagOf(wire)}>
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

function Rows({ report }: { report: ImportReport }) {
	const { say } = useReader();
	const words = useWords(WORDS);
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
				readsDown
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
