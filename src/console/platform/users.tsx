import { findUsers } from '../../accounts/me/actions.ts';
import type { Context } from '../env.ts';
import { text } from '../kinds.tsx';
import { afterIn, Filters, PAGE_AND_ONE } from '../listing.tsx';
import { page } from '../page.tsx';
import { Note } from '../parts.tsx';
import { UserList } from '../users/list.tsx';
import { ERASURE_WORDS } from '../users/words.ts';
import { PlatformHeading, USERS } from './frame.tsx';
import { WORDS } from './words.ts';

export async function showUsers(c: Context): Promise<Response> {
	const users = await findUsers(c.var.call, c.req.query('q')?.trim() ?? '', afterIn(c), PAGE_AND_ONE);
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.users },
		<>
			<PlatformHeading part="users" />
			{c.req.query('erased') !== undefined && <Note mood="good">{ERASURE_WORDS[c.var.language].done}</Note>}
			<Filters to={USERS} fields={{ q: text({ type: 'search' }) }} words={WORDS} button={words.search} />
			<UserList
				caption={words.users}
				users={users}
				cursorOf={({ emailKey }) => emailKey}
				none={words.nobody}
				toOf={(userId) => `${USERS}/${userId}`}
			/>
		</>,
	);
}
