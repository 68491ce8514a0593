import { cellOf, databaseOf } from '../../foundation/cells/places.ts';
import { cellAfterMove } from '../../foundation/cells/whereabouts.ts';
import { originOf } from '../../foundation/core/mail-settings.ts';
import { notFound, requireFound } from '../../foundation/core/refusals.ts';
import { sha256 } from '../../foundation/core/vault.ts';
import { atItsTime } from '../../foundation/db/clock.ts';
import { type Db, metered } from '../../foundation/db/database.ts';
import { gathering } from '../../foundation/db/for-pages.ts';
import { databasesOf } from '../../foundation/http/near.ts';
import { answerWhole } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { requireFewStrangers } from '../../foundation/http/throttle.ts';
import { answerCreated, answerDone, answerRecord } from '../../foundation/http/write.ts';
import {
	createCalendarAddress,
	readCalendar,
	readCalendarAddress,
	readCalendarFile,
	revokeCalendarAddress,
} from './calendar/actions.ts';
import {
	addressToWire,
	createCalendarAddressRoute,
	entryToWire,
	readCalendarAddressRoute,
	readCalendarRoute,
	revokeCalendarAddressRoute,
	withoutAddress,
} from './calendar/contract.ts';
import { calendarFile, FILE_PATH, secretOf } from './calendar/rules.ts';
import { readDateWindows } from './date-windows/actions.ts';
import { readDateWindowsRoute, windowsToWire } from './date-windows/contract.ts';
import { listJobs } from './jobs/actions.ts';
import { jobToWire, listJobsRoute } from './jobs/contract.ts';
import { readRequest } from './requests/actions.ts';
import { readRequestRoute, requestToWire } from './requests/contract.ts';

export const overviewRoutes = createRouter()
	.openapi(readCalendarRoute, async (c) => {
		const { companyId } = c.req.valid('param');
		const { names, from, to, ...page } = c.req.valid('query');
		const wish = { from, to, showsNames: names === 'true' };
		const entries = await readCalendar(c.var.call, companyId, wish);
		return answerWhole(c, page, entries, ({ day, id }) => ({ at: day, id }), entryToWire);
	})
	.openapi(readCalendarAddressRoute, async (c) =>
		answerRecord(c, addressToWire(await readCalendarAddress(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(createCalendarAddressRoute, (c) => {
		const [{ companyId }, fields] = [c.req.valid('param'), c.req.valid('json')];
		const { PUBLIC_URL } = c.env;
		const origin = PUBLIC_URL === undefined ? '' : originOf(PUBLIC_URL);
		return answerCreated(
			c,
			(call) => createCalendarAddress(call, companyId, fields),
			(address) => addressToWire(address, origin),
			() => `/companies/${companyId}/calendar/address`,
			{ shownOnce: withoutAddress },
		);
	})
	.openapi(revokeCalendarAddressRoute, (c) =>
		answerDone(c, (call) => revokeCalendarAddress(call, c.req.valid('param').companyId)),
	)
	.openapi(readDateWindowsRoute, async (c) =>
		c.json(windowsToWire(await readDateWindows(c.var.call, c.req.valid('param').employeeId)), 200),
	)
	.openapi(listJobsRoute, async (c) => c.json({ jobs: (await listJobs(c.var.call)).map(jobToWire) }, 200))
	.openapi(readRequestRoute, async (c) => {
		const { requestId } = c.req.valid('param');
		const wanted = { requestId, ...c.req.valid('query') };
		return answerRecord(c, requestToWire(requestId, await readRequest(databasesOf(c), c.var.call, wanted)));
	});

/** The iCalendar file of a secret address. It needs no token, because calendar programs send none. */
export const calendarFileRoutes = createRouter();
calendarFileRoutes.get(FILE_PATH, async (c) => {
	await requireFewStrangers(c);
	const secret = secretOf(c.req.param('secretFile'));
	if (secret === null) throw notFound('calendar');
	const named = cellOf(secret);
	const db = gathering(metered(databaseOf(c.env, named), c.var.meter));
	const read = async (from: Db) => {
		const { db: own, now } = await atItsTime({ db: from, now: c.var.now });
		return readCalendarFile(own, secret, now);
	};
	const [here, cell] = await Promise.all([
		read(db),
		named === null ? cellAfterMove(db, sha256(secret)) : null,
	]);
	const found = cell === null ? here : await read(metered(databaseOf(c.env, cell), c.var.meter));
	const { company, entries } = requireFound(found, 'calendar');
	const { id: companyId, name, language } = company;
	const file = calendarFile({ companyId, name, language, entries }, c.var.now);
	return c.body(file, 200, { 'Content-Type': 'text/calendar; charset=utf-8' });
});
