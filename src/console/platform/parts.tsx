import { BASE } from '../env.ts';
import { Heading, useReader } from '../page.tsx';
import { Badge } from '../parts.tsx';
import { WORDS } from './words.ts';

export const PLATFORM = `${BASE}/platform`;
export const COMPANIES = `${PLATFORM}/companies`;
export const USERS = `${PLATFORM}/users`;
const JOBS_PATH = `${PLATFORM}/jobs`;

/** The heading of one of the three parts, with the way to the others. */
export function PlatformHeading({ part }: { part: 'companies' | 'users' | 'runs' }) {
	const { c } = useReader();
	const words = WORDS[c.var.language];
	const addresses = { companies: PLATFORM, users: USERS, runs: JOBS_PATH };
	return (
		<>
			<Heading title={words[part]} above={words.platform}>
				{part === 'companies' && (
					<a class="button main" href={`${COMPANIES}/new`}>
						{words.create}
					</a>
				)}
			</Heading>
			<nav class="links parts" aria-label={words.parts}>
				{(['companies', 'users', 'runs'] as const).map((name) => (
					<a href={addresses[name]} aria-current={name === part ? 'page' : undefined}>
						{words[name]}
					</a>
				))}
			</nav>
		</>
	);
}

interface Stated {
	dateRegistered: number | null;
	dateClosed: number | null;
}

/** Whether a user can sign in. */
export function UserState({ of: { dateRegistered, dateClosed } }: { of: Stated }) {
	const { c } = useReader();
	const words = WORDS[c.var.language];
	if (dateClosed !== null) return <Badge mood="calm">{words.closed}</Badge>;
	return dateRegistered === null ? (
		<Badge mood="waiting">{words.invited}</Badge>
	) : (
		<Badge mood="good">{words.registered}</Badge>
	);
}
