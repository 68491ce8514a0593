import type { PropsWithChildren } from 'hono/jsx';
import type { ApiKey } from '../../auth/keys/actions.ts';
import { DayField, Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { useReader } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { dayIn, textIn } from '../typed.ts';
import { WORDS } from './words.ts';

/** What is typed of every key, beside what it may do. */
export function typedKey(typed: FormData) {
	const day = dayIn(typed, 'dateExpires');
	return { name: textIn(typed, 'name'), dateExpires: day === '' ? null : `${day}T23:59:59.999Z` };
}

interface NewKeyProps {
	to: string;
	/** As whom it acts. */
	hint: string;
	state: Refused;
}

/** The form for a new key; what it may do is chosen among the children. */
export function NewKey({ to, hint, state, children }: PropsWithChildren<NewKeyProps>) {
	const { c } = useReader();
	const words = WORDS[c.var.language];
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

interface MadeKeyProps {
	title: string;
	made: ApiKey;
	/** Where all keys are. */
	to: string;
}

/** The key that was made, this once. */
export function MadeKey({ title, made, to, children }: PropsWithChildren<MadeKeyProps>) {
	const { c } = useReader();
	const words = WORDS[c.var.language];
	return (
		<Panel title={title}>
			<p>{words.shownOnce}</p>
			<p>
				<code class="secret">{made.key}</code>
			</p>
			{children}
			<p>
				<a class="button main" href={to}>
					{words.kept}
				</a>
			</p>
		</Panel>
	);
}
