import { LANGUAGES } from '../../core/language.ts';
import { createEmployee } from '../../employees/joining/actions.ts';
import { createEmployeeRoute } from '../../employees/joining/contract.ts';
import { Select, Tick } from '../choice.tsx';
import type { Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { Heading, page } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { changed, checked } from '../submit.ts';
import { isTicked, textIn, textOrNull } from '../typed.ts';
import { addressOf, PEOPLE, requireCompany } from './search.ts';
import { WORDS } from './words.ts';

export function create(c: Context, typed: FormData): Promise<Response> {
	const fields = checked(createEmployeeRoute, {
		companyId: requireCompany(c),
		email: textIn(typed, 'email'),
		firstName: textOrNull(typed, 'firstName'),
		lastName: textOrNull(typed, 'lastName'),
		language: textOrNull(typed, 'language'),
		personnelNumber: textOrNull(typed, 'personnelNumber'),
		costCenter: textOrNull(typed, 'costCenter'),
		groups: groupsIn(typed, 'groups'),
		skipSendRegistrationEmail: !isTicked(typed, 'invitation'),
	});
	return changed(c, { attempt: (call) => createEmployee(call, fields), to: ({ id }) => `${PEOPLE}/${id}` });
}

const groupsIn = (typed: FormData, name: string): string[] =>
	textIn(typed, name)
		.split(',')
		.map((group) => group.trim())
		.filter((group) => group !== '');

export function showCreation(c: Context, state: Refused = {}, status = 200) {
	const words = WORDS[c.var.language];
	const companyId = requireCompany(c);
	return page(
		c,
		{ title: words.create },
		<div class="narrow">
			<Heading title={words.create} above={<a href={addressOf(companyId)}>{words.people}</a>} />
			<Panel>
				<Form to={addressOf(companyId, '/new')} state={state}>
					<Field name="email" label={words.email} type="email" inputmode="email" autocomplete="off" />
					<Field name="firstName" label={words.firstName} autocomplete="off" isOptional />
					<Field name="lastName" label={words.lastName} autocomplete="off" isOptional />
					<Select
						{...{ name: 'language', label: words.language, value: c.var.language }}
						options={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
					/>
					<Field name="personnelNumber" label={words.personnelNumber} autocomplete="off" isOptional />
					<Field name="costCenter" label={words.costCenter} autocomplete="off" isOptional />
					<Field name="groups" label={words.groups} hint={words.groupsHint} autocomplete="off" isOptional />
					<Tick name="invitation" label={words.invitation} isOn />
					<Buttons>
						<button type="submit" class="main">
							{words.save}
						</button>
					</Buttons>
				</Form>
			</Panel>
		</div>,
		status,
	);
}
