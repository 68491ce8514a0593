import { askInTurns, MAX_ASKED } from '../../../foundation/cells/guests.ts';
import { databaseOf } from '../../../foundation/cells/places.ts';
import { cellsAfter, cellsOf } from '../../../foundation/cells/whereabouts.ts';
import { authorizeForAll } from '../../../foundation/core/policy.ts';
import { notFound } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { batch, type Db, metered } from '../../../foundation/db/database.ts';
import { eventsAt, positionsOfRequest, toEvent } from '../../../foundation/db/events.ts';
import { namesOfEvents } from '../../../tenants/history/store.ts';
import type { Databases } from '../../../tenants/hosting/cells/actions.ts';
import { companiesHere } from '../../../tenants/hosting/cells/store.ts';
import { mailsOfEvents } from '../../../tenants/mail/store.ts';
import { deliveriesOfEvents } from '../../webhooks/deliveries/store.ts';
import { MOST_SHOWN } from './rules.ts';

interface RequestSearch {
	requestId: string;
	companyId?: string | undefined;
}

export type FoundRequest = Awaited<ReturnType<typeof readRequest>>;

/**
 * Reads the data that a request has stored: its events, and the mails and deliveries that they caused. D1 is asked first. If it has nothing,
 * cells are asked until one has something.
 */
export async function readRequest({ env, d1 }: Databases, call: Call, wanted: RequestSearch) {
	const scope = authorizeForAll(call.actor, 'readRequest');
	const { companyId } = wanted;
	const queries = (db: Db) => queriesOf(db, scope, wanted, call.now);
	const named = companyId === undefined ? [] : [companyId];
	const [here, [place], cells, ...answers] = await batch(d1, [
		companiesHere(d1, named),
		cellsOf(d1, named),
		cellsAfter(d1, '', companyId === undefined ? MAX_ASKED + 1 : 0),
		...queries(d1),
	]);
	if (companyId !== undefined && place === undefined && here.length === 0) throw notFound('company');
	const inD1 = foundIn(answers);
	if (inD1.events.length > 0) return { ...inD1, isComplete: true };
	const asked = place === undefined ? cells.slice(0, MAX_ASKED) : [place];
	let isComplete = cells.length <= MAX_ASKED;
	const ask = async ({ cell }: { cell: string }) =>
		foundIn(await batch(metered(databaseOf(env, cell), d1.meter), queries(databaseOf(env, cell))));
	for await (const { answer } of askInTurns(asked, [], ask)) {
		if (answer === undefined) isComplete = false;
		else if (answer.events.length > 0) return { ...answer, isComplete: true };
	}
	return { ...inD1, isComplete };
}

function queriesOf(
	db: Db,
	scope: ReturnType<typeof authorizeForAll>,
	{ requestId, companyId }: RequestSearch,
	now: Call['now'],
) {
	const positions = positionsOfRequest(requestId, companyId, MOST_SHOWN + 1);
	return [
		eventsAt(db, positions),
		mailsOfEvents(db, positions, now, MOST_SHOWN + 1),
		deliveriesOfEvents(db, positions, MOST_SHOWN + 1),
		namesOfEvents(db, scope, positions),
	] as const;
}

type Answers = [
	Awaited<ReturnType<typeof eventsAt>>,
	Awaited<ReturnType<typeof mailsOfEvents>>,
	Awaited<ReturnType<typeof deliveriesOfEvents>>,
	Awaited<ReturnType<typeof namesOfEvents>>,
];

function foundIn([events, mails, deliveries, names]: Answers) {
	return {
		events: events.slice(0, MOST_SHOWN).map(toEvent),
		mails: mails.slice(0, MOST_SHOWN),
		deliveries: deliveries.slice(0, MOST_SHOWN),
		names: new Map(names.map((one) => [one.id, one])),
		hasMore: [events, mails, deliveries].some(({ length }) => length > MOST_SHOWN),
	};
}
