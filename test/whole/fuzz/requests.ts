import fc from 'fast-check';
import { ROLES } from '../../../src/foundation/core/actor.ts';
import { XML } from '../../harness/invoices.ts';
import { requestOf } from '../contract/calls.ts';
import { flat, type Operation, operations, takesFile } from '../contract/document.ts';
import type { World } from '../contract/world.ts';
import { type Caller, STRANGERS } from './stage.ts';
import { ID_NAMES, OWNERS, type Owner, objectOf, placeholder, valuesOf } from './values.ts';

/** A request before its placeholders are filled in, so that it can be made again from its seed. */
export interface Draft {
	caller: Caller;
	method: string;
	path: string;
	/** With its question mark; empty when there is none. */
	query: string;
	headers: Record<string, string>;
	body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** The call that succeeds for an authorized caller, made by a caller on the records of an owner. */
export function callOf(operation: Operation, caller: Caller, owner: Owner): Draft {
	const call = requestOf(operation, placeholders(owner));
	const [path = '', query] = call.path.split('?');
	const body = typeof call.body === 'object' ? JSON.stringify(call.body) : call.body;
	const headers = { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...call.headers };
	return { caller, method: operation.method, path, query: query ? `?${query}` : '', headers, body };
}

/** Requests that the document describes, by anybody. New operations take part as soon as the document names them. */
export const validRequests = (): fc.Arbitrary<Draft> => fc.oneof(...operations.map(requestsOf));

export function requestsOf(operation: Operation): fc.Arbitrary<Draft> {
	return fc
		.record({
			caller: fc.oneof(
				{ arbitrary: fc.constantFrom<Caller>(...ROLES), weight: 4 },
				{ arbitrary: fc.constantFrom<Caller>(...STRANGERS), weight: 1 },
			),
			owner: fc.oneof(
				{ arbitrary: fc.constant<Owner>('own'), weight: 4 },
				{ arbitrary: fc.constantFrom(...OWNERS), weight: 1 },
			),
			change: changesOf(operation),
			query: parametersIn(operation, 'query'),
			headers: parametersIn(operation, 'header'),
			address: fc.ipV4(),
		})
		.map(({ caller, owner, change, query, headers, address }) => {
			const call = callOf(operation, caller, owner);
			return {
				...call,
				query: withParameters(call.query, query),
				headers: { 'CF-Connecting-IP': address, ...call.headers, ...headers },
				body: typeof call.body === 'string' && change !== null ? change(call.body) : call.body,
			};
		});
}

/** Another file, some fields of the succeeding call replaced, or a body from the schema alone; null leaves the call as it is. */
function changesOf(operation: Operation): fc.Arbitrary<null | ((body: string) => string)> {
	const schema = operation.requestBody?.content['application/json']?.schema;
	if (takesFile(operation))
		return fc.constantFrom(
			null,
			() => XML.cii,
			() => XML.ubl,
		);
	if (schema === undefined) return fc.constant(null);
	const { required = [] } = flat(schema);
	return fc.oneof(
		fc.constant(null),
		objectOf(schema, []).map(
			(fields) => (body: string) => JSON.stringify({ ...JSON.parse(body), ...fields }),
		),
		objectOf(schema, required).map((fields) => () => JSON.stringify(fields)),
	);
}

const parametersIn = ({ parameters = [] }: Operation, place: string) =>
	fc.record(
		Object.fromEntries(
			parameters
				.filter((one) => one.in === place)
				.map(({ name, schema }) => [
					name,
					valuesOf(schema, name).map((value) => encodeURIComponent(String(value))),
				]),
		),
		{ requiredKeys: [], noNullPrototype: true },
	) as fc.Arbitrary<Record<string, string>>;

/** The query of the call, with what is generated in the place of its own. */
function withParameters(query: string, parameters: Record<string, string>): string {
	const own = query
		.slice(1)
		.split('&')
		.filter((part) => part !== '' && !((part.split('=')[0] ?? '') in parameters));
	const all = [...own, ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`)];
	return all.length === 0 ? '' : `?${all.join('&')}`;
}

const placeholders = (owner: Owner) =>
	Object.fromEntries(ID_NAMES.map((name) => [name, placeholder(owner, name)])) as unknown as World;
