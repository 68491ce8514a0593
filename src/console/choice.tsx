import { Below, describing } from './field.tsx';
import { useField } from './form.tsx';
import { useReader } from './page.tsx';

interface Option {
	value: string;
	label: string;
	hint?: string;
}

interface ChoiceProps {
	name: string;
	label: string;
	at?: string;
	options: readonly Option[];
	/** Selected until the reader selects something else. */
	value?: string | readonly string[] | null;
}

/** One of several, in a list that opens. */
export function Select({
	name,
	label,
	at = name,
	options,
	value,
	none,
	isOptional,
}: ChoiceProps & { isOptional?: boolean; none?: string }) {
	const { words } = useReader();
	const { typed, sentence } = useField(at);
	const chosen = typed?.get(name) ?? value ?? '';
	return (
		<p class="field">
			<label for={name}>{label}</label>
			<select
				id={name}
				name={name}
				required={!isOptional}
				aria-invalid={sentence === undefined ? undefined : 'true'}
				aria-describedby={describing(name, undefined, sentence)}
			>
				<option value="">{none ?? words.choose}</option>
				{options.map((option) => (
					<option value={option.value} selected={option.value === chosen}>
						{option.label}
					</option>
				))}
			</select>
			<Below name={name} sentence={sentence} />
		</p>
	);
}

/** One of several, or with `isMany` any of them, side by side. */
export function Choice({
	name,
	label,
	at = name,
	options,
	value,
	isMany,
}: ChoiceProps & { isMany?: boolean }) {
	const { typed, sentence } = useField(at);
	const chosen = typed?.getAll(name) ?? [value ?? []].flat();
	return (
		<fieldset class="choice" aria-describedby={describing(name, undefined, sentence)}>
			<legend>{label}</legend>
			{options.map((option) => (
				<label>
					<input
						type={isMany ? 'checkbox' : 'radio'}
						name={name}
						value={option.value}
						checked={chosen.includes(option.value)}
						required={!isMany}
					/>
					<span>
						{option.label}
						{option.hint !== undefined && <small>{option.hint}</small>}
					</span>
				</label>
			))}
			<Below name={name} sentence={sentence} />
		</fieldset>
	);
}

interface TickProps {
	name: string;
	label: string;
	hint?: string;
	isOn?: boolean;
}

/** Something that is so or not. */
export function Tick({ name, label, hint, isOn = false }: TickProps) {
	const { typed, sentence } = useField(name);
	return (
		<p class="choice">
			<label>
				<input
					type="checkbox"
					name={name}
					checked={typed === undefined ? isOn : typed.has(name)}
					aria-invalid={sentence === undefined ? undefined : 'true'}
					aria-describedby={describing(name, undefined, sentence)}
				/>
				<span>
					{label}
					{hint !== undefined && <small>{hint}</small>}
				</span>
			</label>
			<Below name={name} sentence={sentence} />
		</p>
	);
}
