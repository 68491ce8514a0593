import { BASE, type Context, idIn } from '../env.ts';
import { ACCESS_WORDS } from '../history/access-log.tsx';
import { Heading, useWords } from '../page.tsx';
import { MainLink } from '../parts.tsx';
import { WORDS } from './words.ts';

export const PLATFORM = `${BASE}/platform`;
export const COMPANIES = `${PLATFORM}/companies`;
export const USERS = `${PLATFORM}/users`;
export const KEYS = `${PLATFORM}/keys`;
export const ACCESS = `${PLATFORM}/access`;
const ADDRESSES = {
	companies: PLATFORM,
	users: USERS,
	keys: KEYS,
	access: ACCESS,
	runs: `${PLATFORM}/jobs`,
};

export const companyIn = (c: Context): string => idIn(c, 'companyId');

type Part = keyof typeof ADDRESSES;
const PARTS = Object.keys(ADDRESSES) as Part[];

/** The heading of one of the parts, with the way to the others. */
export function PlatformHeading({ part }: { part: Part }) {
	const words = useWords(WORDS);
	const nameOf = (one: Part) => (one === 'access' ? useWords(ACCESS_WORDS).title : words[one]);
	return (
		<>
			<Heading title={nameOf(part)} above={words.platform}>
				{part === 'companies' && <MainLink to={`${COMPANIES}/new`}>{words.create}</MainLink>}
			</Heading>
			<nav class="tabs" aria-label={words.parts}>
				{PARTS.map((name) => (
					<a href={ADDRESSES[name]} aria-current={name === part ? 'page' : undefined}>
						{nameOf(name)}
					</a>
				))}
			</nav>
		</>
	);
}
