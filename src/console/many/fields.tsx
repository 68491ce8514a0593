import type { FC } from 'hono/jsx';
import { MODULES } from '../../core/modules.ts';
import type { DateWindows } from '../../overview/date-windows/rules.ts';
import { Choice, Field, Tick } from '../field.tsx';
import { useReader, useWords } from '../page.tsx';
import { Amount } from '../person/amount.tsx';
import { Span } from '../person/span.tsx';
import { WORDS as PERSON } from '../person/words.ts';
import type { WishName } from './wishes.ts';
import { WORDS } from './words.ts';

interface FieldsProps {
	windows: DateWindows;
}

/** The fields of each change. */
export const FIELDS: Record<WishName, FC<FieldsProps>> = {
	invitation: Invitation,
	access: Access,
	budget: ({ windows }) => (
		<>
			<Amount />
			<Span window={windows.setMonthlyBudget} period={undefined} />
		</>
	),
	group: Group,
};

function Invitation() {
	return <p>{useWords(WORDS).invited}</p>;
}

function Access({ windows }: FieldsProps) {
	const words = useWords(PERSON);
	return (
		<>
			<Amount />
			<Span window={windows.setAccess} period={undefined} />
			<Choice
				name="allowedModules"
				label={words.modulesField}
				options={MODULES.map((value) => ({ value, label: words.modules[value] }))}
				value={MODULES}
				isMany
			/>
			<Tick name="accumulateBudget" label={words.accumulate} />
		</>
	);
}

function Group() {
	const { c } = useReader();
	const words = useWords(WORDS);
	return (
		<>
			<Field name="from" label={words.from} value={c.req.query('group')} autocomplete="off" isOptional />
			<Field name="to" label={words.to} hint={words.groupHint} at="groups" autocomplete="off" isOptional />
		</>
	);
}
