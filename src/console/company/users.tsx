import { createUser, listUsers } from '../../accounts/actions.ts';
import { createUserRoute } from '../../accounts/contract.ts';
import type { Role } from '../../core/actor.ts';
import { LANGUAGES } from '../../core/language.ts';
import { listPeople } from '../../employees/people/actions.ts';
import type { User } from '../../users/store.ts';
import { Choice, Select } from '../choice.tsx';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Badge, Empty, Note, Paging, Panel, pageOf, Table } from '../parts.tsx';
import { WORDS as ROLE_WORDS } from '../roles/words.ts';
import { changed, checked } from '../submit.ts';
import { chosenIn, textIn, textOrNull } from '../typed.ts';
import { reading } from '../visit.ts';
import { addressOf, Frame } from './frame.tsx';
import { WORDS as USERS_WORDS } from './users-words.ts';
import { WORDS } from './words.ts';

const PAGE = 50;

/** The roles that somebody gets for a company. */
export const COMPANY_ROLES = ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER', 'TECHNICAL_USER'] as const;

export const nameOf = ({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>) =>
	[firstName, lastName].filter(Boolean).join(' ') || email;

export function invite(c: Context, typed: FormData): Promise<Response> {
	const companyId = companyNamed(c, 'createUser');
	const fields = checked(createUserRoute, {
		email: textIn(typed, 'email'),
		firstName: textOrNull(typed, 'firstName'),
		lastName: textOrNull(typed, 'lastName'),
		language: textOrNull(typed, 'language'),
		roles: chosenIn(typed, 'roles'),
		manageableCompanyIds: [companyId],
	});
	return changed(c, {
		attempt: (call) => createUser(call, fields),
		to: ({ id }) => addressOf(companyId, `/users/${id}`, { saved: '' }),
	});
}

export async function showUsers(c: Context, state: Refused = {}, status = 200): Promise<Response> {
	const companyId = companyNamed(c, 'listUsers');
	const call = reading(c);
	const isTaken = state.refusal?.code === 'email_taken';
	const [users, found] = await Promise.all([
		listUsers(call, companyId, c.req.query('after') ?? '', PAGE + 1),
		// Whoever has the address in the company gets the roles on a page of its own. This also finds out whether it is one's company.
		listPeople(call, companyId, isTaken ? { q: emailIn(state) } : {}, { part: '', id: '' }, isTaken ? 20 : 0),
	]);
	const { shown, next } = pageOf(users, ({ id }) => id, PAGE);
	const known = [...found.map(({ userId, email }) => ({ id: userId, email })), ...users].find(
		({ email }) => isTaken && email.toLowerCase() === emailIn(state).toLowerCase(),
	);
	return page(
		c,
		{ title: WORDS[c.var.language].pages.users },
		<Frame companyId={companyId} name="users">
			<Users companyId={companyId} users={shown} />
			<Paging next={next} />
			<div class="narrow-start">
				<Invite companyId={companyId} state={state} knownId={known?.id} />
			</div>
		</Frame>,
		status,
	);
}

const emailIn = ({ typed }: Refused): string => (typed === undefined ? '' : textIn(typed, 'email'));

type State = 'REGISTERED' | 'INVITED' | 'CLOSED';
const MOODS = { REGISTERED: 'good', INVITED: 'waiting', CLOSED: 'calm' } as const;

const stateOf = ({ dateClosed, dateRegistered }: User): State =>
	dateClosed !== null ? 'CLOSED' : dateRegistered === null ? 'INVITED' : 'REGISTERED';

function Users({ companyId, users }: { companyId: string; users: readonly User[] }) {
	const words = useWords(USERS_WORDS);
	if (users.length === 0) return <Empty>{words.nobody}</Empty>;
	return (
		<Table
			caption={words.list}
			columns={[words.name, words.rolesOf, words.state]}
			rows={users.map((user) => [
				<>
					<bdi>
						<a href={addressOf(companyId, `/users/${user.id}`)}>{nameOf(user)}</a>
					</bdi>
					{nameOf(user) !== user.email && <small class="below">{user.email}</small>}
				</>,
				user.roles.map((role: Role) => words.roles[role]).join(', '),
				<Badge mood={MOODS[stateOf(user)]}>{words.states[stateOf(user)]}</Badge>,
			])}
		/>
	);
}

/** The roles of a company, with what each may do. */
export function RoleChoice({ value = [] }: { value?: readonly Role[] }) {
	const words = useWords(USERS_WORDS);
	const options = COMPANY_ROLES.map((role) => ({
		value: role,
		label: words.roles[role],
		hint: useWords(ROLE_WORDS).does[role],
	}));
	return <Choice name="roles" label={words.rolesOf} options={options} value={value} isMany />;
}

interface InviteProps {
	companyId: string;
	state: Refused;
	/** The user of the company who has the address already. */
	knownId: string | undefined;
}

function Invite({ companyId, state, knownId }: InviteProps) {
	const { c } = useReader();
	const words = useWords(USERS_WORDS);
	return (
		<Panel title={words.invite}>
			{knownId !== undefined && (
				<Note>
					<p>
						{words.known} <a href={addressOf(companyId, `/users/${knownId}`)}>{words.knownLink}</a>
					</p>
				</Note>
			)}
			<Form to={addressOf(companyId, '/users')} state={state}>
				<Field name="email" label={words.email} type="email" inputmode="email" autocomplete="off" />
				<div class="pair">
					<Field name="firstName" label={words.firstName} autocomplete="off" isOptional />
					<Field name="lastName" label={words.lastName} autocomplete="off" isOptional />
				</div>
				<Select
					name="language"
					label={words.language}
					value={c.var.language}
					options={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
				/>
				<RoleChoice />
				<p class="hint">{words.inviteHint}</p>
				<Buttons>
					<button type="submit" class="main">
						{words.send}
					</button>
				</Buttons>
			</Form>
		</Panel>
	);
}
