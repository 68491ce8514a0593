import { Choice } from '../choice.tsx';
import { Field, MoneyField } from '../field.tsx';
import { Form, SaveOrShow } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Note, Panel, Preview } from '../parts.tsx';
import { CORRECTION_WORDS } from './correction-words.ts';
import { addressOf } from './place.ts';
import { WORDS } from './words.ts';
import { type LineProps, WouldBe } from './would-be.tsx';

/** The form of a correction beside what it would leave behind; or why there is none. */
export function Correctable(props: LineProps) {
	const { visitor } = useReader();
	const words = useWords(CORRECTION_WORDS);
	const { line } = props.sheet;
	if (line.userId === visitor?.userId) return <Note>{words.own}</Note>;
	if (line.state !== 'COMMITTED') return <Note>{words.pending}</Note>;
	return (
		<div class="change">
			<CorrectionForm {...props} />
			<Preview refusal={props.state.refusal}>
				<WouldBe {...props} />
			</Preview>
		</div>
	);
}

function CorrectionForm({ companyId, sheet: { line }, state }: LineProps) {
	const words = useWords(CORRECTION_WORDS);
	const { correction, reason } = useWords(WORDS);
	return (
		<Panel title={correction}>
			<Form to={addressOf(companyId, `/lines/${line.id}`)} state={state} previews>
				<input type="hidden" name="currency" value={line.amountCurrency} />
				<Choice
					name="direction"
					label={words.direction}
					value="BACK"
					options={[
						{ value: 'BACK', label: words.tooMuch },
						{ value: 'MORE', label: words.tooLittle },
					]}
				/>
				<MoneyField name="amount" label={words.howMuch} />
				<Field name="reason" label={reason} hint={words.reasonHint} maxlength={255} autocomplete="off" />
				<SaveOrShow save={words.saveCorrection} />
			</Form>
		</Panel>
	);
}
