import { byText } from '../../foundation/core/employee-texts.ts';
import { BASE, EMPLOYMENT, ENTERPRISE, GROUP, USER } from './resource.ts';

export const MAX_COUNT = 200;

const isSupported = (supported: boolean) => ({ supported });

export const serviceProviderConfig = {
	schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
	patch: isSupported(true),
	bulk: { ...isSupported(false), maxOperations: 0, maxPayloadSize: 0 },
	filter: { ...isSupported(true), maxResults: MAX_COUNT },
	changePassword: isSupported(false),
	sort: isSupported(false),
	etag: isSupported(true),
	authenticationSchemes: [
		{ type: 'oauthbearertoken', name: 'API key', description: 'An API key of the company as bearer token' },
	],
	meta: { resourceType: 'ServiceProviderConfig', location: `${BASE}/ServiceProviderConfig` },
};

const resourceType = (name: string, endpoint: string, schema: string, extensions: string[]) => ({
	schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
	id: name,
	name,
	endpoint,
	schema,
	schemaExtensions: extensions.map((one) => ({ schema: one, required: false })),
	meta: { resourceType: 'ResourceType', location: `${BASE}/ResourceTypes/${name}` },
});

export const resourceTypes = [
	resourceType('User', '/Users', USER, [ENTERPRISE, EMPLOYMENT]),
	resourceType('Group', '/Groups', GROUP, []),
];

/** An attribute as RFC 7643, section 7, describes one. */
export interface Attribute {
	name: string;
	description: string;
	type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex';
	multiValued: boolean;
	required: boolean;
	caseExact: boolean;
	mutability: 'readOnly' | 'readWrite';
	returned: 'default';
	uniqueness: 'none' | 'server';
	subAttributes?: Attribute[];
}

type More = Partial<Omit<Attribute, 'name' | 'description'>>;

const attribute = (name: string, description: string, more: More = {}): Attribute => ({
	name,
	description,
	type: 'string',
	multiValued: false,
	required: false,
	caseExact: false,
	mutability: 'readWrite',
	returned: 'default',
	uniqueness: 'none',
	...more,
});

const complex = (name: string, description: string, subAttributes: Attribute[], more: More = {}) =>
	attribute(name, description, { type: 'complex', subAttributes, ...more });

const schema = (id: string, name: string, attributes: Attribute[]) => ({
	schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
	id,
	name,
	attributes,
	meta: { resourceType: 'Schema', location: `${BASE}/Schemas/${id}` },
});

const externalId = attribute('externalId', 'The id in the company’s directory.', { caseExact: true });
const MANY = { multiValued: true } as const;
const DATE = { type: 'dateTime' } as const;

export const schemas = [
	schema(USER, 'User', [
		attribute(
			'userName',
			'The name in the company’s directory, such as a UPN. One user of a company has it.',
			{
				required: true,
				uniqueness: 'server',
			},
		),
		externalId,
		attribute(
			'active',
			'Whether the user may sign in. A user that an administrator has closed stays closed.',
			{
				type: 'boolean',
			},
		),
		complex('name', 'The names of the user.', [
			attribute('givenName', 'The first name.'),
			attribute('familyName', 'The last name.'),
		]),
		complex(
			'emails',
			'The e-mail address for work. Once the user has registered, it changes only within verified domains.',
			[
				attribute('value', 'The address.'),
				attribute('type', 'Always `work`. Addresses of other types are ignored.'),
				attribute('primary', 'Always `true`.', { type: 'boolean' }),
			],
			MANY,
		),
		attribute('preferredLanguage', 'The language of mails, such as `de` or `de-AT`.'),
		complex(
			'groups',
			'The groups of the user. Groups set their members.',
			[attribute('value', 'The id of the group.'), attribute('display', 'The name of the group.')],
			{ ...MANY, mutability: 'readOnly' },
		),
	]),
	schema(
		ENTERPRISE,
		'EnterpriseUser',
		Object.values(
			byText((_, { attribute: name, description }) => attribute(name, description, { caseExact: true })),
		),
	),
	schema(EMPLOYMENT, 'Employment', [
		attribute('dateTerminated', 'The end of the employment.', DATE),
		attribute('datePausedStart', 'The start of a pause.', DATE),
		attribute('datePausedEnd', 'The end of a pause.', DATE),
	]),
	schema(GROUP, 'Group', [
		attribute('displayName', 'The name of the group, unique in the company.', {
			required: true,
			uniqueness: 'server',
		}),
		externalId,
		complex(
			'members',
			'The users in the group. Lists of groups leave them out.',
			[
				attribute('value', 'The id of the user.'),
				attribute('$ref', 'The address of the user.', { type: 'reference' }),
				attribute('type', 'Always `User`.'),
			],
			MANY,
		),
	]),
];
