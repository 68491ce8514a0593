import type { Child } from 'hono/jsx';
import { BASE, type Context, idIn } from '../env.ts';
import { ACCESS_WORDS } from '../history/access-log.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
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

const nameIn = ({ var: { language } }: Context, part: Part): string =>
	part === 'access' ? ACCESS_WORDS[language].title : WORDS[language][part];

/** The heading of one of the parts, with the way to the others. */
export function PlatformHeading({ part }: { part: Part }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	return (
		<>
			<Heading title={nameIn(c, part)} above={words.platform}>
				{part === 'companies' && <MainLink to={`${COMPANIES}/new`}>{words.create}</MainLink>}
			</Heading>
			<nav class="tabs" aria-label={words.parts}>
				{PARTS.map((name) => (
					<a href={ADDRESSES[name]} aria-current={name === part ? 'page' : undefined}>
						{nameIn(c, name)}
					</a>
				))}
			</nav>
		</>
	);
}

/** The first page of one of the parts. */
export const platformPage = (c: Context, part: Part, content: Child) =>
	page(
		c,
		{ title: nameIn(c, part) },
		<>
			<PlatformHeading part={part} />
			{content}
		</>,
	);
