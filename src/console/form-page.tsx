import type { Child } from 'hono/jsx';
import type { Context } from './env.ts';
import { Buttons, Form, type Refused } from './form.tsx';
import { Heading, type PageProps, page } from './page.tsx';

interface FormPageProps extends PageProps {
	above?: string | undefined;
	/** Shown before the form. */
	lead?: Child;
	to: string;
	/** Set when the form was sent to another address than its own. */
	state?: Refused | undefined;
	button: string;
	/** Other ways on, below the form. */
	others?: Child;
}

/** A page that asks for one thing. */
export const formPage = (
	c: Context,
	{ above, lead, to, state, button, others, ...props }: FormPageProps,
	fields: Child,
	status?: number,
) =>
	page(
		c,
		props,
		<div class="narrow">
			<Heading title={props.title} above={above} />
			{lead}
			<Form to={to} state={state} class="panel">
				{fields}
				<Buttons>
					<button type="submit" class="main">
						{button}
					</button>
				</Buttons>
			</Form>
			{others}
		</div>,
		status,
	);
