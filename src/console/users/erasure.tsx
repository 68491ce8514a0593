import { REFUSALS, Refusal } from '../../core/refusals.ts';
import { Buttons, Form, Submit } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { ButtonLink, Note, Panel } from '../parts.tsx';
import { sentenceOf } from '../refusals.ts';
import { ERASURE_WORDS } from './words.ts';

/** Returns why an erasure is not possible now, or undefined when it is. */
export async function reasonAgainst(attempt: Promise<unknown>): Promise<Refusal | undefined> {
	try {
		await attempt;
		return undefined;
	} catch (error) {
		if (error instanceof Refusal && REFUSALS[(error as Refusal).code].status === 409) return error;
		throw error;
	}
}

interface ErasureProps {
	to: string;
	/** The page that the link Cancel opens. */
	back: string;
	/** Lists the data that an erasure removes, and the data that stays. */
	consequences: readonly string[];
	refusal: Refusal | undefined;
}

/** Says what is lost before the button is there, or why nothing can be erased. */
export function Erasure({ to, back, consequences, refusal }: ErasureProps) {
	const { say, words } = useReader();
	return (
		<Panel>
			{consequences.map((sentence) => (
				<p>{sentence}</p>
			))}
			{refusal !== undefined && <Note mood="bad">{sentenceOf(refusal, say)}</Note>}
			<Form to={to} state={{}}>
				<Buttons>
					{refusal === undefined && <Submit look="danger">{useWords(ERASURE_WORDS).now}</Submit>}
					<ButtonLink to={back}>{words.cancel}</ButtonLink>
				</Buttons>
			</Form>
		</Panel>
	);
}
