import { toWire } from '../../accounts/contract.ts';
import type { readUserAndCompanies } from '../../accounts/me/actions.ts';
import { ROLES } from '../../core/actor.ts';
import { ACCESS_WORDS } from '../access-log/words.ts';
import { Choice } from '../choice.tsx';
import { WORDS as USERS_WORDS } from '../company/users-words.ts';
import { BASE } from '../env.ts';
import { Buttons, Form, type Refused, SaveOrShow } from '../form.tsx';
import { Heading, useReader, useWords } from '../page.tsx';
import { Facts, Note, Panel, Sure } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import type { RoleChange } from '../roles/change.ts';
import { RolePreview } from '../roles/preview.tsx';
import { tagOf } from '../submit.ts';
import { VIEWING } from '../viewing.tsx';
import { ERASURE_WORDS } from './erasure-words.ts';
import { ACCESS, COMPANIES, PLATFORM, USERS, UserState } from './parts.tsx';
import { WORDS } from './words.ts';

type Known = Awaited<ReturnType<typeof readUserAndCompanies>>;

/** What a form was refused for, and which one. */
export type PartRefused = { part?: string } & Refused;

interface UserPageProps {
	known: Known;
	refused: PartRefused;
	change: RoleChange | undefined;
}

export function UserPage({ known, refused, change }: UserPageProps) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const { user, companies } = known;
	const employers = companies.filter(({ employeeId }) => employeeId !== null);
	const stateOf = (part: string): Refused => (refused.part === part ? refused : {});
	return (
		<>
			<Heading title={nameOf(user)} above={<a href={USERS}>{words.users}</a>} />
			{c.req.query('saved') !== undefined && <Note mood="good">{words.saved}</Note>}
			<div class="columns">
				<Panel>
					<Facts
						rows={[
							[words.email, user.email],
							[words.state, <UserState of={user} />],
							[words.since, say.day(user.dateCreated)],
							...employers.map(
								({ id, name, employeeId }) =>
									[
										words.employedBy,
										<>
											<a href={`${COMPANIES}/${id}`}>{name}</a> ·{' '}
											<a href={`${BASE}/people/${employeeId}`}>{words.toPerson}</a>
										</>,
									] as const,
							),
						]}
					/>
					<p class="links">
						<a href={`${BASE}/history?subject=${user.id}`}>{words.history}</a>{' '}
						<a href={`${ACCESS}?user=${user.id}`}>{useWords(ACCESS_WORDS).title}</a>
					</p>
				</Panel>
				<div>
					<Panel title={words.rolesAndCompanies}>
						<Roles known={known} state={stateOf('roles')} />
					</Panel>
					<RolePreview change={change} state={stateOf('roles')} />
				</div>
				<div>
					<Panel title={words.access}>
						<Access known={known} stateOf={stateOf} />
					</Panel>
					{!user.roles.includes('PLATFORM_ADMIN') && (
						<Panel title={words.view}>
							<Form to={`${VIEWING}/${user.id}`} state={stateOf('viewing')}>
								<p class="hint">{words.viewHint}</p>
								<Buttons>
									<button type="submit">{words.view}</button>
								</Buttons>
							</Form>
						</Panel>
					)}
				</div>
			</div>
		</>
	);
}

function Roles({ known: { user, companies }, state }: { known: Known; state: Refused }) {
	const words = useWords(WORDS);
	const managed = companies.filter(({ employeeId }) => employeeId === null);
	return (
		<Form to={`${USERS}/${user.id}/roles`} state={state} etag={tagOf(toWire(user))} previews>
			<Choice
				name="roles"
				label={words.roleOf}
				value={user.roles}
				isMany
				options={ROLES.map((value) => ({ value, label: words.roles[value] }))}
			/>
			{managed.length > 0 && (
				<Choice
					name="manageableCompanyIds"
					label={words.manages}
					value={user.companyIds}
					isMany
					options={managed.map(({ id, name }) => ({ value: id, label: name }))}
				/>
			)}
			<p class="hint">
				{words.moreCompanies} <a href={PLATFORM}>{words.companies}</a>
			</p>
			<SaveOrShow save={words.save} />
		</Form>
	);
}

/** Where each deed is done. */
const PATHS = {
	invite: 'invitation',
	sessions: 'sessions',
	factor: 'second-factor',
	close: 'close',
	open: 'open',
};

/** What lets a user in, or keeps it out, each with what would follow. */
function Access({ known: { user }, stateOf }: { known: Known; stateOf: (part: string) => Refused }) {
	const { deeds, consequences } = useWords(USERS_WORDS);
	const isClosed = user.dateClosed !== null;
	const possible: (keyof typeof PATHS)[] = [
		...(!isClosed && user.dateRegistered === null ? (['invite'] as const) : []),
		...(['sessions', 'factor', isClosed ? 'open' : 'close'] as const),
	];
	return (
		<>
			{possible.map((deed) => (
				<Form to={`${USERS}/${user.id}/${PATHS[deed]}`} state={stateOf(PATHS[deed])}>
					<Sure label={deeds[deed]}>
						<p>{consequences[deed]}</p>
						<button type="submit">{deeds[deed]}</button>
					</Sure>
				</Form>
			))}
			{isClosed && user.employerId === null && (
				<a class="button" href={`${USERS}/${user.id}/erasure`}>
					{useWords(ERASURE_WORDS).erase}
				</a>
			)}
		</>
	);
}
