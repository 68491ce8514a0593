import { LANGUAGES } from '../../core/language.ts';
import { Choice, Select } from '../choice.tsx';
import { Field } from '../field.tsx';
import { useWords } from '../page.tsx';
import type { FieldsProps } from './fields.tsx';
import { WORDS } from './words.ts';

/** The master data of a person. */
export function DetailFields({ known: { employee } }: FieldsProps) {
	const words = useWords(WORDS);
	const languages = [...new Set([...LANGUAGES, employee.language ?? 'de'])];
	return (
		<>
			{(['firstName', 'lastName', 'personnelNumber', 'costCenter'] as const).map((name) => (
				<Field name={name} label={words[name]} value={employee[name]} isOptional autocomplete="off" />
			))}
			<Select
				name="language"
				label={words.language}
				options={languages.map((value) => ({
					value,
					label: words.languages[value as keyof typeof words.languages] ?? value,
				}))}
				value={employee.language}
				isOptional
			/>
			{employee.groups.length > 0 && (
				<Choice
					name="groups"
					label={words.groups}
					options={employee.groups.map((value) => ({ value, label: value }))}
					value={employee.groups}
					isMany
				/>
			)}
			<Field name="newGroup" at="groups" label={words.newGroup} isOptional />
		</>
	);
}
