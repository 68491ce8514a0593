import { updateUser } from '../../accounts/actions.ts';
import { toWire, updateUserRoute } from '../../accounts/contract.ts';
import { findUsers, readUserAndCompanies } from '../../accounts/me/actions.ts';
import { readOverview } from '../../overview/companies/actions.ts';
import type { Context } from '../env.ts';
import { Field } from '../field.tsx';
import type { Refused } from '../form.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Empty } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { foreseen, type RoleChange } from '../roles/change.ts';
import { RolePreview } from '../roles/preview.tsx';
import { changed, checked, isPreview } from '../submit.ts';
import { chosenIn, textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { Gift } from './gift.tsx';
import { COMPANIES, UserState } from './parts.tsx';
import { WORDS } from './words.ts';

/** How many of those who are found are shown: whoever types goes on typing. */
const SHOWN = 10;

const companyIn = (c: Context): string => (c.req.param('companyId') ?? '').toLowerCase();
const addressIn = (c: Context): string => `${COMPANIES}/${companyIn(c)}/giving`;

/** Gives the company to somebody who is a user already, beside the companies that the user has. */
export async function give(c: Context, typed: FormData): Promise<Response> {
	const [companyId, userId] = [companyIn(c), textIn(typed, 'user')];
	const { user } = await readUserAndCompanies(c.var.call, userId);
	const patch = checked(updateUserRoute, {
		roles: chosenIn(typed, 'roles'),
		manageableCompanyIds: [...new Set([...user.companyIds, companyId])],
	});
	const attempt = (call: typeof c.var.call) => updateUser(call, userId, patch);
	if (isPreview(typed)) return showGiving(c, { typed }, 200, await foreseen(c, user, attempt));
	return changed(c, {
		attempt,
		to: () => `${COMPANIES}/${companyId}?saved`,
		toWire,
	});
}

/** Finds the user by the e-mail address, and asks for the roles. */
export async function showGiving(
	c: Context,
	state: Refused = {},
	status = 200,
	change?: RoleChange,
): Promise<Response> {
	const q = c.req.query('q')?.trim() ?? '';
	const userId = c.req.query('user') ?? (state.typed === undefined ? '' : textIn(state.typed, 'user'));
	const call = reading(c);
	const [company, found, known] = await Promise.all([
		readOverview(call, companyIn(c)),
		findUsers(call, q, '', q === '' ? 0 : SHOWN),
		userId === '' ? null : readUserAndCompanies(call, userId),
	]);
	const title = WORDS[c.var.language].give;
	return page(
		c,
		{ title, scripts: ['search.js', 'preview.js'] },
		<div class="narrow">
			<Heading title={title} above={<a href={`${COMPANIES}/${company.id}`}>{company.name}</a>} />
			{known === null ? (
				<Search q={q} found={found} />
			) : (
				<>
					<Gift company={company} known={known} to={addressIn(c)} state={state} />
					<RolePreview change={change} state={state} />
				</>
			)}
		</div>,
		status,
	);
}

function Search({ q, found }: { q: string; found: Awaited<ReturnType<typeof findUsers>> }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	return (
		<form method="get" action={addressIn(c)} class="panel" data-search>
			<p class="hint">{words.giveHint}</p>
			<Field name="q" label={words.q} type="search" inputmode="email" autocomplete="off" value={q} isFilter />
			<button type="submit">{words.search}</button>
			<div data-found>
				{q !== '' && found.length === 0 && <Empty>{words.nobody}</Empty>}
				<ul class="rows">
					{found.map((user) => (
						<li>
							<span>
								<bdi>
									<a href={`${addressIn(c)}?user=${user.id}`}>{nameOf(user)}</a>
								</bdi>
								<small class="below">{user.email}</small>
							</span>
							<UserState of={user} />
						</li>
					))}
				</ul>
			</div>
		</form>
	);
}
