import { createApp } from '../app.ts';
import { addMonths, type Instant, monthsBetween, toIso } from '../core/instant.ts';
import { withSharedHeaders } from '../http/document.ts';
import { BEARER, DOCUMENT } from './about.ts';
import type { OpenApiDocument } from './openapi.ts';

/** The month in which the examples of the contracts are written. */
const EXAMPLES_MONTH = Date.UTC(2026, 2);

/** The OpenAPI 3.1 document of the whole service, with examples whose dates lie around `now`. */
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

/** Months, days and instants anywhere in the value, moved by whole months. */
function datesMoved(value: unknown, months: number): unknown {
	const json = JSON.stringify(value).replace(DATE, (_, month, day = '', time = '') => {
		const moved = toIso(addMonths(Date.parse(month + (day || '-01') + time), months));
		return moved.slice(0, 7) + (day && moved.slice(7, 10)) + time;
	});
	return JSON.parse(json);
}
