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

interface Attribute {
	type?: string;
	required?: boolean;
	mutability?: string;
	uniqueness?: string;
	caseExact?: boolean;
	multiValued?: boolean;
	subAttributes?: object[];
}

const attribute = (name: string, { type = 'string', ...more }: Attribute = {}) => ({
	name,
	type,
	multiValued: false,
	required: false,
	caseExact: false,
	mutability: 'readWrite',
	returned: 'default',
	uniqueness: 'none',
	...more,
});

const schema = (id: string, name: string, attributes: object[]) => ({
	schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
	id,
	name,
	attributes,
	meta: { resourceType: 'Schema', location: `${BASE}/Schemas/${id}` },
});

const complex = (name: string, subAttributes: object[], more: Attribute = {}) =>
	attribute(name, { type: 'complex', subAttributes, ...more });

export const schemas = [
	schema(USER, 'User', [
		attribute('userName', { required: true, uniqueness: 'global', mutability: 'immutable' }),
		attribute('active', { type: 'boolean' }),
		complex('name', [attribute('givenName'), attribute('familyName')]),
		complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], {
			multiValued: true,
			mutability: 'immutable',
		}),
		attribute('preferredLanguage'),
		complex('groups', [attribute('value'), attribute('display')], {
			multiValued: true,
			mutability: 'readOnly',
		}),
	]),
	schema(ENTERPRISE, 'EnterpriseUser', [
		attribute('employeeNumber', { caseExact: true }),
		attribute('costCenter', { caseExact: true }),
	]),
	schema(EMPLOYMENT, 'Employment', [
		attribute('dateTerminated', { type: 'dateTime' }),
		attribute('datePausedStart', { type: 'dateTime' }),
		attribute('datePausedEnd', { type: 'dateTime' }),
	]),
	schema(GROUP, 'Group', [
		attribute('displayName', { required: true, caseExact: true, mutability: 'immutable' }),
		complex('members', [attribute('value'), attribute('$ref', { type: 'reference' }), attribute('type')], {
			multiValued: true,
		}),
	]),
];
