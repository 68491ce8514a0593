import type { Role } from '../../core/actor.ts';
import { List } from '../listing.tsx';
import { useWords } from '../page.tsx';
import { NameLink } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { UserState } from './access.tsx';
import { USER_WORDS } from './words.ts';

interface Listed {
	id: string;
	email: string;
	firstName: string | null;
	lastName: string | null;
	roles: readonly Role[];
	dateRegistered: number | null;
	dateClosed: number | null;
}

interface UserListProps<User> {
	caption: string;
	users: readonly User[];
	cursorOf: (user: User) => string;
	none: string;
	toOf: (userId: string) => string;
}

/** Users with their roles, each with a link to the page of the user. */
export function UserList<User extends Listed>({ users, toOf, ...rest }: UserListProps<User>) {
	const words = useWords(USER_WORDS);
	return (
		<List
			{...rest}
			rows={users}
			columns={[
				{
					title: words.name,
					of: (user) => (
						<>
							<NameLink to={toOf(user.id)}>{nameOf(user)}</NameLink>
							{nameOf(user) !== user.email && <small class="below">{user.email}</small>}
						</>
					),
				},
				{ title: words.roles, of: ({ roles }) => roles.map((role) => words.roleNames[role]).join(', ') },
				{ title: words.state, of: (user) => <UserState of={user} /> },
			]}
		/>
	);
}

interface UserRowsProps<User> {
	users: readonly User[];
	toOf: (userId: string) => string;
	/** The text below the name. */
	below: (user: User) => string;
}

/** A short list of users without a table. */
export const UserRows = <User extends Omit<Listed, 'roles'>>({ users, toOf, below }: UserRowsProps<User>) => (
	<ul class="rows">
		{users.map((user) => (
			<li>
				<span>
					<NameLink to={toOf(user.id)}>{nameOf(user)}</NameLink>
					<small class="below">{below(user)}</small>
				</span>
				<UserState of={user} />
			</li>
		))}
	</ul>
);
