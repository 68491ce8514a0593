import { createEmployee } from '../../benefits/employees/joining/actions.ts';
import { createEmployeeRoute } from '../../benefits/employees/joining/contract.ts';
import { byText, EMPLOYEE_TEXT_NAMES } from '../../foundation/core/employee-texts.ts';
import { LANGUAGES } from '../../foundation/core/language.ts';
import { LANGUAGE_NAMES } from '../../foundation/core/words.ts';
import type { Context } from '../env.ts';
import { FormFor, form, sentWith } from '../forms.tsx';
import { email, flag, oneOf, optional, text } from '../kinds.tsx';
import { titledPage, useWords } from '../page.tsx';
import { type Consequence, ConsequenceRows, Panel, Preview } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { tried } from '../submit.ts';
import { peopleAddress, requireCompany } from './search.ts';
import { WORDS } from './words.ts';

/** The form that creates a person. Groups are typed into one field, separated by commas. */
export const creation = form({
	words: WORDS,
	contract: createEmployeeRoute,
	fields: {
		email: email(),
		firstName: optional(text()),
		lastName: optional(text()),
		language: oneOf(LANGUAGES, LANGUAGE_NAMES),
		...byText(() => optional(text())),
		groups: optional(text()),
		invitation: flag(),
	},
	body: ({ groups, invitation, language, ...read }, c) => ({
		...read,
		language: language ?? null,
		companyId: requireCompany(c),
		groups: (groups ?? '')
			.split(',')
			.map((group) => group.trim())
			.filter((group) => group !== ''),
		skipSendRegistrationEmail: !invitation,
	}),
	attempt: (call, _: string, fields) => createEmployee(call, fields),
	preview: tried,
});

export function showCreation(c: Context) {
	const words = WORDS[c.var.language];
	const companyId = requireCompany(c);
	const { refusal, after } = sentWith(c, creation);
	return titledPage(
		c,
		{
			title: words.create,
			scripts: ['preview.js'],
			above: <a href={peopleAddress(companyId)}>{words.people}</a>,
		},
		<div class="change">
			<Panel>
				<FormFor
					of={creation}
					to={peopleAddress(companyId, '/new')}
					values={{ language: c.var.language, invitation: true }}
					save={words.create}
				/>
			</Panel>
			<Preview refusal={refusal}>
				{after !== undefined && <Foreseen creation={after} />}
				{after === undefined && refusal === undefined && <p>{words.typeFirst}</p>}
			</Preview>
		</div>,
	);
}

/** Shows what a creation would add: the person, the account, the mail. */
function Foreseen({ creation }: { creation: Awaited<ReturnType<typeof createEmployee>> }) {
	const words = useWords(WORDS);
	const { after, changes, mails = [] } = creation;
	const isNewUser = changes.some(({ type }) => type === 'user.created');
	const details = [...EMPLOYEE_TEXT_NAMES.map((name) => after[name]), ...after.groups]
		.filter(Boolean)
		.join(' · ');
	const isInvited = mails.length > 0;
	const person = (
		<>
			<bdi>{nameOf(after)}</bdi>
			{details !== '' && <small class="below">{details}</small>}
		</>
	);
	const rows: Consequence[] = [
		[person, 'good', words.isCreated],
		isNewUser ? [words.account, 'good', words.isOpened] : [words.account, 'waiting', words.isSharedWithUser],
		isInvited ? [words.mailTo(after.email), 'calm', words.atOnce] : [words.noMail, 'calm', words.laterByHand],
		[words.budget, 'calm', words.laterByHand],
	];
	return <ConsequenceRows rows={rows} />;
}
