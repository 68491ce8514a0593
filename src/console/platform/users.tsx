import { findUsers } from '../../accounts/me/actions.ts';
import type { Context } from '../env.ts';
import { text } from '../kinds.tsx';
import { afterIn, Filters, List, PAGE_AND_ONE } from '../listing.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Note } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { ERASURE_WORDS } from './erasure-words.ts';
import { PlatformHeading, USERS, UserState } from './parts.tsx';
import { WORDS } from './words.ts';

type Found = Awaited<ReturnType<typeof findUsers>>;

export async function showUsers(c: Context): Promise<Response> {
	const rows = await findUsers(c.var.call, c.req.query('q')?.trim() ?? '', afterIn(c), PAGE_AND_ONE);
	return page(c, { title: WORDS[c.var.language].users }, <Users rows={rows} />);
}

function Users({ rows }: { rows: Found }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	return (
		<>
			<PlatformHeading part="users" />
			{c.req.query('erased') !== undefined && <Note mood="good">{useWords(ERASURE_WORDS).done}</Note>}
			<Filters to={USERS} fields={{ q: text({ type: 'search' }) }} words={WORDS} button={words.search} />
			<List
				caption={words.users}
				columns={[
					{
						title: words.name,
						of: (user) => (
							<>
								<bdi>
									<a href={`${USERS}/${user.id}`}>{nameOf(user)}</a>
								</bdi>
								{nameOf(user) !== user.email && <small class="below">{user.email}</small>}
							</>
						),
					},
					{ title: words.roleOf, of: ({ roles }) => roles.map((role) => words.roles[role]).join(', ') },
					{ title: words.state, of: (user) => <UserState of={user} /> },
				]}
				rows={rows}
				cursorOf={({ emailKey }) => emailKey}
				none={words.nobody}
			/>
		</>
	);
}
