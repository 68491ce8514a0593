import { Hono } from 'hono';
import { isRefusal, notFound, type RefusalCode } from '../foundation/core/refusals.ts';
import type { Bindings } from '../foundation/http/env.ts';
import { markWrites, readNear } from '../foundation/http/near.ts';
import { answerFailure, migrated } from '../foundation/http/problem.ts';
import type { Tokens } from '../tenants/auth/tokens/rules.ts';
import { account } from './account/screen.tsx';
import { servePhone } from './benefits/phone.tsx';
import { benefits } from './benefits/screen.tsx';
import { calendar } from './calendar/screen.tsx';
import { company } from './company/screen.tsx';
import { keptByBrowser } from './cookies.ts';
import { asApi, BASE, type ConsoleEnv, type Context, type Screen } from './env.ts';
import { sayIn } from './format.ts';
import { history } from './history/screen.tsx';
import { importing } from './import/screen.tsx';
import { serveColors, serveLogos } from './look.ts';
import { serveManifest } from './manifest.ts';
import { many } from './many/screen.tsx';
import { months } from './months/screen.tsx';
import { entriesFor } from './navigation.tsx';
import { Heading, page, titledPage, useReader } from './page.tsx';
import { payroll } from './payroll/screen.tsx';
import { people } from './people/screen.tsx';
import { person } from './person/screen.tsx';
import { platform } from './platform/screen.tsx';
import { sentenceOf } from './refusals.ts';
import { serveLinks } from './sign-in/links.ts';
import { serveOwnAddress } from './sign-in/own-address.tsx';
import { askForOtherUser, askForSession, serveSignIn } from './sign-in/routes.ts';
import { offerAgain } from './sign-in/way.tsx';
import { ownStanding, standing } from './standing/screen.tsx';
import { templates } from './templates/screen.tsx';
import { today } from './today/screen.tsx';
import { verify } from './verify/screen.tsx';
import {
	asPage,
	enterCompany,
	lookAsViewed,
	refuseForgery,
	requireOwnForm,
	requireVisitor,
} from './visit.ts';
import { COMMON } from './words.ts';

/** The parts of the console, in the order of the navigation. A new one is a folder beside this file and a line here. */
export const SCREENS: readonly Screen[] = [
	today,
	people,
	importing,
	many,
	person,
	verify,
	standing,
	payroll,
	months,
	calendar,
	templates,
	company,
	history,
	platform,
	benefits,
	ownStanding,
	account,
];

/** The web console: pages for people, with the actions, rights and history of the API. */
export function consoleRoutes(
	tokensOf: (env: Bindings) => Promise<Tokens>,
	screens: readonly Screen[] = SCREENS,
) {
	const app = new Hono<ConsoleEnv>().basePath(BASE);
	app.onError(answerTrouble);
	app.use(asPage(screens, tokensOf), migrated, markWrites(keptByBrowser));
	servePhone(app);
	app.use(refuseForgery);
	serveSignIn(app);
	serveLinks(app);
	serveOwnAddress(app);
	serveColors(app);
	app.use(
		readNear(keptByBrowser),
		requireVisitor(askForSession),
		enterCompany,
		lookAsViewed(refuseViewer),
		requireOwnForm(askForOtherUser),
	);
	app.get('/', (c) => {
		const { visitor } = c.var;
		const [first] = entriesFor(visitor, screens);
		return first === undefined
			? saying(c, COMMON[c.var.language].noPages)
			: c.redirect(BASE + first.path, 303);
	});
	serveLogos(app);
	serveManifest(app);
	for (const screen of screens) screen.serve(app);
	app.all('*', () => {
		throw notFound('page');
	});
	return app;
}

/** Logs and sets headers as `answerFailure` does, but answers with a page. A page that a role may not see looks as if it did not exist. */
async function answerTrouble(error: Error, c: Context): Promise<Response> {
	const isPage = c.req.method === 'GET';
	const isHidden = isPage && isRefusal(error, 'forbidden');
	const { status, headers } = await answerFailure(isHidden ? notFound('page') : error, asApi(c));
	const { trouble, forgery } = COMMON[c.var.language];
	const isForged = c.var.typed === undefined && !isPage && [403, 415].includes(status);
	const sentence = isForged
		? forgery
		: (trouble[status as 404] ?? sentenceOf({ code: codeOf(status), extras: {} }, sayIn(c.var.language)));
	// The rate limit refuses a form before it is read by anything else, so its entries and its file are offered again.
	const isUnread = status === 429 && c.var.typed !== undefined && !c.var.isTooLarge;
	const answer = await (isUnread ? offerAgain(c, sentence, status) : saying(c, sentence, status));
	const retryAfter = headers.get('Retry-After');
	if (retryAfter !== null) answer.headers.set('Retry-After', retryAfter);
	return answer;
}

/** Returns the refusal whose sentence fits a status best. */
const codeOf = (status: number): RefusalCode =>
	(({ 403: 'forbidden', 429: 'too_many_requests', 503: 'unavailable' }) as const)[status as 403] ??
	'internal_error';

function Trouble({ sentence }: { sentence: string }) {
	const { c, words } = useReader();
	return (
		<div class="narrow">
			<Heading title={sentence} />
			<p>
				<a href={BASE}>{words.home}</a>
			</p>
			<p class="hint">{words.quote(c.var.requestId)}</p>
		</div>
	);
}

/** A page with one sentence. */
const saying = (c: Context, sentence: string, status?: number) =>
	page(c, { title: sentence }, <Trouble sentence={sentence} />, status);

/** Platform administrators who view the console as another user cannot change anything. */
function refuseViewer(c: Context) {
	const { onlyLooking: title, back } = COMMON[c.var.language];
	return titledPage(
		c,
		{ title, isNarrow: true },
		<p>
			<a href={c.req.header('Referer') ?? BASE}>{back}</a>
		</p>,
		403,
	);
}
