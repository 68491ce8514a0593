import { Buttons } from '../form.tsx';
import { useWords } from '../page.tsx';
import { Note, Panel } from '../parts.tsx';
import { addressOf } from '../people/search.ts';
import { Carrying, RefusedButton } from './carrying.tsx';
import { Counts, type Wire } from './counts.tsx';
import type { Given } from './given.ts';
import { Step, type StepProps } from './step.tsx';
import { WORDS } from './words.ts';

/** The report of a finished import. A repetition of the form shows the same. */
export function DoneStep({ companyId, given, state, counts }: StepProps & { given: Given; counts: Wire }) {
	const words = useWords(WORDS);
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
			<Carrying companyId={companyId} given={given} state={state}>
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
