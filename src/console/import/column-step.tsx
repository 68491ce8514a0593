import { COLUMN_NAMES } from '../../onboarding/import/columns.ts';
import { Select } from '../choice.tsx';
import { Buttons, Form } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Panel, Table } from '../parts.tsx';
import { addressOf } from '../people/search.ts';
import { fieldOf, type Given, guessFor, LEFT_OUT } from './given.ts';
import { titleOf } from './reasons.ts';
import { Step, type StepProps } from './step.tsx';
import { WORDS } from './words.ts';

const EXAMPLES = 3;

export function ColumnStep({ companyId, state, given }: StepProps & { given: Given }) {
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
