import { createRoute, z } from '@hono/zod-openapi';
import { toIso } from '../../core/instant.ts';
import { changedAnswer, dryRunQuery, withPreview } from '../../http/contract.ts';
import { employeeFilters, integer, pathId } from '../../http/fields.ts';
import { writeHeaders } from '../../http/headers.ts';
import { writing } from '../../http/problem.ts';
import { wireEmail, wireId, wireInstant, wireText } from '../../http/wire.ts';
import { type Invitation, type Invitations, type Letter, MAX_INVITED } from './rules.ts';

const wireLink = wireText(
	'https://benefits.example/console/registration?token=Zm9yLWV4YW1wbGUtb25seS1ub3QtYS1saW5r',
);
const registrationPage = '/console/registration';

const invitationSchema = z
	.strictObject({
		userId: wireId(),
		email: wireEmail('ada@demo.example'),
		dateExpires: wireInstant('2026-03-14T12:00:00.000Z'),
		link: wireLink.nullable().openapi({
			description: `The link to hand over where no mail can be sent, shown only now; \`null\` when a mail is on its way, or
when the user has rights that you have not`,
		}),
	})
	.openapi('Invitation');

export type InvitationOnWire = z.infer<typeof invitationSchema>;

/** `origin` is where people reach this service; empty when that is not configured. */
export const invitationToWire = (
	{ userId, email, dateExpires, token }: Invitation,
	origin: string,
): InvitationOnWire => ({
	userId,
	email,
	dateExpires: toIso(dateExpires),
	link: token && linkOf(origin, token),
});

/** Where somebody registers; with the token or code of an invitation there is nothing left to type but a password. */
export const linkOf = (origin: string, secret?: string): string =>
	`${origin}${registrationPage}${secret === undefined ? '' : `?token=${secret}`}`;

const letterSchema = z
	.strictObject({
		userId: wireId(),
		email: wireEmail('ada@demo.example'),
		dateExpires: wireInstant('2026-04-06T12:00:00.000Z'),
		code: wireText('KTWM-RXQB-HNPV')
			.nullable()
			.openapi({ description: 'Shown only now; `null` in a repetition under the same idempotency key' }),
	})
	.openapi('PrintedInvitation');

export type LetterOnWire = z.infer<typeof letterSchema>;

export const letterToWire = ({ userId, email, dateExpires, code }: Letter): LetterOnWire => ({
	userId,
	email,
	dateExpires: toIso(dateExpires),
	code: inGroups(code),
});

export const inGroups = (code: string): string => code.replace(/(.{4})(?!$)/g, '$1-');

const invitationsSchema = z
	.strictObject({
		invited: integer(0, MAX_INVITED).openapi({ description: 'How many people were invited', example: 120 }),
		more: z.boolean().openapi({
			description: 'Whether there are more, whom another request invites',
			example: false,
		}),
	})
	.openapi('Invitations');

export const invitationsToWire = ({ invited, more }: Invitations): z.infer<typeof invitationsSchema> => ({
	invited,
	more,
});

/** Those of the list of employees; the company stands in the path. */
const { companyId: _, ...otherFilters } = employeeFilters;

const inviting = (...codes: Parameters<typeof writing>) =>
	writing('not_found', 'already_registered', 'user_closed', ...codes);

const employee = z.object({ employeeId: pathId('employeeId') });

export const inviteUserRoute = createRoute({
	method: 'post',
	path: '/users/{userId}/invitation',
	operationId: 'inviteUser',
	tags: ['Users', 'Extension'],
	summary: 'Invite a user, for the first time or again',
	description: 'Sends a link by which the user sets a password, good once within 7 days. An older link dies.',
	parameters: writeHeaders,
	request: { params: z.object({ userId: pathId('userId') }) },
	responses: { 200: changedAnswer(invitationSchema, 'The invitation'), ...inviting() },
});

export const inviteEmployeeRoute = createRoute({
	method: 'post',
	path: '/employees/{employeeId}/invitation',
	operationId: 'inviteEmployee',
	tags: ['Employees', 'Extension'],
	summary: 'Invite an employee, for the first time or again',
	description:
		'Sends a link by which the employee sets a password, good once within 7 days. An older link or code dies.',
	parameters: writeHeaders,
	request: { params: employee },
	responses: { 200: changedAnswer(invitationSchema, 'The invitation'), ...inviting('employee_erased') },
});

const printed = changedAnswer(letterSchema, 'The code, as JSON or as a page to print');

export const printInvitationRoute = createRoute({
	method: 'post',
	path: '/employees/{employeeId}/invitation/letter',
	operationId: 'printInvitation',
	tags: ['Employees', 'Extension'],
	summary: 'Print an invitation for an employee without a mailbox',
	description: `Makes a code of 12 letters by which the employee sets a password, good once within 30 days and for 10 tries. An older
link or code dies. With \`Accept: text/html\` it is answered as a page to print, with a QR code, in the employee's language.`,
	parameters: writeHeaders,
	request: { params: employee },
	responses: {
		200: {
			...printed,
			content: {
				...printed.content,
				'text/html': { schema: z.string().openapi({ maxLength: 100_000, example: '<!doctype html>' }) },
			},
		},
		...inviting('employee_erased', 'user_has_other_roles'),
	},
});

export const inviteEmployeesRoute = createRoute({
	method: 'post',
	path: '/companies/{companyId}/employees/invitations',
	operationId: 'inviteEmployees',
	tags: ['Employees', 'Extension'],
	summary: 'Invite many employees',
	description: `Invites those of a company's employees who match all filters, have not registered and have no invitation that is still
good: at most ${MAX_INVITED.toLocaleString('en')} at once. The mails leave over days where there is a limit for a day.`,
	parameters: writeHeaders,
	request: {
		params: z.object({ companyId: pathId('companyId') }),
		query: dryRunQuery.extend(otherFilters),
	},
	responses: {
		200: withPreview(changedAnswer(invitationsSchema, 'How many were invited'), invitationsSchema),
		...writing('not_found'),
	},
});
