import { inOrderOfCreation } from '../../../foundation/http/list-orders.ts';
import { answerList } from '../../../foundation/http/pagination.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { answerChanged, answerDone } from '../../../foundation/http/write.ts';
import { importKnownTills, listKnownTills, removeKnownTill } from './actions.ts';
import {
	importedToWire,
	importKnownTillsRoute,
	listKnownTillsRoute,
	removeKnownTillRoute,
	tillToWire,
} from './contract.ts';

export const knownTillsRoutes = createRouter()
	.openapi(listKnownTillsRoute, (c) => {
		const pages = inOrderOfCreation((after, limit) => listKnownTills(c.var.call, after, limit));
		return answerList(c, c.req.valid('query'), pages, tillToWire);
	})
	.openapi(importKnownTillsRoute, (c) => {
		const given = c.req.valid('json');
		return answerChanged(c, (call) => importKnownTills(call, given), importedToWire);
	})
	.openapi(removeKnownTillRoute, (c) => {
		const { tillId } = c.req.valid('param');
		return answerDone(c, (call) => removeKnownTill(call, tillId));
	});
