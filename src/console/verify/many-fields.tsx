import { REASONS, textOfReason } from '../../core/reasons.ts';
import { DECISIONS } from '../../expenses/decisions/rules.ts';
import { Choice } from '../choice.tsx';
import { Field } from '../field.tsx';
import { useReader } from '../page.tsx';
import { MANY_WORDS } from './many-words.ts';
import { WORDS } from './words.ts';

/** One decision for all, and why. */
export function DecisionFields() {
	const { c } = useReader();
	const { language } = c.var;
	const words = MANY_WORDS[language];
	const { why, ownWords } = WORDS[language];
	return (
		<>
			<Choice
				name="decision"
				label={words.decision}
				options={DECISIONS.map((value) => ({ value, label: words.decisions[value] }))}
			/>
			<Choice
				name="reasons"
				label={why}
				isMany
				options={REASONS.filter((code) => code !== 'other').map((code) => ({
					value: code,
					label: textOfReason(code, null, language),
				}))}
			/>
			<Field name="reason" label={ownWords} isOptional autocomplete="off" />
		</>
	);
}
