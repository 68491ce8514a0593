import { inOrderOfCreationAcross } from '../../foundation/http/list-orders.ts';
import { databasesOf } from '../../foundation/http/near.ts';
import { answerList } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerRecord } from '../../foundation/http/write.ts';
import { updateUser } from './changes/actions.ts';
import { closeUser, openUser } from './closure/actions.ts';
import {
	closeUserRoute,
	createUserRoute,
	listUsersRoute,
	meToWire,
	openUserRoute,
	readMeRoute,
	readUserRoute,
	toWire,
	updateMeRoute,
	updateUserRoute,
} from './contract.ts';
import { createUser } from './creation/actions.ts';
import { readMe, updateMe } from './me/actions.ts';
import { listUsersAcross, readUser } from './search/actions.ts';

export const accountsRoutes = createRouter()
	.openapi(listUsersRoute, (c) => {
		const { companyId, ...query } = c.req.valid('query');
		const databases = databasesOf(c);
		const pages = inOrderOfCreationAcross((after, limit) =>
			listUsersAcross(databases, c.var.call, companyId, after, limit),
		);
		return answerList(c, query, pages, toWire);
	})
	.openapi(createUserRoute, (c) => {
		const fields = c.req.valid('json');
		return answerCreated(
			c,
			(call) => createUser(call, fields),
			toWire,
			({ id }) => `/users/${id}`,
		);
	})
	.openapi(readUserRoute, async (c) =>
		answerRecord(c, toWire(await readUser(c.var.call, c.req.valid('param').userId))),
	)
	.openapi(updateUserRoute, (c) => {
		const [{ userId }, patch] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => updateUser(call, userId, patch), toWire);
	})
	.openapi(readMeRoute, async (c) => answerRecord(c, meToWire(await readMe(c.var.call))))
	.openapi(updateMeRoute, (c) => {
		const patch = c.req.valid('json');
		return answerChanged(c, (call) => updateMe(call, patch), meToWire);
	})
	.openapi(closeUserRoute, (c) => {
		const [{ userId }, { revokeKeys }] = [c.req.valid('param'), c.req.valid('query')];
		return answerChanged(c, (call) => closeUser(call, userId, revokeKeys === 'true'), toWire);
	})
	.openapi(openUserRoute, (c) => {
		const { userId } = c.req.valid('param');
		return answerChanged(c, (call) => openUser(call, userId), toWire);
	});
