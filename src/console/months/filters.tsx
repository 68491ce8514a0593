import { toYearMonth } from '../../core/instant.ts';
import { Select } from '../choice.tsx';
import { Field } from '../field.tsx';
import { useReader } from '../page.tsx';
import { PAYROLL } from '../payroll/place.ts';
import type { Asked, ListedRow, Listing } from './listing.ts';
import { ofLanguage } from './words.ts';

interface Props extends Pick<Required<Listing<ListedRow>>, 'name' | 'states'> {
	asked: Asked;
}

/** Which month is shown, and which states. */
export function Filters({ asked: { companyId, month, state }, name, states }: Props) {
	const { c } = useReader();
	const words = ofLanguage(c.var.language);
	return (
		<form method="get" action={`${PAYROLL}/${name}`} class="panel filters">
			<input type="hidden" name="company" value={companyId} />
			<Field name="month" label={words.month} type="month" value={toYearMonth(month)} isFilter />
			{states.length > 0 && (
				<Select
					name="state"
					label={words.columns.state}
					none={words.all}
					value={state ?? null}
					options={states.map((value) => ({ value, label: words.states[value] }))}
					isOptional
				/>
			)}
			<button type="submit">{words.show}</button>
		</form>
	);
}
