import type { MiddlewareHandler } from 'hono';
import { readUser, updateUser } from '../../accounts/actions.ts';
import { toWire, updateUserRoute } from '../../accounts/contract.ts';
import type { User } from '../../users/store.ts';
import { companyNamed } from '../company-choice.tsx';
import type { App, ConsoleEnv, Context } from '../env.ts';
import { Fields, FormFor, form, OneField, takeForm } from '../forms.tsx';
import { email, language, manyOf, optional, text } from '../kinds.tsx';
import { page, useWords } from '../page.tsx';
import { Day, Facts, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { checked } from '../submit.ts';
import { takeUserActions, UserActions, userIn } from '../users/access.tsx';
import { COMPANY_ROLES, foreseen, isForCompanies, RolePreview, useRoleOptions } from '../users/roles.tsx';
import { USER_WORDS } from '../users/words.ts';
import { addressOf, Frame } from './frame.tsx';
import { WORDS } from './users.tsx';

const PATH = '/company/users/:userId';

interface Id {
	companyId: string;
	userId: string;
}

/** Gives and takes roles for the company of the page alone, and corrects the details of the user. */
const details = form({
	words: USER_WORDS,
	fields: {
		roles: manyOf(COMPANY_ROLES),
		email: email(),
		firstName: optional(text()),
		lastName: optional(text()),
		language,
	},
	// Users who have registered change their address themselves, so that their form has none.
	body: ({ email: address, ...rest }, c) => (c.var.typed.has('email') ? { ...rest, email: address } : rest),
	async attempt(call, { companyId, userId }: Id, typed) {
		const { roles, ...fields } = typed as { roles: string[] };
		const user = await readUser(call, userId);
		const elsewhere = user.companyIds.filter((id) => id !== companyId);
		const patch = checked(updateUserRoute, {
			...fields,
			roles: [...user.roles.filter((role) => !isForCompanies(role)), ...roles],
			manageableCompanyIds: roles.length === 0 ? elsewhere : [...elsewhere, companyId],
		});
		return updateUser(call, userId, patch);
	},
	toWire,
	preview: foreseen,
});

type Guard = MiddlewareHandler<ConsoleEnv>;

export function takeUser(app: App, proof: Guard, proofToSave: Guard): void {
	app.get(PATH, showUser);
	takeForm(app, PATH, details, {
		idOf: (c) => ({ companyId: companyNamed(c, 'updateUser'), userId: userIn(c) }),
		to: ({ companyId, userId }) => addressOf(companyId, `/users/${userId}`, { saved: '' }),
		show: showUser,
		guard: proofToSave,
	});
	takeUserActions(app, PATH, {
		to: (c) => addressOf(companyNamed(c, 'readUser'), `/users/${userIn(c)}`, { saved: '' }),
		show: showUser,
		guardOf: () => proof,
	});
}

async function showUser(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'readUser');
	const user = await readUser(c.var.call, userIn(c));
	const words = WORDS[c.var.language];
	const to = (path = '') => addressOf(companyId, `/users/${user.id}${path}`);
	return page(
		c,
		{ title: nameOf(user), scripts: ['preview.js'] },
		<Frame companyId={companyId} name="users" title={nameOf(user)}>
			<div class="columns">
				<Panel title={words.details}>
					<Details user={user} to={to()} />
				</Panel>
				<div>
					<RolePreview of={details} />
					<Panel title={USER_WORDS[c.var.language].signIn}>
						<Standing user={user} />
						<UserActions user={user} toOf={(action) => to(`/${action}`)} />
					</Panel>
				</div>
			</div>
		</Frame>,
	);
}

function Details({ user, to }: { user: User; to: string }) {
	return (
		<FormFor of={details} to={to} record={user} options={{ roles: useRoleOptions() }}>
			<OneField of={details} name="roles" />
			<p class="hint">{useWords(WORDS).takeAway}</p>
			{user.dateRegistered === null && <OneField of={details} name="email" />}
			<div class="pair">
				<Fields of={details} only={['firstName', 'lastName']} />
			</div>
			<OneField of={details} name="language" />
		</FormFor>
	);
}

function Standing({ user }: { user: User }) {
	const words = useWords(WORDS);
	const { email: label, roleNames } = useWords(USER_WORDS);
	const dayOrNo = (at: number | null) => (at === null ? words.no : <Day at={at} />);
	const others = user.roles.filter((role) => !isForCompanies(role));
	return (
		<>
			<Facts
				rows={[
					[label, user.email],
					[words.registered, dayOrNo(user.dateRegistered)],
					[words.closed, dayOrNo(user.dateClosed)],
				]}
			/>
			{others.length > 0 && <p>{words.others(others.map((role) => roleNames[role]).join(', '))}</p>}
		</>
	);
}
