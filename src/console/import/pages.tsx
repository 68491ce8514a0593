import type { PropsWithChildren } from 'hono/jsx';
import { COLUMN_NAMES } from '../../employees/import/columns.ts';
import { MAX_ROWS } from '../../employees/import/rules.ts';
import { Select } from '../choice.tsx';
import { FileField } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { Heading, useReader } from '../page.tsx';
import { Panel, Table } from '../parts.tsx';
import { addressOf } from '../people/search.ts';
import { fieldOf, type Given, guessFor, LEFT_OUT } from './given.ts';
import { titleOf } from './reasons.ts';
import { WORDS } from './words.ts';

const EXAMPLES = 3;

/** The frame of each step, which says how far one has come. */
export function Step({
	number,
	companyId,
	children,
}: PropsWithChildren<{ number: number; companyId: string }>) {
	const { c } = useReader();
	const words = WORDS[c.var.language];
	return (
		<>
			<Heading title={words.title} above={<a href={addressOf(companyId)}>{words.people}</a>} />
			<ol class="steps">
				{words.steps.map((step, index) => (
					<li aria-current={index === number ? 'step' : undefined}>{step}</li>
				))}
			</ol>
			{children}
		</>
	);
}

interface StepProps {
	companyId: string;
	state: Refused;
}

export function FileStep({ companyId, state }: StepProps) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	const template = (language: string) => addressOf(companyId, '/import/template', { language });
	return (
		<Step number={0} companyId={companyId}>
			<Panel>
				<p>{words.whatFor}</p>
				<Form to={addressOf(companyId, '/import')} state={state} takesFile>
					<FileField
						name="employees"
						label={words.file}
						hint={words.fileHint(say.number(MAX_ROWS))}
						accept=".csv,.txt,text/csv,text/plain"
						faults={words.fileFaults}
					/>
					<Buttons>
						<button type="submit" class="main">
							{words.next}
						</button>
					</Buttons>
				</Form>
			</Panel>
			<p class="hint">
				{words.templates} <a href={template('en')}>{words.english}</a>,{' '}
				<a href={template('de')}>{words.german}</a>
			</p>
		</Step>
	);
}

export function ColumnStep({ companyId, state, given }: StepProps & { given: Given }) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
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
