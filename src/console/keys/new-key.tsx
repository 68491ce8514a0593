import type { PropsWithChildren } from 'hono/jsx';
import { DayField, Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { useWords } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { WORDS } from './words.ts';

interface NewKeyProps {
	to: string;
	/** As whom it acts. */
	hint: string;
	state: Refused;
}

/** The form for a new key; what it may do is chosen among the children. */
export function NewKey({ to, hint, state, children }: PropsWithChildren<NewKeyProps>) {
	const words = useWords(WORDS);
	return (
		<Panel title={words.makeKey}>
			<Form to={to} state={state}>
				<p class="hint">{hint}</p>
				<Field name="name" label={words.name} hint={words.nameHint} autocomplete="off" />
				{children}
				<DayField name="dateExpires" label={words.expires} hint={words.expiresHint} isOptional />
				<Buttons>
					<button type="submit" class="main">
						{words.make}
					</button>
				</Buttons>
			</Form>
		</Panel>
	);
}
