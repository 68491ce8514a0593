import { z } from '@hono/zod-openapi';
import { toIso } from '../../../foundation/core/instant.ts';
import {
	createdAnswer,
	jsonAnswer,
	recordAnswers,
	timelineAnswers,
} from '../../../foundation/http/contract.ts';
import { day } from '../../../foundation/http/dates.ts';
import { pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { nullOr, success, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import { CALENDAR_KINDS, type CalendarEntry, fileOf, MAX_ENTRIES } from './rules.ts';
import type { CalendarAddress } from './store.ts';

const showsNames = z.boolean().openapi({
	description: 'Whether it shows names. Without names, entries of one kind and day are counted',
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
			description: 'The number of people; `null` for entries about the company',
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
		).openapi({ description: 'The person’s name; `null` without `names`', example: null }),
	})
	.openapi('CalendarEntry');

export const entryToWire = ({
	kind,
	day,
	person,
	peopleCount,
}: CalendarEntry): z.infer<typeof entrySchema> => ({
	kind,
	date: toIso(day).slice(0, 10),
	employees: peopleCount,
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
			.openapi({ description: 'The secret address, only in the response that creates it; otherwise `null`' }),
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

const { read, write } = operations(['Companies', 'Extension']);
const path = '/companies/{companyId}/calendar';

export const readCalendarRoute = read('readCalendar', path, {
	summary: 'Read a company’s calendar',
	description: `Events by day (UTC): begins and ends of accesses and pauses, terminations, vouchers to be issued,
cut-offs of open months, and expiring saved budgets. At most 731 days and ${MAX_ENTRIES} entries.`,
	query: pageQuery.extend({
		from: day('2026-03-01')
			.optional()
			.openapi({ description: 'The first day. The default is the start of the month' }),
		to: day('2027-02-28').optional().openapi({ description: 'The last day. The default is a year later' }),
		names: z.enum(['true', 'false']).optional().openapi({
			description: 'With `true` it shows names. Otherwise entries of one kind and day are counted',
			example: 'false',
		}),
	}),
	responses: timelineAnswers(entrySchema, 'The entries, ordered by day'),
	refusals: ['calendar_too_wide'],
});

export const readCalendarAddressRoute = read('readCalendarAddress', `${path}/address`, {
	summary: 'Read the calendar’s address settings',
	responses: recordAnswers(addressSchema, 'The settings of the secret address, without the address itself'),
});

export const createCalendarAddressRoute = write.post('createCalendarAddress', `${path}/address`, {
	summary: 'Create a secret calendar address',
	description: `Anyone with the address can read the calendar as an iCalendar file without a token: the previous month
and the coming year. Only this response contains the address. The previous address is no longer valid.`,
	body: z.strictObject({ showsNames }).openapi('CalendarAddressCreation'),
	responses: { 201: createdAnswer(addressSchema, 'The address') },
});

export const revokeCalendarAddressRoute = write.delete('revokeCalendarAddress', `${path}/address`, {
	summary: 'Revoke the secret calendar address',
	description: 'May be repeated. Requests to the address then return 404.',
	responses: { 200: jsonAnswer(success, 'It is removed') },
});
