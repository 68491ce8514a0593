import type { PropsWithChildren } from 'hono/jsx';
import type { Refused } from '../form.tsx';
import { Heading, useWords } from '../page.tsx';
import { addressOf } from '../people/search.ts';
import { WORDS } from './words.ts';

export interface StepProps {
	companyId: string;
	state: Refused;
}

/** The frame of each step, which says how far one has come. */
export function Step({
	number,
	companyId,
	children,
}: PropsWithChildren<{ number: number; companyId: string }>) {
	const words = useWords(WORDS);
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
