import { updateUser } from '../../administration/accounts/changes/actions.ts';
import { beginViewing, endViewing } from '../../administration/accounts/closure/actions.ts';
import { toWire, updateUserRoute } from '../../administration/accounts/contract.ts';
import { readUserAndCompanies } from '../../administration/accounts/search/actions.ts';
import { eraseUser } from '../../administration/privacy/erasure/actions.ts';
import { ROLES } from '../../foundation/core/actor.ts';
import { ROLE_NAMES } from '../../foundation/core/words.ts';
import { databasesOf } from '../../foundation/http/near.ts';
import { callWhere } from '../../tenants/hosting/cells/actions.ts';
import { type App, asApi, BASE, type Context } from '../env.ts';
import { Form, OnlyButton } from '../form.tsx';
import { Fields, FormFor, form, sentWith } from '../forms.tsx';
import { ACCESS_WORDS } from '../history/access-log.tsx';
import { manyOf } from '../kinds.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { ButtonLink, Facts, Note, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { proof, proofToSave } from '../sign-in/routes.ts';
import { changed } from '../submit.ts';
import { takeForm } from '../taking.ts';
import { Erasure, reasonAgainst, takeUserActions, UserActions, UserState, userIn } from '../users/access.tsx';
import { foreseen, RolePreview } from '../users/roles.tsx';
import { ERASURE_WORDS, USER_WORDS } from '../users/words.ts';
import { reading, VIEWING } from '../visit.ts';
import { ACCESS, COMPANIES, PLATFORM, platformPage, USERS } from './frame.tsx';
import { WORDS } from './words.ts';

type UserAndCompanies = Awaited<ReturnType<typeof readUserAndCompanies>>;

const PATH = '/platform/users/:userId';

const roles = form({
	words: WORDS,
	fields: { roles: manyOf(ROLES, ROLE_NAMES), manageableCompanyIds: manyOf() },
	contract: updateUserRoute,
	attempt: updateUser,
	toWire,
	preview: foreseen,
});
const viewing = form({
	fields: {},
	attempt: async (call, userId: string, _, c) =>
		beginViewing(call, await callWhere(databasesOf(asApi(c)), call, { id: userId }), userId),
});
const erasure = form({ fields: {}, attempt: (call, userId: string) => eraseUser(call, userId) });

const addressIn = (c: Context): string => `${USERS}/${userIn(c)}`;

/** The page of a user of any company, and the forms on it. */
export function serveUser(app: App): void {
	const shared = { idOf: userIn, show: showUser };
	const saved = (userId: string) => `${USERS}/${userId}?saved=roles`;
	app.get(PATH, showUser);
	takeForm(app, `${PATH}/roles`, roles, { ...shared, to: saved, guard: proofToSave });
	takeUserActions(app, PATH, {
		to: (c, action) => `${addressIn(c)}?saved=${action}`,
		show: showUser,
		isProven: (action) => action === 'second-factor',
	});
	app.get(`${PATH}/erasure`, proof, showErasure);
	takeForm(app, `${PATH}/erasure`, erasure, {
		idOf: userIn,
		to: () => `${USERS}?erased`,
		show: showErasure,
		guard: proof,
	});
	app.post('/platform/viewing/end', (c) =>
		changed(c, { attempt: endViewing, to: () => `${USERS}/${c.var.visitor?.viewed?.userId ?? ''}` }),
	);
	takeForm(app, '/platform/viewing/:userId', viewing, { ...shared, to: () => BASE, guard: proof });
}

async function showErasure(c: Context): Promise<Response> {
	const call = reading(c);
	const [{ user }, reason] = await Promise.all([
		readUserAndCompanies(call, userIn(c)),
		// This only tries the erasure. Nothing is stored.
		reasonAgainst(eraseUser(call, userIn(c))),
	]);
	const words = ERASURE_WORDS[c.var.language];
	const back = addressIn(c);
	const refusal = sentWith(c, erasure).refusal ?? reason;
	return titledPage(
		c,
		{ title: words.erase, above: <a href={back}>{nameOf(user)}</a>, isNarrow: true },
		<Erasure to={`${back}/erasure`} back={back} consequences={[words.what, words.stays]} refusal={refusal} />,
	);
}

async function showUser(c: Context): Promise<Response> {
	const known = await readUserAndCompanies(c.var.call, userIn(c));
	const frame = { part: 'users', title: nameOf(known.user), scripts: ['preview.js'] } as const;
	return platformPage(c, frame, <UserPage known={known} />);
}

function UserPage({ known }: { known: UserAndCompanies }) {
	const words = useWords(WORDS);
	const { user } = known;
	return (
		<div class="columns">
			<UserFacts known={known} />
			<div>
				<Roles known={known} />
				<RolePreview of={roles} />
			</div>
			<div>
				<Panel title={useWords(USER_WORDS).signIn}>
					<UserActions user={user} toOf={(action) => `${USERS}/${user.id}/${action}`} />
					{user.dateClosed !== null && user.employerId === null && (
						<ButtonLink to={`${USERS}/${user.id}/erasure`}>{useWords(ERASURE_WORDS).erase}</ButtonLink>
					)}
				</Panel>
				{!user.roles.includes('PLATFORM_ADMIN') && (
					<Panel title={words.view}>
						<Form to={`${VIEWING}/${user.id}`}>
							<p class="hint">{words.viewHint}</p>
							<OnlyButton>{words.view}</OnlyButton>
						</Form>
					</Panel>
				)}
			</div>
		</div>
	);
}

function UserFacts({ known: { user, companies } }: { known: UserAndCompanies }) {
	const { say, words } = useReader(WORDS);
	const { email, state, lost } = useWords(USER_WORDS);
	const employers = companies.filter(({ employeeId }) => employeeId !== null);
	const employments = employers.map(({ id, name, employeeId }) => {
		const company = <a href={`${COMPANIES}/${id}`}>{name}</a>;
		const person = <a href={`${BASE}/people/${employeeId}`}>{words.toPerson}</a>;
		return [words.employedBy, [company, ' · ', person]] as const;
	});
	return (
		<Panel>
			<Facts
				rows={[
					[email, user.email],
					[state, <UserState of={user} />],
					[words.since, say.day(user.dateCreated)],
					[words.dateProven, user.dateProven === null ? words.no : say.day(user.dateProven)],
					...employments,
				]}
			/>
			{user.hasLostAddress && <Note mood="waiting">{lost}</Note>}
			<p class="links">
				<a href={`${BASE}/history?subject=${user.id}`}>{words.history}</a>{' '}
				<a href={`${ACCESS}?user=${user.id}`}>{useWords(ACCESS_WORDS).title}</a>
			</p>
		</Panel>
	);
}

function Roles({ known: { user, companies } }: { known: UserAndCompanies }) {
	const words = useWords(WORDS);
	const managed = companies.filter(({ employeeId }) => employeeId === null);
	const options = managed.map(({ id, name }) => ({ value: id, label: name }));
	return (
		<Panel title={words.rolesAndCompanies}>
			<FormFor
				of={roles}
				to={`${USERS}/${user.id}/roles`}
				record={user}
				values={{ manageableCompanyIds: user.companyIds }}
				options={{ manageableCompanyIds: options }}
			>
				<Fields of={roles} only={managed.length > 0 ? ['roles', 'manageableCompanyIds'] : ['roles']} />
				<p class="hint">
					{words.moreCompanies} <a href={PLATFORM}>{words.companies}</a>
				</p>
			</FormFor>
		</Panel>
	);
}
