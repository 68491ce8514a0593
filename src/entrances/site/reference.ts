import { html } from 'hono/html';
import { POLICY } from '../../foundation/core/policy.ts';
import { REFUSALS } from '../../foundation/core/refusals.ts';
import { exampleOfContent, type OpenApiDocument, type Operation, operationsOf } from './openapi.ts';
import { operationArticle } from './operation.ts';
import { code, type Html, page, prose, type SiteLinks, table } from './page.ts';
import { SCIM_PART, scimContent } from './scim.ts';

/** Returns the pages of the API reference by file name: an overview, one page for each tag, and one for SCIM. */
export function referencePages(document: OpenApiDocument, style: string): Record<string, string> {
	const parts = document.tags
		.filter(({ name }) => name !== 'Extension')
		.map((tag) => ({ ...tag, address: `/reference/${tag.name.toLowerCase()}` }));
	const place: SiteLinks = { style, parts: [...parts, SCIM_PART] };
	const ofTag = (name: string) => operationsOf(document).filter(({ tags }) => tags[0] === name);
	const tagPages = parts.map(({ name, description, address }) => {
		const content = html`<h1>${name}</h1><p>${prose(description)}</p>
${contentsOf(ofTag(name), '')}
${ofTag(name).map((operation) => operationArticle(document, operation))}`;
		return [`${address.slice(1)}.html`, page(place, `${name} · Zubrot API`, name, content)];
	});
	const sections = parts.map(
		({ name, address }) => html`<h3><a href="${address}">${name}</a></h3>${contentsOf(ofTag(name), address)}`,
	);
	return {
		'reference.html': page(place, 'Zubrot API', '', overview(document, sections)),
		...Object.fromEntries(tagPages),
		'reference/scim.html': page(place, 'SCIM · Zubrot API', SCIM_PART.name, scimContent()),
	};
}

const contentsOf = (operations: Operation[], address: string): Html => html`
<ul class="contents">${operations.map(
	({ operationId, summary, method, path, tags }) => html`
<li><a href="${address}#${operationId}">${summary}</a>${tags.includes('Extension') ? html` <span class="badge">Extension</span>` : ''}
<br><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></li>`,
)}</ul>`;

function overview(document: OpenApiDocument, sections: Html[]): Html {
	return html`
<h1>Zubrot API</h1>
${document.info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<h2 id="start">Log in</h2>
<p>In a local service every demo account has the password <code>zubrot-demo-2026</code>. The example calls use these variables:</p>
${code('Log in', loginOf(document))}
<h2 id="operations">Operations</h2>
<p><span class="badge">Extension</span> marks operations beyond the specified interface.</p>
${sections}
<h3><a href="${SCIM_PART.address}">${SCIM_PART.name}</a></h3>
<p>Identity providers such as Entra and Okta create, change and close users by SCIM 2.0.</p>
<h2 id="conventions">Conventions</h2>
${conventions()}
<h2 id="roles">Permissions</h2>
<p>If a user has several roles, the widest permission counts. Everything else is refused with 403.</p>
${rolesTable()}
<h2 id="errors">Errors</h2>
<p>${prose('Every error is an RFC 9457 problem document (`application/problem+json`) with a stable `code`. `errors` names each fault with a JSON pointer such as `#/budget/value` or `#/query/limit`. A request is refused in this order: 401, its shape (400), 403, 404, then the rules (dates 400, state 409).')}</p>
${errorsTable()}`;
}

function loginOf(document: OpenApiDocument): string {
	const login = operationsOf(document).find(({ operationId }) => operationId === 'login');
	const body = login?.requestBody?.content['application/json'];
	const credentials = body === undefined ? {} : exampleOfContent(document, body);
	return `ZUBROT=http://localhost:8787
TOKEN=$(curl -s "$ZUBROT/api/v2/auth" -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(credentials)}' | sed 's/.*"idToken":"\\([^"]*\\)".*/\\1/')`;
}

const CONVENTIONS: [string, string][] = [
	['Responses', 'Every field of a record is always present, `null` if it has no value.'],
	['Requests', 'Unknown fields are refused, so you notice a mistyped name.'],
	['Money', '`{value, currency}` with a whole number of the minor unit: 5000 `EUR_CENT` are 50 euros.'],
	['Times', 'ISO 8601, returned in UTC with milliseconds and `Z`. A period includes both ends.'],
	['Lists', 'Complete without `limit`. With it, one page with a `Link` header to the next page.'],
	['Repeating', 'A write with an `Idempotency-Key` is performed once, even if you send it again.'],
	[
		'Changing',
		'Send the `ETag` that you read as `If-Match`. The change is refused (412) if somebody else was faster.',
	],
	['Previewing', 'If an operation has `dryRun`, `?dryRun=true` returns the result without saving anything.'],
	[
		'Versions',
		'Versions 1.x only add operations and fields. Ignore fields that you do not know, and expect new values where the document says so.',
	],
	['Tracing', 'Every response carries `X-Request-Id`. Quote it when you report a problem.'],
];

const conventions = (): Html =>
	html`<dl>${CONVENTIONS.map(([term, meaning]) => html`<dt>${term}</dt><dd>${prose(meaning)}</dd>`)}</dl>`;

const COLUMNS = [
	'PLATFORM_ADMIN',
	'COMPANY_ADMIN',
	'TECHNICAL_USER',
	'FLEX_DOCUMENT_VERIFIER',
	'EMPLOYEE',
] as const;
const REACHES: Record<string, string> = { all: 'all', companies: 'own companies', self: 'own data' };

/** Operations with equal permissions share a row. */
function rolesTable(): Html {
	const rights = Object.entries(POLICY).map(([id, rule]: [string, Record<string, string>]) => ({
		id,
		reaches: COLUMNS.map((role) => REACHES[rule[role] ?? ''] ?? 'no'),
	}));
	const rows = [...Map.groupBy(rights, ({ reaches }) => reaches.join())].map(([, group]) => [
		html`${group.map(({ id }, index) => html`${index === 0 ? '' : ', '}<code>${id}</code>`)}`,
		...(group[0]?.reaches ?? []).map((reach) => html`${reach}`),
	]);
	return table('Permissions', ['Operations', ...COLUMNS], rows);
}

const errorsTable = (): Html =>
	table(
		'Errors',
		['Code', 'Status', 'Title'],
		Object.entries(REFUSALS).map(([name, { status, title }]) => [
			html`<code id="${name}">${name}</code>`,
			html`${status}`,
			html`${title}`,
		]),
	);
