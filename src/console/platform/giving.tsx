import { updateUser } from '../../administration/accounts/changes/actions.ts';
import { toWire, updateUserRoute } from '../../administration/accounts/contract.ts';
import { findUsers, readUserAndCompanies } from '../../administration/accounts/search/actions.ts';
import { readOverview } from '../../administration/overview/companies/actions.ts';
import { ROLE_NAMES } from '../../foundation/core/words.ts';
import { databasesOf } from '../../foundation/http/near.ts';
import { callWhere } from '../../tenants/hosting/cells/actions.ts';
import { type App, asApi, type Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Fields, FormFor, form } from '../forms.tsx';
import { manyOf } from '../kinds.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { Facts, Note, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { proofToSave } from '../sign-in/routes.ts';
import { checked } from '../submit.ts';
import { takeForm } from '../taking.ts';
import { chosenIn, textIn } from '../typed.ts';
import { UserList } from '../users/access.tsx';
import { COMPANY_ROLES, foreseen, isForCompanies, RolePreview } from '../users/roles.tsx';
import { USER_WORDS } from '../users/words.ts';
import { reading } from '../visit.ts';
import { COMPANIES, companyIn, USERS } from './frame.tsx';
import { WORDS } from './words.ts';

const PATH = '/platform/companies/:companyId/giving';

/** How many users a search shows. More letters find fewer. */
const SHOWN = 10;

const addressIn = (c: Context): string => `${COMPANIES}/${companyIn(c)}/giving`;

/** Gives the company to an existing user, beside the companies that the user has. */
const gift = form({
	words: WORDS,
	fields: { roles: manyOf(COMPANY_ROLES, ROLE_NAMES) },
	async attempt(call, companyId: string, _, c) {
		const userId = textIn(c.var.typed, 'user');
		const { user } = await readUserAndCompanies(call, userId);
		const patch = checked(updateUserRoute, {
			roles: chosenIn(c.var.typed, 'roles'),
			manageableCompanyIds: [...new Set([...user.companyIds, companyId])],
		});
		return updateUser(call, userId, patch);
	},
	toWire,
	preview: foreseen,
});

export function serveGiving(app: App): void {
	app.get(PATH, showGiving);
	takeForm(app, PATH, gift, {
		idOf: companyIn,
		to: (companyId) => `${COMPANIES}/${companyId}?saved=roles`,
		show: showGiving,
		guard: proofToSave,
	});
}

/** Finds the user by the e-mail address, and asks for the roles. */
async function showGiving(c: Context): Promise<Response> {
	const q = c.req.query('q')?.trim() ?? '';
	const userId = c.req.query('user') ?? textIn(c.var.typed ?? new FormData(), 'user');
	const call = reading(c);
	const there = await callWhere(databasesOf(asApi(c)), c.var.call, { id: companyIn(c) });
	const [company, found, known] = await Promise.all([
		readOverview(there.db.cell === undefined ? call : there, companyIn(c)),
		findUsers({ ...databasesOf(asApi(c)), d1: call.db }, call, q, '', q === '' ? 0 : SHOWN),
		userId === '' ? null : readUserAndCompanies(call, userId),
	]);
	const title = WORDS[c.var.language].give;
	return titledPage(
		c,
		{
			title,
			above: <a href={`${COMPANIES}/${company.id}`}>{company.name}</a>,
			scripts: ['search.js', 'preview.js'],
			isNarrow: true,
		},
		known === null ? (
			<Search q={q} found={found} />
		) : (
			<>
				<Gift company={company} known={known} />
				<RolePreview of={gift} />
			</>
		),
	);
}

function Search({ q, found }: { q: string; found: Awaited<ReturnType<typeof findUsers>> }) {
	const { c, words } = useReader(WORDS);
	const to = addressIn(c);
	return (
		<form method="get" action={to} class="panel" data-search>
			<p class="hint">{words.giveHint}</p>
			<Field name="q" label={words.q} type="search" inputmode="email" autocomplete="off" value={q} isFilter />
			<button type="submit">{words.search}</button>
			<div data-found>
				{q !== '' && (
					<UserList
						caption={words.users}
						rows={found}
						none={words.nobody}
						toOf={(userId) => `${to}?user=${userId}`}
					/>
				)}
			</div>
		</form>
	);
}

interface GiftProps {
	company: { id: string; name: string };
	known: Awaited<ReturnType<typeof readUserAndCompanies>>;
}

/** The user who gets the company, and the roles. A role applies to every company of the user. */
function Gift({ company, known: { user, companies } }: GiftProps) {
	const { c, words } = useReader(WORDS);
	const managed = companies.filter(({ employeeId }) => employeeId === null);
	const name = nameOf(user);
	if (user.companyIds.includes(company.id)) {
		return (
			<Note>
				{words.hasCompany(name)} <a href={`${USERS}/${user.id}`}>{words.toUser}</a>
			</Note>
		);
	}
	const shown = user.roles.some(isForCompanies) ? user.roles : ['COMPANY_ADMIN'];
	return (
		<Panel title={name}>
			<Facts
				rows={[
					[useWords(USER_WORDS).email, user.email],
					[words.manageableCompanyIds, managed.map((one) => one.name).join(', ') || words.noCompany],
				]}
			/>
			<FormFor
				of={gift}
				to={addressIn(c)}
				record={user}
				values={{ roles: shown }}
				save={words.giveTo(name, company.name)}
			>
				<input type="hidden" name="user" value={user.id} />
				{user.roles
					.filter((role) => !isForCompanies(role))
					.map((role) => (
						<input type="hidden" name="roles" value={role} />
					))}
				<Fields of={gift} />
				{managed.length > 0 && <p class="hint">{words.rolesHoldForAll}</p>}
			</FormFor>
		</Panel>
	);
}
