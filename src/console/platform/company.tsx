import { createUser } from '../../accounts/actions.ts';
import { createUserRoute } from '../../accounts/contract.ts';
import { readOverview } from '../../overview/companies/actions.ts';
import { BASE, type Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Day, Empty, Facts, Note, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { changed, checked } from '../submit.ts';
import { textIn, textOrNull } from '../typed.ts';
import { StateOf } from './companies.tsx';
import { COMPANIES, PLATFORM, USERS, UserState } from './parts.tsx';
import { WORDS } from './words.ts';

type Company = Awaited<ReturnType<typeof readOverview>>;

const companyIn = (c: Context): string => (c.req.param('companyId') ?? '').toLowerCase();

export async function showCompany(c: Context, state: Refused = {}, status = 200): Promise<Response> {
	const company = await readOverview(c.var.call, companyIn(c));
	return page(c, { title: company.name }, <CompanyPage company={company} state={state} />, status);
}

/** Invites an administrator of the company, who sets a password by a link. */
export function handOver(c: Context, typed: FormData): Promise<Response> {
	const fields = checked(createUserRoute, {
		email: textIn(typed, 'email'),
		firstName: textOrNull(typed, 'firstName'),
		lastName: textOrNull(typed, 'lastName'),
		roles: ['COMPANY_ADMIN'],
		manageableCompanyIds: [companyIn(c)],
	});
	const attempt = (call: typeof c.var.call) => createUser(call, fields);
	return changed(c, { attempt, to: () => `${COMPANIES}/${companyIn(c)}?saved` });
}

/** Where the company is given to somebody who is a user already: to whom an invitation was meant. */
const givingAddress = (companyId: string, { typed }: Refused = {}): string => {
	const q = typed === undefined ? '' : textIn(typed, 'email');
	return `${COMPANIES}/${companyId}/giving${q === '' ? '' : `?${new URLSearchParams({ q })}`}`;
};

function CompanyPage({ company, state }: { company: Company; state: Refused }) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const { id, name, people, dateCreated, managers } = company;
	return (
		<>
			<Heading title={name} above={<a href={PLATFORM}>{words.companies}</a>} />
			{c.req.query('saved') !== undefined && <Note mood="good">{words.saved}</Note>}
			<div class="columns">
				<Panel title={words.company}>
					<Facts
						rows={[
							[words.state, <StateOf company={company} />],
							[words.people, say.number(people)],
							[words.since, <Day at={dateCreated} />],
						]}
					/>
					<p class="links">
						<a href={`${BASE}/people?company=${id}`}>{words.peopleOf}</a>
						<a href={`${BASE}/history?company=${id}`}>{words.companyHistory}</a>
					</p>
				</Panel>
				<Panel title={words.administrators}>
					{managers.length === 0 && <Empty>{words.noAdministrators}</Empty>}
					<ul class="rows">
						{managers.map((one) => (
							<li>
								<span>
									<bdi>
										<a href={`${USERS}/${one.id}`}>{nameOf(one)}</a>
									</bdi>
									<small class="below">{one.roles.map((role) => words.roles[role]).join(', ')}</small>
								</span>
								<UserState of={one} />
							</li>
						))}
					</ul>
				</Panel>
				<Panel title={words.handOver}>
					{state.refusal?.code === 'email_taken' && (
						<Note>
							{words.isUser} <a href={givingAddress(id, state)}>{words.give}</a>
						</Note>
					)}
					<Form to={`${COMPANIES}/${id}/administrators`} state={state}>
						<Field name="email" label={words.email} type="email" inputmode="email" autocomplete="off" />
						<Field name="firstName" label={words.firstName} autocomplete="off" isOptional />
						<Field name="lastName" label={words.lastName} autocomplete="off" isOptional />
						<p class="hint">{words.handOverHint}</p>
						<Buttons>
							<button type="submit" class="main">
								{words.invite}
							</button>
						</Buttons>
					</Form>
					<p>
						<a href={givingAddress(id)}>{words.give}</a>
					</p>
				</Panel>
			</div>
		</>
	);
}
