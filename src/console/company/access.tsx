import { readLatestAccessOfCompany } from '../../history/access-events/actions.ts';
import { AccessLog } from '../access-log/list.tsx';
import { askedIn, PAGE_AND_ONE } from '../access-log/place.ts';
import { ACCESS_WORDS } from '../access-log/words.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { page } from '../page.tsx';
import { Frame } from './frame.tsx';

/** Who came in to a company, who was refused, and who took its files. */
export async function showAccess(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listAccessEventsOfCompany');
	const { userId, before } = askedIn(c);
	const found = await readLatestAccessOfCompany(c.var.call, companyId, userId, before, PAGE_AND_ONE);
	const { title } = ACCESS_WORDS[c.var.language];
	return page(
		c,
		{ title },
		<Frame companyId={companyId} name="access">
			<AccessLog found={found} />
		</Frame>,
	);
}
