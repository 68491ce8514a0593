import type { Child } from 'hono/jsx';
import { BASE, type Context, idIn } from '../env.ts';
import { ACCESS_WORDS } from '../history/access-log.tsx';
import { type PageProps, Tabs, titledPage } from '../page.tsx';
import { Done, MainLink } from '../parts.tsx';
import { WORDS } from './words.ts';

export const PLATFORM = `${BASE}/platform`;
export const COMPANIES = `${PLATFORM}/companies`;
export const USERS = `${PLATFORM}/users`;
export const KEYS = `${PLATFORM}/keys`;
export const ACCESS = `${PLATFORM}/access`;
export const REQUESTS = `${PLATFORM}/requests`;
export const TILLS = `${PLATFORM}/tills`;
export const CELLS = `${PLATFORM}/cells`;
const ADDRESSES = {
	companies: PLATFORM,
	users: USERS,
	keys: KEYS,
	tills: TILLS,
	access: ACCESS,
	requests: REQUESTS,
	cells: CELLS,
	runs: `${PLATFORM}/jobs`,
};

export const companyIn = (c: Context): string => idIn(c, 'companyId');

type PlatformSection = keyof typeof ADDRESSES;
const PARTS = Object.keys(ADDRESSES) as PlatformSection[];

interface FrameProps extends Pick<PageProps, 'scripts'> {
	part: PlatformSection;
	/** The title of a page below the part. */
	title?: string | undefined;
}

/** A page of one of the parts, with links to the others. A page below a part has a link back to it. */
export function platformPage(c: Context, { part, title, ...props }: FrameProps, content: Child) {
	const words = WORDS[c.var.language];
	const names = { ...words, access: ACCESS_WORDS[c.var.language].title };
	const links = PARTS.map((one) => [ADDRESSES[one], names[one]] as const);
	return titledPage(
		c,
		{
			...props,
			title: title ?? names[part],
			above: title === undefined ? words.platform : <a href={ADDRESSES[part]}>{names[part]}</a>,
			actions: part === 'companies' && title === undefined && (
				<MainLink to={`${COMPANIES}/new`}>{words.create}</MainLink>
			),
		},
		<>
			{title === undefined && <Tabs label={words.parts} links={links} present={ADDRESSES[part]} />}
			<Done />
			{content}
		</>,
	);
}
