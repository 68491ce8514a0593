import { toWire } from '../../accounts/contract.ts';
import type { readUserAndCompanies } from '../../accounts/me/actions.ts';
import type { Role } from '../../core/actor.ts';
import { Choice } from '../choice.tsx';
import { Form, type Refused, SaveOrShow } from '../form.tsx';
import { useWords } from '../page.tsx';
import { Facts, Note, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { tagOf } from '../submit.ts';
import { USERS } from './parts.tsx';
import { WORDS } from './words.ts';

/** The roles that somebody has for companies. */
const FOR_COMPANIES: readonly Role[] = ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER', 'TECHNICAL_USER'];

interface GiftProps {
	company: { id: string; name: string };
	known: Awaited<ReturnType<typeof readUserAndCompanies>>;
	to: string;
	state: Refused;
}

/** Who gets the company, what this user has already, and with which roles: a role holds for every company of the user. */
export function Gift({ company, known: { user, companies }, to, state }: GiftProps) {
	const words = useWords(WORDS);
	const managed = companies.filter(({ employeeId }) => employeeId === null);
	if (user.companyIds.includes(company.id)) {
		return (
			<Note>
				{words.hasCompany(nameOf(user))} <a href={`${USERS}/${user.id}`}>{words.toUser}</a>
			</Note>
		);
	}
	const isNew = !user.roles.some((role) => FOR_COMPANIES.includes(role));
	return (
		<Panel title={nameOf(user)}>
			<Facts
				rows={[
					[words.email, user.email],
					[words.manages, managed.map(({ name }) => name).join(', ') || words.noCompany],
				]}
			/>
			<Form to={to} state={state} etag={tagOf(toWire(user))} previews>
				<input type="hidden" name="user" value={user.id} />
				{user.roles
					.filter((role) => !FOR_COMPANIES.includes(role))
					.map((role) => (
						<input type="hidden" name="roles" value={role} />
					))}
				<Choice
					name="roles"
					label={words.roleOf}
					isMany
					value={isNew ? ['COMPANY_ADMIN'] : user.roles}
					options={FOR_COMPANIES.map((value) => ({ value, label: words.roles[value] }))}
				/>
				{managed.length > 0 && <p class="hint">{words.rolesHoldForAll}</p>}
				<SaveOrShow save={words.giveTo(nameOf(user), company.name)} />
			</Form>
		</Panel>
	);
}
