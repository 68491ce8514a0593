import type { EmployeeYear } from '../../overview/year/actions.ts';
import { BASE } from '../env.ts';
import { Form, type Refused, SaveOrShow } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Panel, Preview } from '../parts.tsx';
import { CHANGES, type ChangeName } from './changes.ts';
import { Consequences } from './consequences.tsx';
import { FIELDS } from './fields.tsx';
import { PersonHeading } from './heading.tsx';
import { Meanwhile } from './meanwhile.tsx';
import { YearPicture } from './picture.tsx';
import { formAddress } from './picture-parts.tsx';
import { WORDS } from './words.ts';
import { type Changed, yearWith } from './year.ts';

interface ChangePageProps {
	name: ChangeName;
	known: EmployeeYear;
	state: Refused;
	/** What the change would leave behind, once somebody has asked. */
	changed: Changed | undefined;
}

/** A wish, and beside it the year as it would be and all that would follow. */
export function ChangePage({ name, known, state, changed }: ChangePageProps) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const { id } = known.employee;
	const now = yearWith(known, c.var.now);
	const after = changed === undefined ? now : yearWith(known, c.var.now, changed);
	const Fields = FIELDS[name];
	return (
		<>
			<PersonHeading known={known} />
			<div class="change">
				<Panel title={words.changes[name]}>
					<Meanwhile name={name} known={known} state={state} />
					<Form to={formAddress(id, name)} state={state} etag={CHANGES[name].tag(known, now)} previews>
						<Fields known={known} year={now} of={c.req.query('of')} />
						<SaveOrShow save={words.save}>
							<a class="button" href={`${BASE}/people/${id}`}>
								{words.cancel}
							</a>
						</SaveOrShow>
					</Form>
				</Panel>
				<Preview refusal={state.refusal}>
					{changed !== undefined ? (
						<Consequences before={now} after={after} />
					) : (
						state.refusal === undefined && <p>{words.typeFirst}</p>
					)}
					<YearPicture year={after} employeeId={id} width={640} />
				</Preview>
			</div>
		</>
	);
}
