import { z } from '@hono/zod-openapi';
import { ACCESS_EVENT_TYPES, ACCESS_REASONS } from '../../../foundation/core/history.ts';
import { integer, text } from '../../../foundation/http/fields.ts';
import { databasesPageQuery, followedAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { GROWING, wireBy, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import type { AccessEventRow } from './store.ts';

const COMPANY_ID = '01890a5d-ac96-774b-bcce-b302099a8058';

const accessEventSchema = z
	.strictObject({
		id: wireId(),
		date: wireInstant('2026-03-07T09:30:00.000Z'),
		type: z.enum(ACCESS_EVENT_TYPES).openapi({ ...GROWING, example: 'session.opened' }),
		count: integer(1, Number.MAX_SAFE_INTEGER).openapi({
			description: 'The number of times within the hour, at least. Only refusals are counted',
			example: 1,
		}),
		userId: wireId().nullable().openapi({
			description: 'Null if no user has the e-mail address, and for events counted for many users',
		}),
		companyId: wireId(COMPANY_ID).nullable().openapi({
			description: 'The company of the file, or the only company of the user. null means the platform',
		}),
		sessionId: wireId().nullable(),
		requestId: wireText('01890a5d-ac96-774b-bcce-b302099a8059').nullable(),
		place: wireText('192.0.2.1').nullable().openapi({
			description: 'An IPv4 address, or the first 64 bits of an IPv6 address',
		}),
		country: wireText('DE').nullable(),
		city: wireText('Berlin').nullable(),
		device: wireText('Firefox on Windows').nullable(),
		request: wireText('GET /api/v2/users', 1000).nullable().openapi({
			description: 'Method and path of the refused or read resource',
		}),
		reason: z
			.enum(ACCESS_REASONS)
			.nullable()
			.openapi({ ...GROWING, example: 'wrong_password' }),
	})
	.openapi('AccessEvent');

export const accessEventToWire: (event: AccessEventRow) => z.infer<typeof accessEventSchema> =
	wireBy(accessEventSchema);

const { list } = operations(['History', 'Extension']);
const query = pageQuery.extend({
	userId: text('01890a5d-ac96-774b-bcce-b302099a8057').optional().openapi({
		description: 'Only the events of this user',
	}),
});
const responses = {
	200: followedAnswer(
		accessEventSchema,
		'The events of each database, in the order in which they were stored',
	),
};

export const listAccessEventsRoute = list('listAccessEvents', '/access-events', {
	summary: 'List sign-ins, refusals and downloads',
	description: `The access log: sessions opened, refused and ended, accesses refused (403), payroll
files and long lists (1,000 or more records) read. Kept for a year. Refusals within an hour are one
event per user and place, or operation. The events of the common database come first, also those of no company. Those of
companies with their own databases follow, in order of their companies’ ids. You can follow new events as with
\`GET /events\`. With several databases, the last page leads to new events of the common one only. Follow
\`GET /companies/{companyId}/access-events\` for a company with its own.`,
	query: query.extend(databasesPageQuery.shape),
	responses,
});

export const listAccessEventsOfCompanyRoute = list(
	'listAccessEventsOfCompany',
	'/companies/{companyId}/access-events',
	{
		summary: 'List sign-ins, refusals and downloads of a company',
		description: `Events about the company’s payroll files, and about users who belong only to this company. Users of
several companies and platform administrators appear only when they read a payroll file of this company.`,
		query,
		responses,
	},
);
