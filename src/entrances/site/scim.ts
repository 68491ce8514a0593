import { html } from 'hono/html';
import { type Attribute, MAX_COUNT, schemas } from '../scim/discovery.ts';
import { BASE } from '../scim/resource.ts';
import { code, type Html, prose, table } from './page.ts';

export const SCIM_PART = { name: 'SCIM', address: '/reference/scim' };

const REQUESTS: [request: string, meaning: string][] = [
	['GET /Users', 'Lists users, with `filter`, `startIndex` and `count`.'],
	['GET /Users/{id}', 'Reads a user. A deleted user is not found (404).'],
	[
		'POST /Users',
		'Creates a user and its employee record, or brings back a deleted user with the same e-mail address.',
	],
	['PUT /Users/{id}', 'Changes a user. Omitted attributes stay; `null` or `""` clears one.'],
	['PATCH /Users/{id}', 'Changes attributes of a user by operations.'],
	[
		'DELETE /Users/{id}',
		'Closes the sign-in and hides the user from SCIM. The employee record stays for payroll.',
	],
	['GET /Groups', 'Lists groups without their members.'],
	['GET /Groups/{id}', 'Reads a group with its members.'],
	['POST /Groups', 'Creates a group, which stays when it has no members.'],
	['PUT /Groups/{id}', 'Changes a group. Without `members`, its members stay.'],
	['PATCH /Groups/{id}', 'Changes attributes or members of a group by operations.'],
	['DELETE /Groups/{id}', 'Deletes a group, and removes it from its members.'],
	['GET /ServiceProviderConfig', 'Says what the service supports.'],
	['GET /ResourceTypes', 'Lists the types of resources.'],
	['GET /ResourceTypes/{name}', 'Reads a type, `User` or `Group`.'],
	['GET /Schemas', 'Lists the schemas that the tables below show.'],
	['GET /Schemas/{id}', 'Reads a schema.'],
];

/** The errors of the protocol: status, `scimType` and what happened. */
const ERRORS: [status: number, scimType: string, meaning: string][] = [
	[400, 'invalidValue', 'A value has the wrong form, or a member is no user of the company.'],
	[400, 'invalidSyntax', 'The body or an operation is malformed.'],
	[400, 'invalidFilter', 'The filter uses an operator or an attribute that is not supported.'],
	[400, 'noTarget', 'An operation names nothing to remove.'],
	[
		400,
		'mutability',
		'The address of a registered user can change only within the verified domains of the company.',
	],
	[401, '', 'The token is missing, unknown or expired.'],
	[
		403,
		'',
		'The token is not for SCIM, or only a person may do this, such as opening a user that a person closed.',
	],
	[404, '', 'The resource does not exist, or the user was deleted.'],
	[409, 'uniqueness', 'The `userName`, address, personnel number or name of the group is in use.'],
	[409, '', 'The user is the last administrator of the company, or a limit of the company is reached.'],
	[412, '', 'The resource has changed since you read it (`If-Match`).'],
	[413, '', 'The body has more than 1 MiB.'],
	[415, '', 'The body is neither `application/scim+json` nor `application/json`.'],
	[429, '', 'Too many requests. Wait as long as `Retry-After` says.'],
];

export const scimContent = (): Html => html`<h1>SCIM</h1>
<p>${prose(
	`An identity provider such as Entra or Okta creates, changes and closes the employees of one company by SCIM 2.0 (RFC 7643 and 7644) at \`${BASE}\`. It sends an API key of the company with the operation \`provisionPeople\` as bearer token.`,
)}</p>
${code(
	'Call of SCIM',
	`curl -X POST "$ZUBROT${BASE}/Users" \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/scim+json' \\
  -d '${JSON.stringify(EXAMPLE, null, 2)}'`,
)}
<h2 id="requests">Requests</h2>
${table(
	'Requests',
	['Request', 'Meaning'],
	REQUESTS.map(([request, meaning]) => [html`<code>${request}</code>`, prose(meaning)]),
)}
<p>${prose(
	`\`attributes\` and \`excludedAttributes\` select what a response contains. \`If-Match\` and \`If-None-Match\` take \`meta.version\`. A page has at most ${MAX_COUNT} resources.`,
)}</p>
<p>${prose(
	'A filter uses `eq`, `sw` and `co`, joined by `and`. An attribute may have the URN of its schema before it, and its name is compared without case. Attributes that no table names are ignored.',
)}</p>
<p>${prose(
	'Users are invited by mail at once only if the company has switched `inviteFromDirectory` on (`PUT /companies/{companyId}`, or the page “API keys and directory”).',
)}</p>
${schemas.map(
	({ id, name, attributes }) => html`<h2 id="${name}">${name}</h2>
<p><code>${id}</code></p>
${table(`Attributes of ${name}`, ['Attribute', 'Type', 'Meaning'], attributes.flatMap(rowsOf))}`,
)}
<h2 id="errors">Errors</h2>
${table(
	'Errors',
	['Status', 'scimType', 'Meaning'],
	ERRORS.map(([status, scimType, meaning]) => [
		html`${status}`,
		html`<code>${scimType}</code>`,
		prose(meaning),
	]),
)}`;

const EXAMPLE = {
	schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
	userName: 'ada@corp.example',
	externalId: '8f4c1a2e',
	name: { givenName: 'Ada', familyName: 'Lovelace' },
	emails: [{ type: 'work', value: 'ada@demo.example', primary: true }],
	active: true,
};

function rowsOf(one: Attribute): Html[][] {
	const { name, type, description, required, mutability, multiValued, subAttributes = [] } = one;
	const kind = [
		type,
		multiValued && 'list',
		required && 'required',
		mutability === 'readOnly' && 'read-only',
	];
	return [
		[html`<code>${name}</code>`, html`${kind.filter(Boolean).join(', ')}`, prose(description)],
		...subAttributes.flatMap((part) => rowsOf({ ...part, name: `${name}.${part.name}` })),
	];
}
