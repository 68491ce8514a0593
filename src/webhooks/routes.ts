import { inOrderOfCreation } from '../http/list-orders.ts';
import { answerList } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { answerChanged, answerCreated, answerDone, answerRecord } from '../http/write.ts';
import {
	createEndpoint,
	deleteEndpoint,
	listEndpoints,
	readEndpoint,
	rotateEndpoint,
	updateEndpoint,
} from './actions.ts';
import {
	createEndpointRoute,
	deleteEndpointRoute,
	endpointToWire,
	listEndpointsRoute,
	readEndpointRoute,
	rotateSecretRoute,
	updateEndpointRoute,
	withoutSecret,
} from './contract.ts';
import { listDeliveries, ping, readDelivery, redeliver, redeliverMany } from './deliveries/actions.ts';
import {
	deliveryToWire,
	listDeliveriesRoute,
	pingRoute,
	readDeliveryRoute,
	redeliverManyRoute,
	redeliverRoute,
} from './deliveries/contract.ts';
import { targetsOf } from './rules.ts';

export const webhooksRoutes = createRouter()
	.openapi(listEndpointsRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) => listEndpoints(c.var.call, companyId, after, limit));
		return answerList(c, c.req.valid('query'), pages, endpointToWire);
	})
	.openapi(createEndpointRoute, (c) => {
		const [{ companyId }, fields] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => createEndpoint(call, targetsOf(c.env, c.req.url), companyId, fields),
			endpointToWire,
			({ id }) => `/companies/${companyId}/webhook-endpoints/${id}`,
			{ shownOnce: withoutSecret },
		);
	})
	.openapi(readEndpointRoute, async (c) => {
		const { companyId, endpointId } = c.req.valid('param');
		return answerRecord(c, endpointToWire(await readEndpoint(c.var.call, companyId, endpointId)));
	})
	.openapi(updateEndpointRoute, (c) => {
		const [{ companyId, endpointId }, patch] = [c.req.valid('param'), c.req.valid('json')];
		const targets = targetsOf(c.env, c.req.url);
		return answerChanged(
			c,
			(call) => updateEndpoint(call, targets, [companyId, endpointId], patch),
			endpointToWire,
		);
	})
	.openapi(deleteEndpointRoute, (c) => {
		const { companyId, endpointId } = c.req.valid('param');
		return answerDone(c, (call) => deleteEndpoint(call, companyId, endpointId));
	})
	.openapi(rotateSecretRoute, (c) => {
		const [{ companyId, endpointId }, { secret }] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => rotateEndpoint(call, companyId, endpointId, secret), endpointToWire, {
			shownOnce: withoutSecret,
		});
	})
	.openapi(pingRoute, (c) => {
		const { companyId, endpointId } = c.req.valid('param');
		return answerCreated(
			c,
			(call) => ping(call, [companyId, endpointId]),
			deliveryToWire,
			({ id }) => `/companies/${companyId}/webhook-endpoints/${endpointId}/deliveries/${id}`,
		);
	})
	.openapi(listDeliveriesRoute, (c) => {
		const [{ companyId, endpointId }, { state, ...page }] = [c.req.valid('param'), c.req.valid('query')];
		const pages = inOrderOfCreation((after, limit) =>
			listDeliveries(c.var.call, [companyId, endpointId], state, { after, limit }),
		);
		return answerList(c, page, pages, deliveryToWire);
	})
	.openapi(readDeliveryRoute, async (c) => {
		const { companyId, endpointId, deliveryId } = c.req.valid('param');
		return answerRecord(
			c,
			deliveryToWire(await readDelivery(c.var.call, [companyId, endpointId], deliveryId)),
		);
	})
	.openapi(redeliverRoute, (c) => {
		const { companyId, endpointId, deliveryId } = c.req.valid('param');
		return answerChanged(c, (call) => redeliver(call, [companyId, endpointId], deliveryId), deliveryToWire);
	})
	.openapi(redeliverManyRoute, (c) => {
		const [{ companyId, endpointId }, wanted] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(
			c,
			(call) => redeliverMany(call, [companyId, endpointId], wanted),
			(done) => done,
		);
	});
