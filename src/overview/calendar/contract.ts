import { createRoute, z } from '@hono/zod-openapi';
import { toIso } from '../../core/instant.ts';
import { createdAnswer, jsonAnswer, jsonBody, recordAnswers, timelineAnswers } from '../../http/contract.ts';
import { day } from '../../http/dates.ts';
import { pathId } from '../../http/fields.ts';
import { readHeaders, writeHeaders } from '../../http/headers.ts';
import { pageQuery } from '../../http/list-contract.ts';
import { BODY_REFUSALS, guarded, writing } from '../../http/problem.ts';
import { nullOr, success, wireId, wireInstant, wireText } from '../../http/wire.ts';
import { CALENDAR_KINDS, type CalendarEntry, fileOf, MAX_ENTRIES } from './rules.ts';
import type { CalendarAddress } from './store.ts';

const showsNames = z.boolean().openapi({
	description: 'Whether it names people. Without names, entries of one kind and day are counted',
	example: false,
});

const entrySchema = z
	.strictObject({
		kind: z.enum(CALENDAR_KINDS).openapi('CalendarKind', { example: 'VOUCHER_DUE' }),
		date: z.iso.date().openapi({ format: 'date', maxLength: 10, example: '2026-04-01' }),
		employees: z.int().nullable().openapi({
			format: 'int32',
			minimum: 0,
			maximum: 2_147_483_647,
			description: 'How many; `null` for what concerns the company',
			example: 12,
		}),
		employee: nullOr(
			z
				.strictObject({
					employeeId: wireId(),
					firstName: wireText('Erika').nullable(),
					lastName: wireText('Mustermann').nullable(),
					personnelNumber: wireText('00017').nullable(),
				})
				.openapi('CalendarEmployee'),
		).openapi({ description: 'Who it is; `null` without `names`', example: null }),
	})
	.openapi('CalendarEntry');

export const entryToWire = ({ kind, day, person, persons }: CalendarEntry): z.infer<typeof entrySchema> => ({
	kind,
	date: toIso(day).slice(0, 10),
	employees: persons,
	employee: person && {
		employeeId: person.employeeId,
		firstName: person.firstName,
		lastName: person.lastName,
		personnelNumber: person.personnelNumber,
	},
});

const addressSchema = z
	.strictObject({
		companyId: wireId('01890a5d-ac96-774b-bcce-b302099a8058'),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z'),
		showsNames,
		address: wireText('/calendars/for-example-only-not-a-secret-address-000000.ics')
			.nullable()
			.openapi({ description: 'The secret address, in the response that makes it; `null` ever after' }),
	})
	.openapi('CalendarAddress');

export const addressToWire = (
	{ companyId, dateCreated, showsNames, secret }: CalendarAddress,
	origin = '',
): z.infer<typeof addressSchema> => ({
	companyId,
	dateCreated: toIso(dateCreated),
	showsNames,
	address: secret === null ? null : origin + fileOf(secret),
});

export const withoutAddress = (wire: z.infer<typeof addressSchema>) => ({ ...wire, address: null });

const tags = ['Companies', 'Extension'];
const path = '/companies/{companyId}/calendar';
const params = z.object({ companyId: pathId('companyId') });

export const readCalendarRoute = createRoute({
	method: 'get',
	path,
	operationId: 'readCalendar',
	tags,
	summary: 'Read what will happen in a company',
	description: `Accesses and pauses that begin and end, terminations, vouchers still to be issued, cut-offs (of months that
were not closed before), and saved budgets that expire with the year, by day (UTC). At most 731 days and ${MAX_ENTRIES} entries.`,
	parameters: readHeaders,
	request: {
		params,
		query: pageQuery.extend({
			from: day('2026-03-01').optional().openapi({ description: 'The start of the month unless given' }),
			to: day('2027-02-28').optional().openapi({ description: 'The last day; a year unless given' }),
			names: z.enum(['true', 'false']).optional().openapi({
				description: 'With `true` it names people. Otherwise entries of one kind and day are counted',
				example: 'false',
			}),
		}),
	},
	responses: {
		...timelineAnswers(entrySchema, 'The entries in the order of their days'),
		...guarded('validation_failed', 'not_found', 'calendar_too_wide'),
	},
});

export const readCalendarAddressRoute = createRoute({
	method: 'get',
	path: `${path}/address`,
	operationId: 'readCalendarAddress',
	tags,
	summary: 'Read whether the calendar has a secret address',
	parameters: readHeaders,
	request: { params },
	responses: {
		...recordAnswers(addressSchema, 'What is known of the address'),
		...guarded('validation_failed', 'not_found'),
	},
});

export const createCalendarAddressRoute = createRoute({
	method: 'post',
	path: `${path}/address`,
	operationId: 'createCalendarAddress',
	tags,
	summary: 'Make a secret address of the calendar',
	description: `Whoever has the address reads the calendar as an iCalendar file, without a token: the month before, and a year from
now on. Only this response shows it. The address before is good no longer.`,
	parameters: writeHeaders,
	request: {
		params,
		body: jsonBody(z.strictObject({ showsNames }).openapi('CalendarAddressCreation')),
	},
	responses: {
		201: createdAnswer(addressSchema, 'The address'),
		...writing(...BODY_REFUSALS, 'not_found'),
	},
});

export const revokeCalendarAddressRoute = createRoute({
	method: 'delete',
	path: `${path}/address`,
	operationId: 'revokeCalendarAddress',
	tags,
	summary: 'Revoke the secret address of the calendar',
	description: 'May be repeated. The next request to the address is answered with 404.',
	parameters: writeHeaders,
	request: { params },
	responses: { 200: jsonAnswer(success, 'There is none any more'), ...writing('not_found') },
});
