import { EVENT_TYPES, type EventType } from '../../foundation/core/history.ts';
import { Choice } from '../field.tsx';
import { useField } from '../form.tsx';
import type { Kind } from '../forms.tsx';
import { optional } from '../kinds.tsx';
import { useWords } from '../page.tsx';
import { chosenIn } from '../typed.ts';
import { WORDS } from './words.ts';

type Group = keyof (typeof WORDS)['en']['groups'];
type Beginning = EventType extends infer T ? (T extends `${infer B}.${string}` ? B : never) : never;

/** The group of each type of event, by the part before its point. A new part without a group does not compile. */
const GROUPS: Record<Beginning, Group> = {
	company: 'company',
	directory: 'company',
	api_key: 'company',
	compromise: 'company',
	webhook_endpoint: 'company',
	calendar_address: 'company',
	single_sign_on: 'company',
	domain: 'company',
	release: 'company',
	payroll_settings: 'company',
	tax_rule_template: 'company',
	group: 'company',
	proposal: 'company',
	sandbox: 'company',
	user: 'users',
	second_factor: 'users',
	notices: 'users',
	employee: 'people',
	pause: 'people',
	flex_access: 'benefits',
	budget: 'benefits',
	planned_voucher: 'benefits',
	default_access: 'benefits',
	voucher: 'benefits',
	expense: 'expenses',
	standing_expense: 'expenses',
	receipt: 'expenses',
	approval_rule: 'company',
	approval_seed: 'company',
	known_till: 'company',
	receipt_draft: 'expenses',
	receipt_address: 'expenses',
	payroll_file: 'payroll',
	payroll_transaction: 'payroll',
	payroll_correction: 'payroll',
	month: 'payroll',
	payroll_run: 'payroll',
};

const typesOf = (group: Group): EventType[] =>
	EVENT_TYPES.filter((type) => GROUPS[type.split('.')[0] as Beginning] === group);

/** The types of events that an endpoint gets, in groups that open. The API gets null when none is selected. */
export const eventTypes: Kind<readonly string[] | null, string[] | null> = optional({
	draw: ({ name, label, hint, value }) => (
		<fieldset class="group">
			<legend>{label}</legend>
			<p class="hint">{hint}</p>
			<Groups name={name} value={value ?? []} />
		</fieldset>
	),
	read(typed, name) {
		const chosen = chosenIn(typed, name);
		return chosen.length === 0 ? undefined : chosen;
	},
});

function Groups({ name, value }: { name: string; value: readonly string[] }) {
	const words = useWords(WORDS);
	const { typed } = useField(name);
	const chosen = typed === undefined ? value : chosenIn(typed, name);
	return (Object.keys(words.groups) as Group[]).map((group) => {
		const types = typesOf(group);
		const count = types.filter((type) => chosen.includes(type)).length;
		return (
			<details open={count > 0}>
				<summary>
					{words.groups[group]} <small>{words.selected(count, types.length)}</small>
				</summary>
				<Choice
					name={name}
					label={words.groups[group]}
					options={types.map((type) => ({ value: type, label: words.eventNames[type], hint: type }))}
					value={value}
					isMany
				/>
			</details>
		);
	});
}
