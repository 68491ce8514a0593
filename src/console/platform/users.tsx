import { findUsers } from '../../accounts/search/actions.ts';
import type { Context } from '../env.ts';
import { Field } from '../field.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Empty, Note, Paging, pageOf, Table } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { ERASURE_WORDS } from './erasure-words.ts';
import { PlatformHeading, USERS, UserState } from './parts.tsx';
import { WORDS } from './words.ts';

const PAGE_SIZE = 50;

type Found = Awaited<ReturnType<typeof findUsers>>;

export async function showUsers(c: Context): Promise<Response> {
	const [beginning, after] = [c.req.query('q')?.trim() ?? '', c.req.query('after') ?? ''];
	const found = await findUsers(c.var.call, beginning, after, PAGE_SIZE + 1);
	const { shown, next } = pageOf(found, ({ emailKey }) => emailKey, PAGE_SIZE);
	const content = <Users rows={shown} next={next} />;
	return page(c, { title: WORDS[c.var.language].users }, content);
}

function Users({ rows, next }: { rows: Found; next: string | null }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	return (
		<>
			<PlatformHeading part="users" />
			{c.req.query('erased') !== undefined && <Note mood="good">{useWords(ERASURE_WORDS).done}</Note>}
			<form method="get" action={USERS} class="panel filters">
				<Field
					name="q"
					label={words.searchUsers}
					type="search"
					autocomplete="off"
					value={c.req.query('q')}
					isFilter
				/>
				<button type="submit">{words.search}</button>
			</form>
			{rows.length === 0 ? (
				<Empty>{words.nobody}</Empty>
			) : (
				<Table
					caption={words.users}
					columns={[words.name, words.roleOf, words.state]}
					rows={rows.map((user) => [
						<>
							<bdi>
								<a href={`${USERS}/${user.id}`}>{nameOf(user)}</a>
							</bdi>
							{nameOf(user) !== user.email && <small class="below">{user.email}</small>}
						</>,
						user.roles.map((role) => words.roles[role]).join(', '),
						<UserState of={user} />,
					])}
				/>
			)}
			<Paging next={next} />
		</>
	);
}
