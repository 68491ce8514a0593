import { MAX_ROWS } from '../../onboarding/rows/rules.ts';
import { FileField } from '../field.tsx';
import { Buttons, Form } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { addressOf } from '../people/search.ts';
import { Step, type StepProps } from './step.tsx';
import { WORDS } from './words.ts';

export function FileStep({ companyId, state }: StepProps) {
	const { say } = useReader();
	const words = useWords(WORDS);
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
