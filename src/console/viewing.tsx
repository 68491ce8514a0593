import { createMiddleware } from 'hono/factory';
import { readOnly } from '../db/for-pages.ts';
import { BASE, type ConsoleEnv } from './env.ts';
import { Heading, page, useReader } from './page.tsx';
import { actorOf } from './screen.ts';
import { COMMON } from './words.ts';

/** The address at which viewing begins and ends. */
export const VIEWING = `${BASE}/platform/viewing`;

/**
 * While a platform administrator looks at what somebody else sees, the pages are those of that user. Forms are refused, and so is
 * whatever else would write.
 */
export const lookAsViewed = createMiddleware<ConsoleEnv>(async (c, next) => {
	const { visitor, typed, call, db } = c.var;
	const viewed = visitor?.viewed ?? null;
	if (visitor === undefined || viewed === null || c.req.path.startsWith(`${VIEWING}/`)) return next();
	c.set('viewer', visitor);
	const { dateCreated } = visitor;
	const seen = { ...viewed, dateCreated, isDemanded: false, viewed: null };
	c.set('visitor', seen);
	c.set('call', { ...call, db: readOnly(db), actor: actorOf(seen) });
	if (typed === undefined) return next();
	const { onlyLooking } = COMMON[c.var.language];
	return page(c, { title: onlyLooking }, <Refused />, 403);
});

function Refused() {
	const { c, words } = useReader();
	return (
		<div class="narrow">
			<Heading title={words.onlyLooking} />
			<p>
				<a href={c.req.header('Referer') ?? BASE}>{words.back}</a>
			</p>
		</div>
	);
}
