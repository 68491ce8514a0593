import { readLatestAccess } from '../../history/access-events/actions.ts';
import { AccessLog } from '../access-log/list.tsx';
import { askedIn, PAGE_AND_ONE } from '../access-log/place.ts';
import { ACCESS_WORDS } from '../access-log/words.ts';
import type { Context } from '../env.ts';
import { page } from '../page.tsx';
import { PlatformHeading } from './parts.tsx';

/** The access log of all companies, or of one user. */
export async function showAccess(c: Context): Promise<Response> {
	const { userId, before } = askedIn(c);
	const found = await readLatestAccess(c.var.call, userId, before, PAGE_AND_ONE);
	return page(
		c,
		{ title: ACCESS_WORDS[c.var.language].title },
		<>
			<PlatformHeading part="access" />
			<AccessLog found={found} />
		</>,
	);
}
