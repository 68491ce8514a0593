import { targetsOf } from '../../foundation/core/addresses.ts';
import { inOrderOfCreation } from '../../foundation/http/list-orders.ts';
import { answerList } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerDone, answerRecord } from '../../foundation/http/write.ts';
import {
	createEndpoint,
	deleteEndpoint,
	listEndpoints,
	type Path,
	readEndpoint,
	rotateEndpoint,
	updateEndpoint,
} from './actions.ts';
import {
	createEndpointRoute,
	deleteEndpointRoute,
	endpointToWire,
	listEndpointsRoute,
	listedToWire,
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

const pathOf = ({ companyId, endpointId }: { companyId: string; endpointId: string }): Path => [
	companyId,
	endpointId,
];

export const webhooksRoutes = createRouter()
	.openapi(listEndpointsRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) => listEndpoints(c.var.call, companyId, after, limit));
		return answerList(c, c.req.valid('query'), pages, listedToWire);
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
		return answerRecord(c, endpointToWire(await readEndpoint(c.var.call, pathOf(c.req.valid('param')))));
	})
	.openapi(updateEndpointRoute, (c) => {
		const [path, patch] = [pathOf(c.req.valid('param')), c.req.valid('json')];
		const targets = targetsOf(c.env, c.req.url);
		return answerChanged(c, (call) => updateEndpoint(call, targets, path, patch), endpointToWire);
	})
	.openapi(deleteEndpointRoute, (c) => {
		const path = pathOf(c.req.valid('param'));
		return answerDone(c, (call) => deleteEndpoint(call, path));
	})
	.openapi(rotateSecretRoute, (c) => {
		const [path, given] = [pathOf(c.req.valid('param')), c.req.valid('json')];
		return answerChanged(c, (call) => rotateEndpoint(call, path, given), endpointToWire, {
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
		const [path, { state, ...page }] = [pathOf(c.req.valid('param')), c.req.valid('query')];
		const pages = inOrderOfCreation((after, limit) =>
			listDeliveries(c.var.call, path, state, { after, limit }),
		);
		return answerList(c, page, pages, deliveryToWire);
	})
	.openapi(readDeliveryRoute, async (c) => {
		const { deliveryId, ...path } = c.req.valid('param');
		return answerRecord(c, deliveryToWire(await readDelivery(c.var.call, pathOf(path), deliveryId)));
	})
	.openapi(redeliverRoute, (c) => {
		const { deliveryId, ...path } = c.req.valid('param');
		return answerChanged(c, (call) => redeliver(call, pathOf(path), deliveryId), deliveryToWire);
	})
	.openapi(redeliverManyRoute, (c) => {
		const [path, wanted] = [pathOf(c.req.valid('param')), c.req.valid('json')];
		return answerChanged(
			c,
			(call) => redeliverMany(call, path, wanted),
			(done) => done,
		);
	});
