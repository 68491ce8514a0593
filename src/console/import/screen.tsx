import { BYTE_ORDER_MARK, csvOf } from '../../core/csv.ts';
import type { Language } from '../../core/language.ts';
import { answerFile } from '../../http/file.ts';
import { templateFile } from '../../onboarding/file/contract.ts';
import { COLUMN_NAMES, columnOf, REMARKS } from '../../onboarding/file/rules.ts';
import { importEmployees, readImportTemplate } from '../../onboarding/import/actions.ts';
import { previewToWire, reportToWire } from '../../onboarding/import/contract.ts';
import type { ImportReport } from '../../onboarding/rows/rules.ts';
import { asApi, type Context, type Screen } from '../env.ts';
import { Select } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { sayIn } from '../format.ts';
import { page, useReader, useWords } from '../page.tsx';
import { Panel, Table } from '../parts.tsx';
import { addressOf, requireCompany } from '../people/search.ts';
import { previewed, reported, requirePreviewed, submitted } from '../submit.ts';
import { textIn } from '../typed.ts';
import { DoneStep } from './done-step.tsx';
import { FileStep } from './file-step.tsx';
import { fieldOf, type Given, givenIn, guessFor, LEFT_OUT, rowsIn } from './given.ts';
import { reasonIn, titleOf } from './reasons.ts';
import { ReportStep } from './report-step.tsx';
import { Step, type StepProps } from './step.tsx';
import { WORDS } from './words.ts';

const CSV = 'text/csv; charset=utf-8';

/** A file of people: which one, which column is which, what would become of each row, and what was done. The list leads here. */
export const importing: Screen = {
	links: [],
	isFor: () => false,
	serve(app) {
		app.get('/people/import', (c) => showFile(c));
		app.get('/people/import/template', async (c) => {
			const language = c.req.query('language') === 'de' ? 'de' : 'en';
			await readImportTemplate(c.var.call, requireCompany(c));
			return answerFile(asApi(c), `employees-${language}.csv`, CSV, templateFile(language));
		});
		app.post('/people/import', (c) =>
			submitted(
				c,
				async (typed) => {
					const [companyId, given] = [requireCompany(c), await givenIn(typed)];
					return submitted(
						c,
						() => proceed(c, companyId, given),
						(refused, status) => showColumns(c, companyId, given, refused, status),
					);
				},
				(refused, status) => showFile(c, refused, status),
			),
		);
	},
};

const show = (c: Context, content: unknown, status = 200) =>
	page(c, { title: WORDS[c.var.language].title }, content, status);

const showFile = (c: Context, state: Refused = {}, status = 200) =>
	show(c, <FileStep companyId={requireCompany(c)} state={state} />, status);

const showColumns = (c: Context, companyId: string, given: Given, state: Refused, status = 200) =>
	show(c, <ColumnStep companyId={companyId} given={given} state={state} />, status);

async function proceed(c: Context, companyId: string, given: Given): Promise<Response> {
	const wish = textIn(c.var.typed, '_do');
	if (wish === 'check') return showReport(c, companyId, given);
	if (wish === 'refused') return sendRefused(c, companyId, given);
	if (wish !== 'save') return showColumns(c, companyId, given, { typed: c.var.typed });
	return submitted(
		c,
		() => save(c, companyId, given),
		(refused, status) => showReport(c, companyId, given, refused, status),
	);
}

const reportOf = (c: Context, companyId: string, given: Given) => {
	const rows = rowsIn(c.var.typed, given);
	return previewed(c, (call) => importEmployees(call, companyId, rows, true));
};

async function showReport(c: Context, companyId: string, given: Given, state: Refused = {}, status = 200) {
	const report = await reportOf(c, companyId, given);
	return show(c, <ReportStep companyId={companyId} given={given} state={state} report={report} />, status);
}

async function sendRefused(c: Context, companyId: string, given: Given): Promise<Response> {
	const { language } = c.var;
	const report = await reportOf(c, companyId, given);
	const file = refusedLines(given, report, language, reasonIn(sayIn(language)));
	return answerFile(asApi(c), 'refused-rows.csv', CSV, file);
}

/** Imports what the report has said, no more and nothing else. */
async function save(c: Context, companyId: string, given: Given): Promise<Response> {
	const rows = rowsIn(c.var.typed, given);
	const counts = await reported(c, {
		attempt: async (call) => {
			const outcome = await importEmployees(call, companyId, rows, true);
			requirePreviewed(c, previewToWire(outcome.after));
			return outcome;
		},
		to: () => addressOf(companyId),
		toWire: reportToWire,
	});
	const done = counts as ReturnType<typeof reportToWire>;
	return show(c, <DoneStep companyId={companyId} given={given} state={{}} counts={done} />);
}

/** The lines of the refused rows as they were given, with the reason of each: a file to correct and import again. */
function refusedLines(
	{ titles, lines }: Given,
	report: ImportReport,
	language: Language,
	reasonOf: (result: ImportReport[number]) => string,
): string {
	const own = titles.flatMap((title, index) => (columnOf(title) === null ? [] : [index]));
	const refused = report.filter(({ result }) => result === 'REFUSED');
	const rows = refused.map((one) => [
		...own.map((index) => lines[one.row.number - 2]?.[index] ?? ''),
		one.row.number,
		reasonOf(one),
	]);
	const head = [...own.map((index) => titles[index]), REMARKS[language].row, REMARKS[language].reason];
	return BYTE_ORDER_MARK + csvOf([head, ...rows], language === 'de' ? ';' : ',');
}

const EXAMPLES = 3;

function ColumnStep({ companyId, state, given }: StepProps & { given: Given }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const options = [
		...COLUMN_NAMES.map((name) => ({ value: name as string, label: titleOf(name, say) })),
		{ value: LEFT_OUT, label: words.leftOut },
	];
	const examplesOf = (index: number) =>
		given.lines
			.map((cells) => cells[index] ?? '')
			.filter((cell) => cell !== '')
			.slice(0, EXAMPLES);
	return (
		<Step number={1} companyId={companyId}>
			<Panel title={words.columns}>
				<p>{words.columnsHint}</p>
				<Form to={addressOf(companyId, '/import')} state={state} takesFile>
					<input type="hidden" name="text" value={given.text} />
					<Table
						caption={words.columns}
						columns={[words.column, words.examples]}
						rows={given.titles.map((title, index) => [
							<Select
								name={fieldOf(index)}
								label={title || words.untitled(index + 1)}
								options={options}
								value={guessFor(title)}
							/>,
							<ul class="examples">
								{examplesOf(index).map((example) => (
									<li dir="auto">{example}</li>
								))}
							</ul>,
						])}
					/>
					<Buttons>
						<button type="submit" name="_do" value="check" class="main">
							{words.check}
						</button>
						<a class="button" href={addressOf(companyId, '/import')}>
							{words.otherFile}
						</a>
					</Buttons>
				</Form>
			</Panel>
		</Step>
	);
}
