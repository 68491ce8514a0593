import { createApp } from '../../app.ts';
import { addMonths, type Instant, monthsBetween, toIso } from '../../foundation/core/instant.ts';
import { BOOKMARK } from '../../foundation/http/near.ts';
import { BEARER, DOCUMENT } from './about.ts';
import type { OpenApiDocument } from './openapi.ts';

/** The dates in the contracts' examples lie around this month. */
const EXAMPLES_MONTH = Date.UTC(2026, 2);

/** Returns the OpenAPI 3.1 document of the service. The dates of its examples are around `now`. */
export function openApiDocument(now: Instant): OpenApiDocument {
	const app = createApp(() => now);
	app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', BEARER);
	const document = withSharedHeaders(app.getOpenAPI31Document(DOCUMENT));
	const months = monthsBetween(EXAMPLES_MONTH, now);
	return withExamplesMoved(JSON.parse(JSON.stringify(document)), months) as OpenApiDocument;
}

function withExamplesMoved(value: unknown, months: number): unknown {
	if (Array.isArray(value)) return value.map((item) => withExamplesMoved(item, months));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([name, inner]) => {
		const isExample = name === 'example' || name === 'examples';
		return [name, isExample ? datesMoved(inner, months) : withExamplesMoved(inner, months)];
	});
	return Object.fromEntries(entries);
}

const DATE = /\b(20\d\d-(?:0[1-9]|1[0-2]))(-\d\d)?(T\d\d:\d\d:\d\d\.\d{3}Z)?\b/g;

/** Moves all months, days and instants in a value by whole months. */
function datesMoved(value: unknown, months: number): unknown {
	const json = JSON.stringify(value).replace(DATE, (_, month, day = '', time = '') => {
		const moved = toIso(addMonths(Date.parse(month + (day || '-01') + time), months));
		return moved.slice(0, 7) + (day && moved.slice(7, 10)) + time;
	});
	return JSON.parse(json);
}

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
		description: 'The id from the request, or a new one. Quote it when you report a problem',
		required: true,
		schema: { type: 'string', pattern: '^[A-Za-z0-9_=-]+$', maxLength: 255 },
	},
	[BOOKMARK]: {
		description: `The state of the database that the response shows. Writes return it, and reads that sent one. Send the
newest one with your reads: of two, it is the one that sorts last`,
		schema: { type: 'string', pattern: '^[\\w.-]+$', maxLength: 255 },
	},
	'Access-Control-Allow-Origin': {
		description: 'The origin of the request, if web pages of that origin may call the service',
		schema: { type: 'string', pattern: '^\\S+$', maxLength: 255 },
	},
};

function withSharedHeaders<D extends Described>(document: D): D {
	const shared = Object.fromEntries(
		Object.keys(SHARED_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
	);
	for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))) {
		// Headers come after all other parameters.
		operation.parameters?.sort(
			(one: Placed, other: Placed) => Number(one.in === 'header') - Number(other.in === 'header'),
		);
		for (const answer of Object.values<{ headers?: object }>(operation.responses)) {
			answer.headers = { ...answer.headers, ...shared };
		}
	}
	return { ...document, components: { ...document.components, headers: SHARED_HEADERS } };
}
