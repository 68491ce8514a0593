import { inOrderOfCreation } from '../../../foundation/http/list-orders.ts';
import { wakeForMails } from '../../../foundation/http/mail.ts';
import { answerList } from '../../../foundation/http/pagination.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import type { GateOf } from '../bearer.ts';
import { tokenToWire } from '../contract.ts';
import { type Gate, type Opened, tokenPair } from '../gate.ts';
import { listSessions } from './actions.ts';
import { listSessionsRoute, sessionToWire } from './contract.ts';

export const sessionsRoutes = createRouter().openapi(listSessionsRoute, (c) => {
	const { call } = c.var;
	const pages = inOrderOfCreation((after, limit) => listSessions(call, after, limit));
	return answerList(c, c.req.valid('query'), pages, sessionToWire(call.actor.sessionId));
});

/** Answers with the token of the session that a sign-in has opened, and wakes the sender of its mails. */
export async function answerSignedIn(c: Parameters<GateOf>[0], gate: Gate, opened: Opened) {
	wakeForMails(c, opened.mails);
	return c.json(tokenToWire(await tokenPair(gate, opened, opened.secret)), 200);
}
