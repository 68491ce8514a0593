import { answerList, inOrderOfPart } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { listPeople } from './actions.ts';
import { listPeopleRoute, personToWire } from './contract.ts';

export const peopleRoutes = createRouter().openapi(listPeopleRoute, (c) => {
	const [{ companyId }, { limit, cursor, ...filter }] = [c.req.valid('param'), c.req.valid('query')];
	const pages = inOrderOfPart((after, count) => listPeople(c.var.call, companyId, filter, after, count));
	return answerList(c, { limit, cursor }, pages, personToWire);
});
