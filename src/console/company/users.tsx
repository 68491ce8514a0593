import { updateUser } from '../../administration/accounts/changes/actions.ts';
import { createUserRoute, toWire, updateUserRoute } from '../../administration/accounts/contract.ts';
import { createUser } from '../../administration/accounts/creation/actions.ts';
import { listUsers, readUser } from '../../administration/accounts/search/actions.ts';
import { listPeople } from '../../benefits/employees/people/actions.ts';
import { realTime } from '../../foundation/core/instant.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { listIdentityChanges } from '../../tenants/auth/identity-changes/actions.ts';
import { ASKED_KINDS, type AskedKind } from '../../tenants/auth/identity-changes/rules.ts';
import type { IdentityChange } from '../../tenants/auth/identity-changes/store.ts';
import { askForIdentityChange } from '../../tenants/auth/releases/actions.ts';
import { restOf } from '../../tenants/users/identity/rules.ts';
import type { User } from '../../tenants/users/store.ts';
import { companyNamed } from '../company-choice.tsx';
import type { App, Context } from '../env.ts';
import { Fields, FormFor, form, OneField, sentWith } from '../forms.tsx';
import { language, manyOf } from '../kinds.tsx';
import { afterIn, PAGE_AND_ONE } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Day, Facts, Note, Panel, Sure } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { proof, proofToSave } from '../sign-in/routes.ts';
import { checked } from '../submit.ts';
import { takeForm } from '../taking.ts';
import { textIn } from '../typed.ts';
import { takeUserActions, USER_FIELDS, UserActions, UserList, userIn } from '../users/access.tsx';
import { COMPANY_ROLES, foreseen, isForCompanies, RolePreview, useRoleOptions } from '../users/roles.tsx';
import { USER_WORDS } from '../users/words.ts';
import { reading } from '../visit.ts';
import { catalogue } from '../words.ts';
import { addressIn, companyPage } from './frame.tsx';
import { RequestFacts } from './requests.tsx';

const WORDS = catalogue({
	list: ['People who manage the company', 'Personen, die das Unternehmen verwalten'],
	none: [
		'Nobody manages this company yet. Invite the first person below.',
		'Noch verwaltet niemand dieses Unternehmen. Laden Sie unten die erste Person ein.',
	],
	invite: ['Invite a person', 'Person einladen'],
	inviteHint: [
		'We send a mail with a link that is valid for 7 days.',
		'Wir senden eine Mail mit einem Link, der 7 Tage gilt.',
	],
	send: ['Send invitation', 'Einladung senden'],
	known: [
		'A person of the company already has this address.',
		'Eine Person im Unternehmen hat diese Adresse bereits.',
	],
	knownLink: ['Give roles to this person', 'Dieser Person Rollen geben'],
	takeAway: [
		'Employees keep their own access without a role. To remove anyone else, close the account.',
		'Mitarbeitende behalten ihren eigenen Zugang auch ohne Rolle. Bei allen anderen schließen Sie das Konto.',
	],
	confirms: [
		'We send a link to the new mailbox, and to the old one if it is confirmed. The old address stays until the new one is confirmed and somebody has agreed.',
		'Wir senden einen Link an das neue Postfach und, falls bestätigt, an das alte. Die alte Adresse bleibt, bis die neue bestätigt ist und jemand zugestimmt hat.',
	],
	waits: ['A request waits', 'Eine Anfrage wartet'],
	toRequests: ['Open the requests', 'Anfragen öffnen'],
	begins: (roles: string) => [
		`Takes effect when the person uses the link in the mail: ${roles}`,
		`Gilt, sobald die Person den Link in der Mail benutzt: ${roles}`,
	],
	others: (roles: string) => [`Also: ${roles}`, `Außerdem: ${roles}`],
	details: ['Roles and name', 'Rollen und Name'],
	ask: {
		CODE: ['Ask for a printed code', 'Gedruckten Code beantragen'],
		REST: ['Ask for passwords by mail', 'Passwort per Mail beantragen'],
	} satisfies Record<AskedKind, Pair>,
	askHints: {
		CODE: [
			'For a registered person without a mailbox who forgot the password. A second administrator, or the operator if there is none, must release it. Then you can print one code within 7 days, on the page “Invitation” of the person.',
			'Für eine registrierte Person ohne Postfach, die ihr Passwort vergessen hat. Eine zweite Administration muss es freigeben, oder der Betreiber, wenn es keine gibt. Danach können Sie innerhalb von 7 Tagen einen Code drucken, auf der Seite „Einladung“ der Person.',
		],
		REST: [
			'A company has recently changed how this person signs in, so mails set no password for now. A second administrator, or the operator if there is none, can permit it earlier.',
			'Die Anmeldung dieser Person wurde vor Kurzem geändert, darum setzen Mails vorerst kein Passwort. Eine zweite Administration kann es früher erlauben, oder der Betreiber, wenn es keine gibt.',
		],
	} satisfies Record<AskedKind, Pair>,
});

const FIELDS = { ...USER_FIELDS, language, roles: manyOf(COMPANY_ROLES) };

const invitation = form({
	words: USER_WORDS,
	fields: FIELDS,
	contract: createUserRoute,
	body: (read, _, companyId: string) => ({ ...read, manageableCompanyIds: [companyId] }),
	attempt: (call, _, user) => createUser(call, user),
});

/** Gives and takes roles only for the company of the page, and corrects the details of the user. */
const details = form({
	words: USER_WORDS,
	fields: FIELDS,
	// The form has no address if it cannot be changed here.
	body: ({ email: address, ...rest }, c) => (c.var.typed.has('email') ? { ...rest, email: address } : rest),
	async attempt(call, { companyId, userId }: { companyId: string; userId: string }, typed) {
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

const askingFor = (kind: AskedKind) =>
	form({
		fields: {},
		attempt: (call, { companyId, userId }: { companyId: string; userId: string }) =>
			askForIdentityChange(call, companyId, { kind, userId }),
	});
const ASKING = { CODE: askingFor('CODE'), REST: askingFor('REST') } satisfies Record<AskedKind, unknown>;

const PATH = '/team/:userId';

export function takeUsers(app: App): void {
	const savedAt = (c: Context, id: string, saved: string) => addressIn(c, `/team/${id}`, { saved });
	takeForm(app, '/team', invitation, {
		idOf: (c) => companyNamed(c, 'createUser'),
		to: (_, { id }, c) => savedAt(c, id, 'invited'),
		show: showUsers,
		guard: proof,
	});
	app.get(PATH, showUser);
	takeForm(app, PATH, details, {
		idOf: (c) => ({ companyId: companyNamed(c, 'updateUser'), userId: userIn(c) }),
		to: ({ userId }, _, c) => savedAt(c, userId, 'roles'),
		show: showUser,
		guard: proofToSave,
	});
	for (const kind of ASKED_KINDS) {
		takeForm(app, `${PATH}/requests/${kind}`, ASKING[kind], {
			idOf: (c) => ({ companyId: companyNamed(c, 'askForIdentityChange'), userId: userIn(c) }),
			to: ({ userId }, _, c) => savedAt(c, userId, 'request-asked'),
			show: showUser,
			guard: proof,
		});
	}
	takeUserActions(app, PATH, {
		to: (c, action) => savedAt(c, userIn(c), action),
		show: showUser,
		isProven: () => true,
	});
}

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
	const toOf = (userId: string) => addressIn(c, `/team/${userId}`);
	return companyPage(
		c,
		{ path: '/team' },
		<>
			<UserList caption={words.list} rows={users} cursorOf={({ id }) => id} none={words.none} toOf={toOf} />
			<div class="narrow-start">
				<Panel title={words.invite}>
					{known !== undefined && (
						<Note>
							<p>
								{words.known} <a href={toOf(known.id)}>{words.knownLink}</a>
							</p>
						</Note>
					)}
					<Invitation />
				</Panel>
			</div>
		</>,
	);
}

function Invitation() {
	const { c, words } = useReader(WORDS);
	return (
		<FormFor
			of={invitation}
			to={addressIn(c, '/team')}
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
	);
}

async function showUser(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'readUser');
	const wanted = { userId: userIn(c), state: 'OPEN' as const };
	const call = reading(c);
	const [user, [request]] = await Promise.all([
		readUser(call, userIn(c)),
		listIdentityChanges(call, companyId, wanted, { before: '', limit: 1 }),
	]);
	const toOf = (action: string) => addressIn(c, `/team/${user.id}/${action}`);
	return companyPage(
		c,
		{ path: '/team', title: nameOf(user), scripts: ['preview.js'] },
		<div class="columns">
			<Details user={user} />
			<div>
				{request !== undefined && <Waiting change={request} />}
				<RolePreview of={details} />
				<Panel title={USER_WORDS[c.var.language].signIn}>
					<UserFacts user={user} />
					<UserActions user={user} toOf={toOf} />
					<Asking user={user} toOf={toOf} />
				</Panel>
			</div>
		</div>,
	);
}

/** The requests for a release that would help this user now. */
function Asking({ user, toOf }: { user: User; toOf: (action: string) => string }) {
	const { c, words } = useReader(WORDS);
	const { dateFirstRegistered, dateProven, dateClosed, roles } = user;
	const isOnlyEmployee = roles.every((role) => role === 'EMPLOYEE');
	const isLost = dateFirstRegistered !== null && dateProven === null && isOnlyEmployee;
	const rests = restOf(user, realTime(c.var.call.db, c.var.now)) !== null;
	const possible =
		dateClosed !== null ? [] : ASKED_KINDS.filter((kind) => (kind === 'CODE' ? isLost : rests));
	return possible.map((kind) => (
		<Sure label={words.ask[kind]}>
			<p>{words.askHints[kind]}</p>
			<FormFor of={ASKING[kind]} to={toOf(`requests/${kind}`)} save={words.ask[kind]} />
		</Sure>
	));
}

/** A company cannot change the address of the reader, of a closed user, or of a registered user of several companies. */
const mayPropose = (
	{ id, dateClosed, employerId, companyIds }: User,
	readerId: string | undefined,
): boolean =>
	id !== readerId &&
	dateClosed === null &&
	new Set([...companyIds, ...(employerId === null ? [] : [employerId])]).size === 1;

function Details({ user }: { user: User }) {
	const { c, visitor, words } = useReader(WORDS);
	const isProposed = user.dateRegistered !== null && mayPropose(user, visitor?.userId);
	return (
		<Panel title={words.details}>
			<FormFor
				of={details}
				to={addressIn(c, `/team/${user.id}`)}
				record={user}
				values={{ roles: [...user.roles, ...user.pendingRoles] }}
				options={{ roles: useRoleOptions() }}
			>
				<OneField of={details} name="roles" />
				<p class="hint">{words.takeAway}</p>
				{(user.dateRegistered === null || isProposed) && <OneField of={details} name="email" />}
				{isProposed && <p class="hint">{words.confirms}</p>}
				<div class="pair">
					<Fields of={details} only={['firstName', 'lastName']} />
				</div>
				<OneField of={details} name="language" />
			</FormFor>
		</Panel>
	);
}

/** Says which address waits, who asked for it and until when. */
function Waiting({ change }: { change: IdentityChange }) {
	const { c, words } = useReader(WORDS);
	return (
		<Panel title={words.waits}>
			<RequestFacts change={change} />
			<p>
				<a href={addressIn(c, '/team/requests')}>{words.toRequests}</a>
			</p>
		</Panel>
	);
}

function UserFacts({ user }: { user: User }) {
	const words = useWords(WORDS);
	const { email: label, roleNames, lost } = useWords(USER_WORDS);
	const dayOrNo = (at: number | null) => (at === null ? words.no : <Day at={at} />);
	const others = user.roles.filter((role) => !isForCompanies(role));
	return (
		<>
			<Facts
				rows={[
					[label, user.email],
					[words.dateRegistered, dayOrNo(user.dateRegistered)],
					[words.dateProven, dayOrNo(user.dateProven)],
					[words.dateClosed, dayOrNo(user.dateClosed)],
				]}
			/>
			{user.hasLostAddress && <Note mood="waiting">{lost}</Note>}
			{user.pendingRoles.length > 0 && (
				<Note mood="waiting">
					{words.begins(user.pendingRoles.map((role) => roleNames[role]).join(', '))}
				</Note>
			)}
			{others.length > 0 && <p>{words.others(others.map((role) => roleNames[role]).join(', '))}</p>}
		</>
	);
}
