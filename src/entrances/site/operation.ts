import { html } from 'hono/html';
import { POLICY } from '../../foundation/core/policy.ts';
import {
	type Content,
	exampleOf,
	exampleOfContent,
	flat,
	type OpenApiDocument,
	type Operation,
	type Schema,
} from './openapi.ts';
import { code, type Html, prose, table } from './page.ts';

/** Shows one operation: description, permissions, parameters, body and responses. */
export function operationArticle(document: OpenApiDocument, operation: Operation): Html {
	const { operationId, method, path, summary, description, tags, requestBody } = operation;
	return html`
<article id="${operationId}">
<h2>${summary}${tags.includes('Extension') ? html` <span class="badge">Extension</span>` : ''}</h2>
<p class="path"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${description ? html`<p>${prose(description)}</p>` : ''}
<p class="who">${whoMay(operation)}</p>
${code(`Call of ${operationId}`, curlOf(document, operation))}
${parametersOf(operation)}
${Object.entries(requestBody?.content ?? {}).map(
	([type, content]) =>
		html`<h3>Body, <code>${type}</code></h3>${bodyOf(document, `Body of ${operationId}, ${type}`, content)}`,
)}
${answersOf(document, operation)}
</article>`;
}

const REACHES = { all: 'all', companies: 'own companies', self: 'own data' } as const;

/** Describes who may call an operation, from the same table that authorizes requests. */
export function whoMay({ operationId }: Pick<Operation, 'operationId'>): string {
	const rule = Object.entries(POLICY).find(([id]) => id === operationId)?.[1];
	if (rule === undefined) return 'No token needed.';
	const roles = Object.entries(rule).map(
		([role, reach]) => `${role} (${REACHES[reach as keyof typeof REACHES]})`,
	);
	return `Allowed: ${roles.join(', ')}.`;
}

/** Returns a command line to copy. Ids and tokens are shell variables. */
export function curlOf(document: OpenApiDocument, operation: Operation): string {
	const { method, path, security, parameters = [], requestBody } = operation;
	const query = parameters
		.filter((one) => one.in === 'query' && one.required)
		.map(({ name, schema }) => `${name}=${exampleOf(document, schema)}`);
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${variable(name)}`);
	const address = [filled, ...query].join('?');
	const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} "$ZUBROT${address}"`];
	if (security?.length !== 0) lines.push('-H "Authorization: Bearer $TOKEN"');
	const json = requestBody?.content['application/json'];
	const form = requestBody?.content['application/x-www-form-urlencoded'];
	const file = Object.keys(requestBody?.content ?? {})[0];
	if (json !== undefined) {
		lines.push("-H 'Content-Type: application/json'");
		lines.push(`-d '${JSON.stringify(exampleOfContent(document, json), null, 2)}'`);
	} else if (form !== undefined) {
		const fields = Object.entries(exampleOfContent(document, form) as Record<string, string>);
		lines.push(...fields.map(([name, value]) => `--data-urlencode '${name}=${value}'`));
	} else if (file !== undefined) {
		lines.push(`-H 'Content-Type: ${file}'`, '--data-binary @file');
	}
	return lines.join(' \\\n  ');
}

const variable = (name: string): string => name.replace(/([A-Z])/g, '_$1').toUpperCase();

function parametersOf({ operationId, parameters = [] }: Operation): Html | string {
	if (parameters.length === 0) return '';
	const rows = parameters.map(({ name, in: place, required, description, schema }) => [
		html`<code>${name}</code>`,
		html`${place}${required ? ', required' : ''}`,
		prose(sentences(description, limitsOf(schema))),
	]);
	return html`<h3>Parameters</h3>${table(`Parameters of ${operationId}`, ['Name', 'Where', 'Meaning'], rows)}`;
}

function bodyOf(document: OpenApiDocument, label: string, content: Content): Html {
	const rows = fieldsOf(document, content.schema).map(({ name, type, isRequired, meaning }) => [
		html`<code>${name}</code>`,
		html`${type}${isRequired ? ', required' : ''}`,
		prose(meaning),
	]);
	return rows.length === 0 ? html`` : table(label, ['Field', 'Type', 'Meaning'], rows);
}

function answersOf(document: OpenApiDocument, { operationId, responses }: Operation): Html[] {
	return Object.entries(responses).map(([status, { description, content = {} }]) => {
		const problems = content['application/problem+json']?.examples;
		if (problems !== undefined) {
			const codes = Object.keys(problems).map(
				(name) => html` <a href="/reference#${name}"><code>${name}</code></a>`,
			);
			return html`<p class="refusal"><strong>${status}</strong>${codes}</p>`;
		}
		return html`<h3>${status}: ${prose(description)}</h3>
${Object.entries(content).map(
	([type, one]) =>
		html`<details><summary>Fields and example, <code>${type}</code></summary>
${bodyOf(document, `Answer of ${operationId}, ${status}, ${type}`, one)}
${code(`Example response of ${operationId}, ${status}, ${type}`, spelt(exampleOfContent(document, one)))}</details>`,
)}`;
	});
}

const spelt = (example: unknown): string =>
	typeof example === 'string' ? example : JSON.stringify(example, null, 2);

interface Field {
	name: string;
	type: string;
	isRequired: boolean;
	meaning: string;
}

/** Lists the fields of a schema. Fields of inner objects have paths (`budget.value`, `errors[].code`). */
function fieldsOf(document: OpenApiDocument, schema: Schema, prefix = ''): Field[] {
	const { properties, items, anyOf = [], required = [] } = flat(document, schema);
	if (items !== undefined) return fieldsOf(document, items, prefix === '' ? '' : `${prefix.slice(0, -1)}[].`);
	if (properties === undefined) return anyOf.flatMap((one) => fieldsOf(document, one, prefix));
	return Object.entries(properties).flatMap(([name, property]) => {
		const resolved = flat(document, property);
		const inner = fieldsOf(document, property, `${prefix}${name}.`);
		const meaning = sentences(resolved.description, limitsOf(resolved));
		return [
			{ name: prefix + name, type: typeOf(document, property), isRequired: required.includes(name), meaning },
			...inner,
		];
	});
}

function typeOf(document: OpenApiDocument, schema: Schema): string {
	const { type, format, items, anyOf = [], const: only } = flat(document, schema);
	if (only !== undefined) return JSON.stringify(only);
	if (items !== undefined) return `array of ${typeOf(document, items)}${isNullable(type) ? ' or null' : ''}`;
	if (anyOf.length > 0) return [...new Set(anyOf.map((one) => typeOf(document, one)))].join(' or ');
	const names = [type ?? 'any'].flat().map((name) => (name === 'string' && format ? format : name));
	return names.join(' or ');
}

const sentences = (description: string | undefined, limits: string[]): string =>
	[description ?? '', ...limits]
		.filter(Boolean)
		.map((sentence) => `${sentence.replace(/\.$/, '')}.`)
		.join(' ');

const isNullable = (type: Schema['type']): boolean => Array.isArray(type) && type.includes('null');

function limitsOf(schema: Schema): string[] {
	const { enum: members, minimum, maximum, minItems, maxItems, maxLength } = schema;
	return [
		members === undefined ? '' : `One of ${members.map((one) => `\`${one}\``).join(', ')}`,
		minimum === undefined && maximum === undefined ? '' : `From ${minimum ?? '−∞'} to ${maximum ?? '∞'}`,
		maxItems === undefined || maxItems > 1_000_000 ? '' : `${minItems ?? 0} to ${maxItems} entries`,
		maxLength === undefined || maxLength > 100_000 || schema.format ? '' : `At most ${maxLength} characters`,
	].filter(Boolean);
}
