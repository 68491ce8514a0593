interface Described {
	components?: object;
	paths?: Record<string, object>;
}

interface Placed {
	in: string;
}

/** Headers that any response may carry, whatever its status. */
const SHARED_HEADERS = {
	'X-Request-Id': {
		description: 'The id that the request carried, or a new one; quote it when you report a problem',
		required: true,
		schema: { type: 'string', pattern: '^[A-Za-z0-9_=-]+$', maxLength: 255 },
	},
	'Access-Control-Allow-Origin': {
		description: 'The origin of the request, if the service lets web pages of that origin call it',
		schema: { type: 'string', pattern: '^\\S+$', maxLength: 255 },
	},
};

export function withSharedHeaders<D extends Described>(document: D): D {
	const shared = Object.fromEntries(
		Object.keys(SHARED_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
	);
	for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))) {
		// What an address needs comes before what a request may carry.
		operation.parameters?.sort(
			(one: Placed, other: Placed) => Number(one.in === 'header') - Number(other.in === 'header'),
		);
		for (const answer of Object.values<{ headers?: object }>(operation.responses)) {
			answer.headers = { ...answer.headers, ...shared };
		}
	}
	return { ...document, components: { ...document.components, headers: SHARED_HEADERS } };
}
