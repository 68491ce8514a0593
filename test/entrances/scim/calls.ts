import { EMPLOYMENT, ENTERPRISE, groupId, USER } from '../../../src/entrances/scim/resource.ts';
import { scimRoutes } from '../../../src/entrances/scim/routes.ts';
import { uniqueEmail } from '../../harness/service.ts';

/** Somebody, by id and address, who is in the group "sales". */
export interface Somebody {
	id: string;
	userName: string;
}

interface ScimCall {
	path: string;
	body?: object;
	/** The status with which it succeeds. */
	status: number;
}

const SALES = `/Groups/${groupId('sales')}`;
const named = { name: { givenName: 'Grace' }, preferredLanguage: 'en' };
const employed = {
	[ENTERPRISE]: { employeeNumber: '00018', costCenter: '4712' },
	[EMPLOYMENT]: { dateTerminated: '2030-12-31T23:59:59.999Z' },
};
const operations = (...Operations: object[]) => ({ Operations });

/** A call of each SCIM route, by method and route, that succeeds for an authorized caller. */
export const SCIM_CALLS: Record<string, (somebody: Somebody) => ScimCall> = {
	'GET /ServiceProviderConfig': () => ({ path: '/ServiceProviderConfig', status: 200 }),
	'GET /ResourceTypes': () => ({ path: '/ResourceTypes', status: 200 }),
	'GET /ResourceTypes/:name': () => ({ path: '/ResourceTypes/User', status: 200 }),
	'GET /Schemas': () => ({ path: '/Schemas', status: 200 }),
	'GET /Schemas/:id': () => ({ path: `/Schemas/${USER}`, status: 200 }),
	'GET /Users': () => ({ path: '/Users', status: 200 }),
	'GET /Users/:id': ({ id }) => ({ path: `/Users/${id}`, status: 200 }),
	'POST /Users': () => ({
		path: '/Users',
		body: { userName: uniqueEmail(), ...named, ...employed },
		status: 201,
	}),
	'PUT /Users/:id': ({ id, userName }) => ({
		path: `/Users/${id}`,
		body: { userName, ...named, ...employed, active: false },
		status: 200,
	}),
	'PATCH /Users/:id': ({ id }) => ({
		path: `/Users/${id}`,
		body: operations(
			{ op: 'Replace', path: 'active', value: 'False' },
			{ op: 'Add', path: 'name.familyName', value: 'Hopper' },
		),
		status: 200,
	}),
	'DELETE /Users/:id': ({ id }) => ({ path: `/Users/${id}`, status: 204 }),
	'GET /Groups': () => ({ path: '/Groups', status: 200 }),
	'GET /Groups/:id': () => ({ path: SALES, status: 200 }),
	'POST /Groups': ({ id }) => ({
		path: '/Groups',
		body: { displayName: `support ${id}`, members: [{ value: id }] },
		status: 201,
	}),
	'PUT /Groups/:id': () => ({ path: SALES, body: { displayName: 'sales', members: [] }, status: 200 }),
	'PATCH /Groups/:id': ({ id }) => ({
		path: SALES,
		body: operations({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }),
		status: 200,
	}),
	'DELETE /Groups/:id': () => ({ path: SALES, status: 204 }),
};

export type Route = keyof typeof SCIM_CALLS;

/** Every route that SCIM serves, by method and path. */
export const servedRoutes: Route[] = scimRoutes()
	.routes.filter(({ method }) => method !== 'ALL')
	.map(({ method, path }) => `${method} ${path}`);

export const writingRoutes = servedRoutes.filter((route) => !route.startsWith('GET'));

/** The method, address and body of a call of a route. */
export function callOf(route: Route, somebody: Somebody) {
	const call = SCIM_CALLS[route]?.(somebody);
	if (call === undefined) throw new Error(`There is no call of ${route}`);
	const { path, body, status } = call;
	return { method: String(route.split(' ')[0]), path: `/scim/v2${path}`, body, status };
}
