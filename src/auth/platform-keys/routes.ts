import { answerRecord } from '../../http/conditional.ts';
import { answerList, inOrderOfCreation } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerCreated, answerDone } from '../../http/write.ts';
import { createKey, listKeys, readKey, revokeKey } from '../keys/actions.ts';
import { toWire, withoutKey } from '../keys/contract.ts';
import {
	createPlatformKeyRoute,
	listPlatformKeysRoute,
	readPlatformKeyRoute,
	revokePlatformKeyRoute,
} from './contract.ts';

export const platformKeysRoutes = createRouter()
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
	)
	.openapi(revokePlatformKeyRoute, (c) => {
		const { platformKeyId } = c.req.valid('param');
		return answerDone(c, (call) => revokeKey(call, null, platformKeyId));
	});
