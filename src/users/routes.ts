import { answerRecord } from '../http/conditional.ts';
import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { answerChanged, answerCreated } from '../http/write.ts';
import { createUser, listUsers, readUser, updateUser } from './actions.ts';
import { createUserRoute, listUsersRoute, readUserRoute, toWire, updateUserRoute } from './contract.ts';

export const userRoutes = createRouter()
	.openapi(listUsersRoute, (c) => {
		const pages = inOrderOfCreation((after, limit) => listUsers(c.var.call, after, limit));
		return answerList(c, c.req.valid('query'), pages, toWire);
	})
	.openapi(createUserRoute, (c) => {
		const write = createUser(c.var.call, c.req.valid('json'));
		return answerCreated(c, write, toWire, ({ id }) => `/users/${id}`);
	})
	.openapi(readUserRoute, async (c) =>
		answerRecord(c, toWire(await readUser(c.var.call, c.req.valid('param').userId))),
	)
	.openapi(updateUserRoute, (c) =>
		answerChanged(c, updateUser(c.var.call, c.req.valid('param').userId, c.req.valid('json')), toWire),
	);
