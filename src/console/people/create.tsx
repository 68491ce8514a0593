import { LANGUAGES } from '../../core/language.ts';
import { createEmployee } from '../../employees/joining/actions.ts';
import { createEmployeeRoute } from '../../employees/joining/contract.ts';
import { Select, Tick } from '../choice.tsx';
import type { Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Form, type Refused, SaveOrShow } from '../form.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Badge, Panel, Preview } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { changed, checked, isPreview, submitted, tried } from '../submit.ts';
import { isTicked, textIn, textOrNull } from '../typed.ts';
import { addressOf, PEOPLE, requireCompany } from './search.ts';
import { WORDS } from './words.ts';

type Creation = Awaited<ReturnType<typeof createEmployee>>;

/** Creates a person, or shows what would follow from it. */
export const create = (c: Context): Promise<Response> =>
	submitted(
		c,
		async (typed) => {
			const fields = fieldsIn(c, typed);
			const attempt = (call: typeof c.var.call) => createEmployee(call, fields);
			if (!isPreview(typed)) return changed(c, { attempt, to: ({ id }) => `${PEOPLE}/${id}` });
			return showCreation(c, { typed }, 200, await tried(c, attempt));
		},
		(refused, status) => showCreation(c, refused, status),
	);

const fieldsIn = (c: Context, typed: FormData) =>
	checked(createEmployeeRoute, {
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

const groupsIn = (typed: FormData, name: string): string[] =>
	textIn(typed, name)
		.split(',')
		.map((group) => group.trim())
		.filter((group) => group !== '');

export function showCreation(c: Context, state: Refused = {}, status = 200, creation?: Creation) {
	const words = WORDS[c.var.language];
	const companyId = requireCompany(c);
	return page(
		c,
		{ title: words.create, scripts: ['preview.js'] },
		<>
			<Heading title={words.create} above={<a href={addressOf(companyId)}>{words.people}</a>} />
			<div class="change">
				<Panel>
					<Form to={addressOf(companyId, '/new')} state={state} previews>
						<Fields />
					</Form>
				</Panel>
				<Preview refusal={state.refusal}>
					<Foreseen state={state} creation={creation} />
				</Preview>
			</div>
		</>,
		status,
	);
}

function Fields() {
	const { c } = useReader();
	const words = useWords(WORDS);
	return (
		<>
			<Field name="email" label={words.email} type="email" inputmode="email" autocomplete="off" />
			<Field name="firstName" label={words.firstName} autocomplete="off" isOptional />
			<Field name="lastName" label={words.lastName} autocomplete="off" isOptional />
			<Select
				name="language"
				label={words.language}
				value={c.var.language}
				options={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
			/>
			<Field name="personnelNumber" label={words.personnelNumber} autocomplete="off" isOptional />
			<Field name="costCenter" label={words.costCenter} autocomplete="off" isOptional />
			<Field name="groups" label={words.groups} hint={words.groupsHint} autocomplete="off" isOptional />
			<Tick name="invitation" label={words.invitation} isOn />
			<SaveOrShow save={words.save} />
		</>
	);
}

/** What a creation would leave behind: the person, the account, the mail. */
function Foreseen({ state: { refusal }, creation }: { state: Refused; creation: Creation | undefined }) {
	const words = useWords(WORDS);
	if (creation === undefined) return refusal === undefined ? <p>{words.typeFirst}</p> : null;
	const { after, changes, mails = [] } = creation;
	const isNewUser = changes.some(({ type }) => type === 'user.created');
	const details = [after.personnelNumber, after.costCenter, ...after.groups].filter(Boolean).join(' · ');
	return (
		<ul class="rows">
			<li>
				<span>
					<bdi>{nameOf(after)}</bdi>
					{details !== '' && <small class="below">{details}</small>}
				</span>
				<Badge mood="good">{words.isCreated}</Badge>
			</li>
			<li>
				<span>{words.account}</span>
				<Badge mood={isNewUser ? 'good' : 'waiting'}>
					{isNewUser ? words.isOpened : words.isSharedWithUser}
				</Badge>
			</li>
			<li>
				<span>{mails.length > 0 ? words.mailTo(after.email) : words.noMail}</span>
				<Badge mood="calm">{mails.length > 0 ? words.atOnce : words.laterByHand}</Badge>
			</li>
			<li>
				<span>{words.budget}</span>
				<Badge mood="calm">{words.laterByHand}</Badge>
			</li>
		</ul>
	);
}
