import { z } from '@hono/zod-openapi';
import { ROLES } from '../../foundation/core/actor.ts';
import { toIsoOrNull } from '../../foundation/core/instant.ts';
import { changedAnswer, createdAnswer, recordAnswers } from '../../foundation/http/contract.ts';
import {
	companyIds,
	email,
	language,
	newPassword,
	orElse,
	orNull,
	orReset,
	role,
	secret,
	setOf,
	skipSendRegistrationEmail,
	text,
} from '../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../foundation/http/list-contract.ts';
import { operations } from '../../foundation/http/operation.ts';
import {
	GROWING,
	records,
	wireBy,
	wireCompanyIds,
	wireDateDeleted,
	wireEmail,
	wireGroups,
	wireId,
	wireInstant,
	wireText,
} from '../../foundation/http/wire.ts';
import { PROOFS } from '../../tenants/users/identity/rules.ts';
import type { User } from '../../tenants/users/store.ts';
import type { RequestingUser } from './store.ts';

const roles = setOf(role, 1).openapi({ example: ['COMPANY_ADMIN'] });

const userSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-01-05T08:00:00.000Z'),
		dateModified: wireInstant('2026-01-05T08:00:00.000Z'),
		dateRegistered: wireInstant('2026-01-05T08:00:00.000Z').nullable(),
		dateProven: wireInstant('2026-01-05T08:00:00.000Z').nullable().openapi({
			description: 'Since when somebody has shown to be the person who reads the address, or null',
		}),
		proof: z
			.enum(PROOFS)
			.nullable()
			.openapi({
				...GROWING,
				description: `A used link from a mail, the company’s identity provider or the word of the operator shows that. A directory moves a
proven person. BEFORE stands for a right that is older than proofs. Later versions may add values`,
				example: 'MAIL',
			}),
		dateClosed: wireInstant('2026-12-31T23:59:59.999Z').nullable().openapi({
			description: 'The time since which the user cannot sign in, or null if sign-in is possible',
		}),
		dateResetsRestUntil: wireInstant('2026-03-10T12:00:00.000Z').nullable().openapi({
			description:
				'Until then, a mail sets no password of the user, and no company resets the second factor. It may be in the past',
		}),
		email: wireEmail('admin@demo.example'),
		hasLostAddress: z.boolean().openapi({
			description: 'True when somebody else has proven the address. The user then needs another one',
			example: false,
		}),
		roles: z.array(role).max(ROLES.length),
		manageableCompanyIds: wireCompanyIds,
		pendingRoles: z
			.array(role)
			.max(ROLES.length)
			.openapi({ description: 'Roles that begin when the address is proven', example: [] }),
		pendingCompanyIds: wireCompanyIds.openapi({
			description: 'Companies that the user manages when the address is proven',
			example: [],
		}),
		firstName: wireText('Ada').nullable(),
		lastName: wireText('Lovelace').nullable(),
		language: language.nullable(),
	})
	.openapi('User');

export const toWire = wireBy(userSchema, {
	dateResetsRestUntil: ({ restUntil }: User) => toIsoOrNull(restUntil),
	manageableCompanyIds: ({ companyIds }: User) => companyIds,
});

const createBody = z
	.strictObject({
		email: email('new.admin@demo.example'),
		roles,
		manageableCompanyIds: orElse(companyIds(0), []),
		firstName: text('Ada').nullish(),
		lastName: text('Lovelace').nullish(),
		language: language.nullish(),
		password: newPassword.nullish(),
		skipSendRegistrationEmail,
	})
	.openapi('UserCreation');

const updateBody = z
	.strictObject({
		email: email('new.admin@demo.example').optional(),
		roles: roles.optional(),
		manageableCompanyIds: orReset(companyIds(0), []),
		firstName: text('Ada').nullish(),
		lastName: text('Lovelace').nullish(),
		language: language.nullish(),
		password: newPassword.optional(),
	})
	.openapi('UserUpdate', { example: { firstName: 'Ada', lastName: 'Lovelace', language: 'de' } });

const { list, read, write, change } = operations(['Users', 'Extension']);

export const listUsersRoute = list('listUsers', '/users', {
	summary: 'List users',
	query: pageQuery.extend({
		companyId: text('01890a5d-ac96-774b-bcce-b302099a8058')
			.toLowerCase()
			.optional()
			.openapi({ description: 'Only users who manage this company' }),
	}),
	responses: { 200: listAnswer(userSchema, 'All users, in order of creation') },
});

export const createUserRoute = write.post('createUser', '/users', {
	summary: 'Create a user',
	description: `A user without a password gets an invitation by mail to set one. \`POST /employees\` creates users for employees. A user of
companies in several databases signs in in the common one. Only platform administrators create such users.`,
	body: createBody,
	responses: { 201: createdAnswer(userSchema, 'The new user') },
	refusals: ['unknown_company', 'several_databases', 'email_taken', 'too_many_invitations'],
});

export const readUserRoute = read('readUser', '/users/{userId}', {
	summary: 'Read a user',
	responses: recordAnswers(userSchema, 'The user'),
});

export const updateUserRoute = change.put('updateUser', '/users/{userId}', {
	summary: 'Change a user',
	description: `An omitted field keeps its value, \`null\` clears an optional one. Changes take effect within 10 seconds. A new
password ends the sessions of the user. An administrator of a company asks for another \`email\` of a registered
user who belongs to that company alone. The old one stays until the link in the new mailbox was used and a consent
was given (\`GET /companies/{companyId}/identity-changes\`). A platform administrator changes it at once. Each
change ends the sessions and mails the old address, which can undo it for 7 days.`,
	body: updateBody,
	responses: { 200: changedAnswer(userSchema, 'The changed user') },
	refusals: [
		'unknown_company',
		'several_databases',
		'email_taken',
		'mail_not_configured',
		'change_open',
		'registered_before',
		'user_closed',
		'last_platform_admin',
		'last_company_admin',
		'too_many_attempts',
		'too_many_invitations',
	],
});

export const closeUserRoute = change.post('closeUser', '/users/{userId}/closure', {
	summary: 'Close a user',
	description: `Ends the user’s sessions and prevents every kind of sign-in. Everything else stays. Closing again
changes nothing. The cron closes the user of a former employee, \`leaverAccessDays\` of the company
after the termination.`,
	query: z.object({
		revokeKeys: z.enum(['true', 'false']).optional().openapi({
			description: 'With `true` the API keys that the user created are revoked too',
			example: 'true',
		}),
	}),
	responses: { 200: changedAnswer(userSchema, 'The closed user') },
	refusals: ['last_platform_admin', 'last_company_admin'],
});

export const openUserRoute = change.delete('openUser', '/users/{userId}/closure', {
	summary: 'Open a closed user',
	description: 'The user can sign in again with the same password. Opening again changes nothing.',
	responses: { 200: changedAnswer(userSchema, 'The user') },
});

const COMPANY_ID = '01890a5d-ac96-774b-bcce-b302099a8058';

const meSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-01-05T08:00:00.000Z'),
		dateModified: wireInstant('2026-01-05T08:00:00.000Z'),
		dateDeleted: wireDateDeleted,
		dateRegistered: wireInstant('2026-01-05T08:00:00.000Z').nullable(),
		email: wireEmail('admin@demo.example'),
		roles: z.array(role).max(ROLES.length),
		manageableCompanyIds: records(wireId(COMPANY_ID)),
		manageableCompanies: records(
			z.strictObject({ id: wireId(COMPANY_ID), name: wireText('Demo GmbH') }).openapi('ManageableCompany'),
		),
		companyId: wireId(COMPANY_ID).nullable(),
		employeeId: wireId().nullable(),
		firstName: wireText('Ada').nullable(),
		lastName: wireText('Lovelace').nullable(),
		language: language.nullable(),
		groups: wireGroups,
	})
	.openapi('RequestingUser');

export const meToWire = wireBy(meSchema, {
	dateDeleted: () => null,
	manageableCompanyIds: ({ companies }: RequestingUser) => companies.map(({ id }) => id),
	manageableCompanies: ({ companies }: RequestingUser) => companies.map(({ id, name }) => ({ id, name })),
	groups: ({ groups }: RequestingUser) => groups ?? [],
});

export const readMeRoute = operations(['Authentication']).read('readMe', '/auth/me', {
	summary: 'Read the requesting user',
	responses: recordAnswers(meSchema, 'The user of the bearer token'),
});

export const updateMeRoute = operations(['Authentication', 'Extension']).change.put('updateMe', '/auth/me', {
	summary: 'Change your name, language or e-mail address',
	description: `An omitted field keeps its value, \`null\` clears a name or the language. A new \`email\` needs the \`password\`
or a \`code\` of the second factor. People with neither must have signed in within the last 15 minutes. A
mail brings a link to the new address, valid for 24 hours. Its use changes the address
(\`POST /auth/address/confirmation\`). The response does not reveal whether the address is in use. Returns
429 after 5 new addresses in 15 minutes.`,
	body: z
		.strictObject({
			email: email('new.admin@demo.example').optional(),
			firstName: text('Ada').nullish(),
			lastName: text('Lovelace').nullish(),
			language: language.nullish(),
			password: orNull(secret.openapi({ format: 'password', example: 'zubrot-demo-2026' })),
			code: orNull(text('123456', 50)),
		})
		.openapi('RequestingUserUpdate', { example: { firstName: 'Ada', lastName: 'Lovelace', language: 'de' } }),
	responses: { 200: changedAnswer(meSchema, 'The requesting user') },
	refusals: ['mail_not_configured', 'too_many_attempts'],
});
