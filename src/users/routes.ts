import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { createUser, listUsers, readUser, updateUser } from './actions.ts';
import { createUserRoute, listUsersRoute, readUserRoute, toWire, updateUserRoute } from './contract.ts';

export const userRoutes = createRouter()
	.openapi(listUsersRoute, (c) => {
		const pages = inOrderOfCreation((after, limit) => listUsers(c.var.call, after, limit));
		return answerList(c, c.req.valid('query'), pages, toWire);
	})
	.openapi(createUserRoute, async (c) => {
		const user = await createUser(c.var.call, c.req.valid('json'));
		c.header('Location', `/api/v2/users/${user.id}`);
		return c.json(toWire(user), 201);
	})
	.openapi(readUserRoute, async (c) =>
		c.json(toWire(await readUser(c.var.call, c.req.valid('param').userId)), 200),
	)
	.openapi(updateUserRoute, async (c) =>
		c.json(toWire(await updateUser(c.var.call, c.req.valid('param').userId, c.req.valid('json'))), 200),
	);
