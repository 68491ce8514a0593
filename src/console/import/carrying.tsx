import type { PropsWithChildren } from 'hono/jsx';
import { Form } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { addressOf } from '../people/search.ts';
import { textIn } from '../typed.ts';
import { fieldOf, type Given } from './given.ts';
import type { StepProps } from './step.tsx';
import { WORDS } from './words.ts';

/** A form in which the file and the chosen columns go along. */
export function Carrying({
	companyId,
	given,
	state,
	etag,
	children,
}: PropsWithChildren<StepProps & { given: Given; etag?: string }>) {
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

export function RefusedButton() {
	return (
		<button type="submit" name="_do" value="refused">
			{useWords(WORDS).refusedFile}
		</button>
	);
}
