import type { MiddlewareHandler } from 'hono';
import { createUser, listUsers } from '../../accounts/actions.ts';
import { createUserRoute } from '../../accounts/contract.ts';
import { listPeople } from '../../employees/people/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import type { App, ConsoleEnv, Context } from '../env.ts';
import { Fields, FormFor, form, OneField, sentWith, takeForm } from '../forms.tsx';
import { email, language, manyOf, optional, text } from '../kinds.tsx';
import { afterIn, PAGE_AND_ONE } from '../listing.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Note, Panel } from '../parts.tsx';
import { textIn } from '../typed.ts';
import { UserList } from '../users/list.tsx';
import { COMPANY_ROLES, useRoleOptions } from '../users/roles.tsx';
import { USER_WORDS } from '../users/words.ts';
import { reading } from '../visit.ts';
import { catalogue, LABELS } from '../words.ts';
import { addressOf, WORDS as FRAME, Frame } from './frame.tsx';

export const WORDS = catalogue({
	list: ['People who manage the company', 'Personen, die die Firma verwalten'],
	none: [
		'Nobody manages this company yet. Invite the first person below.',
		'Noch verwaltet niemand diese Firma. Laden Sie unten die erste Person ein.',
	],
	invite: ['Invite a person', 'Person einladen'],
	inviteHint: [
		'We send a mail with a link that is valid for 7 days.',
		'Wir senden eine Mail mit einem Link, der 7 Tage gilt.',
	],
	send: ['Send invitation', 'Einladung senden'],
	known: [
		'A person of the company already has this address.',
		'Eine Person in der Firma hat diese Adresse bereits.',
	],
	knownLink: ['Give roles to this person', 'Dieser Person Rollen geben'],
	takeAway: [
		'Employees keep their own access without a role. To remove anyone else, close the account.',
		'Angestellte behalten ihren eigenen Zugang auch ohne Rolle. Bei allen anderen schließen Sie das Konto.',
	],
	others: (roles: string) => [`Also: ${roles}`, `Außerdem: ${roles}`],
	details: ['Roles and name', 'Rollen und Name'],
	registered: LABELS.dateRegistered,
	closed: LABELS.dateClosed,
});

const invitation = form({
	words: USER_WORDS,
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
	const { refusal, typed } = sentWith(c, invitation);
	const taken = refusal?.code === 'email_taken' && typed !== undefined ? textIn(typed, 'email') : '';
	const filter = taken === '' ? {} : { q: taken };
	const [users, found] = await Promise.all([
		listUsers(call, companyId, afterIn(c), PAGE_AND_ONE),
		// Finds the person of the company who has the address. It also refuses readers who do not manage the company.
		listPeople(call, companyId, filter, { part: '', id: '' }, taken === '' ? 0 : 20),
	]);
	const known = [...found.map((person) => ({ id: person.userId, email: person.email })), ...users].find(
		(one) => taken !== '' && one.email.toLowerCase() === taken.toLowerCase(),
	);
	const words = WORDS[c.var.language];
	const toOf = (userId: string) => addressOf(companyId, `/users/${userId}`);
	return page(
		c,
		{ title: FRAME[c.var.language].pages.users },
		<Frame companyId={companyId} name="users">
			<UserList caption={words.list} users={users} cursorOf={({ id }) => id} none={words.none} toOf={toOf} />
			<div class="narrow-start">
				<Panel title={words.invite}>
					{known !== undefined && (
						<Note>
							<p>
								{words.known} <a href={toOf(known.id)}>{words.knownLink}</a>
							</p>
						</Note>
					)}
					<Invitation to={addressOf(companyId, '/users')} />
				</Panel>
			</div>
		</Frame>,
	);
}

function Invitation({ to }: { to: string }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const values = { language: c.var.language };
	return (
		<FormFor of={invitation} to={to} values={values} options={{ roles: useRoleOptions() }} save={words.send}>
			<OneField of={invitation} name="email" />
			<div class="pair">
				<Fields of={invitation} only={['firstName', 'lastName']} />
			</div>
			<Fields of={invitation} only={['language', 'roles']} />
			<p class="hint">{words.inviteHint}</p>
		</FormFor>
	);
}
