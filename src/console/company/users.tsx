import type { MiddlewareHandler } from 'hono';
import { createUser, listUsers } from '../../accounts/actions.ts';
import { createUserRoute } from '../../accounts/contract.ts';
import { listPeople } from '../../employees/people/actions.ts';
import type { User } from '../../users/store.ts';
import { companyNamed } from '../company-choice.tsx';
import type { App, ConsoleEnv, Context } from '../env.ts';
import type { Refused } from '../form.tsx';
import { Fields, FormFor, form, OneField, sentWith, takeForm } from '../forms.tsx';
import { email, language, manyOf, optional, text } from '../kinds.tsx';
import { afterIn, List, PAGE_AND_ONE } from '../listing.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Badge, Note, Panel } from '../parts.tsx';
import { WORDS as ROLE_WORDS } from '../roles/words.ts';
import { textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { addressOf, Frame } from './frame.tsx';
import { WORDS as USERS_WORDS } from './users-words.ts';
import { WORDS } from './words.ts';

/** The roles that somebody gets for a company. */
export const COMPANY_ROLES = ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER', 'TECHNICAL_USER'] as const;

export const nameOf = ({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>) =>
	[firstName, lastName].filter(Boolean).join(' ') || email;

const invitation = form({
	words: USERS_WORDS,
	fields: {
		email: email(),
		firstName: optional(text()),
		lastName: optional(text()),
		language,
		roles: manyOf(COMPANY_ROLES),
	},
	contract: createUserRoute,
	body: (read, _, companyId: string) => ({ ...read, manageableCompanyIds: [companyId] }),
	attempt: (call, _, user) => createUser(call, user),
});

export const takeInvitation = (app: App, guard: MiddlewareHandler<ConsoleEnv>): void =>
	takeForm(app, '/company/users', invitation, {
		idOf: (c) => companyNamed(c, 'createUser'),
		to: (companyId, { id }) => addressOf(companyId, `/users/${id}`, { saved: '' }),
		show: showUsers,
		guard,
	});

export async function showUsers(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listUsers');
	const call = reading(c);
	const state = sentWith(c, invitation);
	const isTaken = state.refusal?.code === 'email_taken';
	const [users, found] = await Promise.all([
		listUsers(call, companyId, afterIn(c), PAGE_AND_ONE),
		// Looks for the user of the company who has the address. It also refuses a reader who does not manage the company.
		listPeople(call, companyId, isTaken ? { q: emailIn(state) } : {}, { part: '', id: '' }, isTaken ? 20 : 0),
	]);
	const known = [...found.map(({ userId, email }) => ({ id: userId, email })), ...users].find(
		({ email }) => isTaken && email.toLowerCase() === emailIn(state).toLowerCase(),
	);
	return page(
		c,
		{ title: WORDS[c.var.language].pages.users },
		<Frame companyId={companyId} name="users">
			<Users companyId={companyId} users={users} />
			<div class="narrow-start">
				<Invite companyId={companyId} knownId={known?.id} />
			</div>
		</Frame>,
	);
}

const emailIn = ({ typed }: Refused): string => (typed === undefined ? '' : textIn(typed, 'email'));

type State = 'REGISTERED' | 'INVITED' | 'CLOSED';
const MOODS = { REGISTERED: 'good', INVITED: 'waiting', CLOSED: 'calm' } as const;

const stateOf = ({ dateClosed, dateRegistered }: User): State =>
	dateClosed !== null ? 'CLOSED' : dateRegistered === null ? 'INVITED' : 'REGISTERED';

function Users({ companyId, users }: { companyId: string; users: readonly User[] }) {
	const words = useWords(USERS_WORDS);
	const names = useWords(ROLE_WORDS).names;
	return (
		<List
			caption={words.list}
			columns={[
				{
					title: words.name,
					of: (user) => (
						<>
							<bdi>
								<a href={addressOf(companyId, `/users/${user.id}`)}>{nameOf(user)}</a>
							</bdi>
							{nameOf(user) !== user.email && <small class="below">{user.email}</small>}
						</>
					),
				},
				{ title: words.roles, of: ({ roles }) => roles.map((role) => names[role]).join(', ') },
				{
					title: words.state,
					of: (user) => <Badge mood={MOODS[stateOf(user)]}>{words.states[stateOf(user)]}</Badge>,
				},
			]}
			rows={users}
			cursorOf={({ id }) => id}
			none={words.nobody}
		/>
	);
}

/** Returns the roles of a company, each with what it may do. */
export function useRoleOptions() {
	const words = useWords(ROLE_WORDS);
	const names = useWords(ROLE_WORDS).names;
	return COMPANY_ROLES.map((value) => ({ value, label: names[value], hint: words.does[value] }));
}

interface InviteProps {
	companyId: string;
	/** The user of the company who has the address already. */
	knownId: string | undefined;
}

function Invite({ companyId, knownId }: InviteProps) {
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
			<FormFor
				of={invitation}
				to={addressOf(companyId, '/users')}
				values={{ language: c.var.language }}
				options={{ roles: useRoleOptions() }}
				save={words.send}
			>
				<OneField of={invitation} name="email" />
				<div class="pair">
					<Fields of={invitation} only={['firstName', 'lastName']} />
				</div>
				<Fields of={invitation} only={['language', 'roles']} />
				<p class="hint">{words.inviteHint}</p>
			</FormFor>
		</Panel>
	);
}
