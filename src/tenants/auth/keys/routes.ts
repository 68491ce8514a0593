import { inOrderOfCreation } from '../../../foundation/http/list-orders.ts';
import { answerList } from '../../../foundation/http/pagination.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { answerCreated, answerRecord } from '../../../foundation/http/write.ts';
import { createKey, listKeys, readKey } from './actions.ts';
import {
	createKeyRoute,
	createPlatformKeyRoute,
	listKeysRoute,
	listPlatformKeysRoute,
	readKeyRoute,
	readPlatformKeyRoute,
	toWire,
	withoutKey,
} from './contract.ts';

export const keysRoutes = createRouter()
	.openapi(listKeysRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) => listKeys(c.var.call, companyId, after, limit));
		return answerList(c, c.req.valid('query'), pages, toWire);
	})
	.openapi(createKeyRoute, (c) => {
		const [{ companyId }, fields] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => createKey(call, companyId, fields),
			toWire,
			({ id }) => `/companies/${companyId}/api-keys/${id}`,
			{ shownOnce: withoutKey },
		);
	})
	.openapi(readKeyRoute, async (c) => {
		const { companyId, keyId } = c.req.valid('param');
		return answerRecord(c, toWire(await readKey(c.var.call, companyId, keyId)));
	})
	.openapi(listPlatformKeysRoute, (c) => {
		const pages = inOrderOfCreation((after, limit) => listKeys(c.var.call, null, after, limit));
		return answerList(c, c.req.valid('query'), pages, toWire);
	})
	.openapi(createPlatformKeyRoute, (c) => {
		const fields = c.req.valid('json');
		return answerCreated(
			c,
			(call) => createKey(call, null, fields),
			toWire,
			({ id }) => `/api-keys/${id}`,
			{ shownOnce: withoutKey },
		);
	})
	.openapi(readPlatformKeyRoute, async (c) =>
		answerRecord(c, toWire(await readKey(c.var.call, null, c.req.valid('param').platformKeyId))),
	);
