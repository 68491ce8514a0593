import { z } from '@hono/zod-openapi';
import { ROLES } from '../../core/actor.ts';
import { recordAnswers } from '../../http/contract.ts';
import { language, role } from '../../http/fields.ts';
import { operations } from '../../http/operation.ts';
import {
	records,
	wireBy,
	wireDateDeleted,
	wireEmail,
	wireGroups,
	wireId,
	wireInstant,
	wireText,
} from '../../http/wire.ts';
import type { RequestingUser } from '../store.ts';

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

const wire = wireBy(meSchema);

export const meToWire = (me: RequestingUser) =>
	wire({
		...me,
		dateDeleted: null,
		manageableCompanyIds: me.companies.map(({ id }) => id),
		manageableCompanies: me.companies.map(({ id, name }) => ({ id, name })),
		groups: me.groups ?? [],
	});

export const readMeRoute = operations(['Authentication']).read('readMe', '/auth/me', {
	summary: 'Read the requesting user',
	responses: recordAnswers(meSchema, 'The user of the bearer token'),
});
