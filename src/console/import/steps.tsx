import type { Child, PropsWithChildren } from 'hono/jsx';
import { COLUMN_NAMES } from '../../benefits/onboarding/file/rules.ts';
import { previewToWire, type reportToWire } from '../../benefits/onboarding/import/contract.ts';
import { type ImportReport, ROW_RESULTS, type RowResult } from '../../benefits/onboarding/rows/rules.ts';
import { LANGUAGES, type Language } from '../../foundation/core/language.ts';
import type { Context } from '../env.ts';
import { FileField, Select } from '../field.tsx';
import { Buttons, Form, OnlyButton, sentTo } from '../form.tsx';
import { sayIn } from '../format.ts';
import { List } from '../listing.tsx';
import { fullName } from '../names.ts';
import { titledPage, useReader, useWords } from '../page.tsx';
import { Badge, ButtonLink, Facts, MainLink, Note, Panel, Table } from '../parts.tsx';
import { PEOPLE, peopleAddress, requireCompany } from '../people/search.ts';
import { tagOf } from '../submit.ts';
import { textIn } from '../typed.ts';
import { COMMON } from '../words.ts';
import { fieldOf, type Given, guessFor, LEFT_OUT, reasonIn, titleOf } from './rows.ts';
import { WORDS } from './words.ts';

const addressIn = (c: Context, path = '', more: Record<string, string> = {}): string =>
	peopleAddress(requireCompany(c), `/import${path}`, more);

/** A page of the import, with its steps at the top. */
function stepPage(c: Context, number: number, content: Child) {
	const words = WORDS[c.var.language];
	const people = <a href={peopleAddress(requireCompany(c))}>{words.people}</a>;
	return titledPage(
		c,
		{ title: words.title, above: people, scripts: ['working.js'] },
		<>
			<ol class="steps">
				{words.steps.map((step, index) => (
					<li aria-current={index === number ? 'step' : undefined}>{step}</li>
				))}
			</ol>
			{content}
		</>,
	);
}

/** The first step: the file. */
export function showFile(c: Context) {
	const words = WORDS[c.var.language];
	const template = (language: Language) => addressIn(c, '/template', { language });
	return stepPage(
		c,
		0,
		<>
			<Panel>
				<p>{words.whatFor}</p>
				<Form to={addressIn(c)} takesFile>
					<FileField
						name="employees"
						label={words.file}
						hint={words.fileHint}
						accept=".csv,.txt,text/csv,text/plain"
						faults={words.fileFaults}
					/>
					<OnlyButton look="main">{words.goOn}</OnlyButton>
				</Form>
			</Panel>
			<p class="hint">
				{words.templates}
				{LANGUAGES.map((language) => (
					<>
						{' '}
						<a href={template(language)}>{words.languages[language]}</a>
					</>
				))}
			</p>
		</>,
	);
}

const EXAMPLES = 3;

/** The second step: the field for each column of the file. */
export function showColumns(c: Context, given: Given) {
	const words = WORDS[c.var.language];
	const say = sayIn(c.var.language);
	const options = [
		...COLUMN_NAMES.map((name) => ({ value: name as string, label: titleOf(name, say) })),
		{ value: LEFT_OUT, label: words.leftOut },
	];
	const examplesOf = (index: number) =>
		given.lines
			.map((cells) => cells[index] ?? '')
			.filter((cell) => cell !== '')
			.slice(0, EXAMPLES);
	const to = addressIn(c);
	const rows = words.count(given.lines.length);
	return stepPage(
		c,
		1,
		<Panel title={words.columns}>
			<p>{words.columnsHint}</p>
			<Form to={to} state={{ typed: c.var.typed, ...sentTo(c, to) }} takesFile>
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
					<Do what="check" look="main" label={words.check} working={words.checking(rows)} />
					<ButtonLink to={to}>{words.otherFile}</ButtonLink>
				</Buttons>
				<p class="working" role="status" />
			</Form>
		</Panel>,
	);
}

/** From this many rows on, saving takes long enough to say why. */
const MANY = 500;

/** The third step: the result for each row, and the buttons that start the import. */
export function showReport(c: Context, given: Given, report: ImportReport) {
	const words = WORDS[c.var.language];
	const say = sayIn(c.var.language);
	const wire = previewToWire(report);
	const count = wire.created + wire.updated;
	const save = wire.refused > 0 ? words.saveOthers : words.save;
	const saving = words.saving(words.count(count));
	return stepPage(
		c,
		2,
		<>
			<Panel title={COMMON[c.var.language].preview}>
				<Counts counts={wire} />
				{count === 0 && <p>{words.nothingToDo}</p>}
				{count >= MANY && <p>{words.together}</p>}
				<Carrying given={given} etag={tagOf(wire)} isRefused={wire.refused > 0}>
					{count > 0 && <Do what="save" look="main" label={save(say.number(count))} working={saving} />}
					{wire.refused > 0 && <Do what="refused" label={words.refusedFile} />}
					<Do what="columns" label={words.otherColumns} />
				</Carrying>
			</Panel>
			<Rows report={report} />
		</>,
	);
}

/** The report of a finished import. A repetition of the form shows the same. */
export function showDone(c: Context, given: Given, counts: Wire) {
	const words = WORDS[c.var.language];
	const companyId = requireCompany(c);
	return stepPage(
		c,
		3,
		<>
			<Panel title={words.done}>
				<Counts counts={counts} />
			</Panel>
			{counts.created > 0 && (
				<Note>
					{words.invite} <a href={peopleAddress(companyId, '', { status: 'CREATED' })}>{words.notInvited}</a>
				</Note>
			)}
			<Carrying given={given} isRefused={counts.refused > 0}>
				<MainLink to={peopleAddress(companyId)}>{words.toPeople}</MainLink>
				{counts.refused > 0 && <Do what="refused" label={words.refusedFile} />}
			</Carrying>
		</>,
	);
}

interface DoProps {
	what: string;
	label: string;
	look?: 'main';
	/** The sentence that a script shows until the answer comes. */
	working?: string;
}

/** A button that asks for one of the next steps. */
const Do = ({ what, label, look, working }: DoProps) => (
	<button type="submit" name="_do" value={what} class={look} data-working={working}>
		{label}
	</button>
);

interface CarryingProps {
	given: Given;
	etag?: string;
	isRefused: boolean;
}

/** A form that carries the file and the selected columns to the next step. */
function Carrying({ given, etag, isRefused, children }: PropsWithChildren<CarryingProps>) {
	const { c } = useReader();
	return (
		<Form to={addressIn(c)} etag={etag} takesFile>
			<input type="hidden" name="text" value={given.text} />
			{given.titles.map((_, index) => (
				<input type="hidden" name={fieldOf(index)} value={textIn(c.var.typed, fieldOf(index))} />
			))}
			{isRefused && <p class="hint">{useWords(WORDS).refusedHint}</p>}
			<Buttons>{children}</Buttons>
			<p class="working" role="status" />
		</Form>
	);
}

type Result = RowResult['result'];
type Wire = ReturnType<typeof reportToWire>;

const MOODS = { CREATED: 'good', UPDATED: 'waiting', UNCHANGED: 'calm', REFUSED: 'bad' } as const;

const ResultBadge = ({ result }: { result: Result }) => (
	<Badge mood={MOODS[result]}>{useWords(WORDS).results[result]}</Badge>
);

function Counts({ counts }: { counts: Wire }) {
	const words = useWords(WORDS);
	const rows = ROW_RESULTS.map((result) => {
		const count = counts[result.toLowerCase() as Lowercase<Result>];
		return [count, [words.count(count), <ResultBadge result={result} />]] as const;
	});
	return <Facts rows={rows.filter(([count]) => count > 0).map(([, row]) => row)} />;
}

/** The most rows that the page shows. A file has all refused ones. */
const SHOWN = 200;

function Rows({ report }: { report: ImportReport }) {
	const { say, words } = useReader(WORDS);
	const place = ({ result }: RowResult) => (result === 'REFUSED' ? 0 : 1);
	const shown = report.toSorted((a, b) => place(a) - place(b)).slice(0, SHOWN);
	return (
		<Panel title={words.rows}>
			{report.length > SHOWN && (
				<p class="hint">{words.shown(say.number(SHOWN), say.number(report.length))}</p>
			)}
			<List
				caption={words.rows}
				rows={shown}
				columns={[
					{ title: words.row, of: ({ row }) => row.number, isNumeric: true },
					{ title: words.who, of: (one) => <Who one={one} /> },
					{ title: words.result, of: ({ result }) => <ResultBadge result={result} /> },
				]}
				readsDown
			/>
		</Panel>
	);
}

function Who({ one }: { one: RowResult }) {
	const { say } = useReader();
	const { row, employeeId, changed } = one;
	const name = fullName(row.cells) || row.cells.email || row.cells.personnelNumber || '–';
	const fields = changed.map((column) => titleOf(column, say)).join(', ');
	return (
		<>
			<bdi>{employeeId === null ? name : <a href={`${PEOPLE}/${employeeId}`}>{name}</a>}</bdi>
			<small class="below">{one.result === 'REFUSED' ? reasonIn(say)(one) : fields}</small>
		</>
	);
}
