import { z } from '@hono/zod-openapi';
import { toIso } from '../../../foundation/core/instant.ts';
import { changedAnswer } from '../../../foundation/http/contract.ts';
import { employeeFilters, integer } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireBy, wireEmail, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import { type Invitation, type Invitations, MAX_INVITED } from './rules.ts';

const wireLink = wireText(
	'https://benefits.example/console/registration#Zm9yLWV4YW1wbGUtb25seS1ub3QtYS1saW5r',
);
const registrationPage = '/console/registration';
export const signInPage = '/console/sign-in';

const invitationSchema = z
	.strictObject({
		userId: wireId(),
		email: wireEmail('ada@demo.example'),
		dateExpires: wireInstant('2026-03-14T12:00:00.000Z'),
		link: wireLink.nullable().openapi({
			description: `The link to pass on if no mail can be sent, shown only now. \`null\` if a mail is sent, or if the user
has permissions that you lack. An API key never sees it: without mail its request is refused. If the
company requires its identity provider, the link leads to the sign-in there`,
		}),
	})
	.openapi('Invitation');

export type InvitationOnWire = z.infer<typeof invitationSchema>;

/** `origin` is the public address of the service, or empty if it is not configured. */
export const invitationToWire = (invitation: Invitation, origin: string): InvitationOnWire => ({
	userId: invitation.userId,
	email: invitation.email,
	dateExpires: toIso(invitation.dateExpires),
	link: linkOfInvitation(invitation, origin),
});

/** Returns the link that the inviting person hands over; null when a mail is sent. */
export const linkOfInvitation = (
	{ token, email, isBoundToSso }: Pick<Invitation, 'token' | 'email' | 'isBoundToSso'>,
	origin: string,
): string | null => token && (isBoundToSso ? signInLinkOf(origin, email) : linkOf(origin, token));

/** Returns the link to sign in with the company account. A script on the page fills in the e-mail address. */
export const signInLinkOf = (origin: string, email: string): string =>
	`${origin}${signInPage}#${encodeURIComponent(email)}`;

/** Returns the link to the registration page. With an invitation's token or code, only a password must be entered there. */
export const linkOf = (origin: string, secret?: string): string =>
	`${origin}${registrationPage}${secret === undefined ? '' : `#${secret}`}`;

const invitationsSchema = z
	.strictObject({
		invited: integer(0, MAX_INVITED).openapi({ description: 'The number of invited people', example: 120 }),
		more: z.boolean().openapi({
			description: 'Whether more people remain for another request',
			example: false,
		}),
		refused: z
			.array(z.strictObject({ employeeId: wireId(), code: z.literal('too_many_invitations') }))
			.max(MAX_INVITED)
			.openapi({
				description: 'People whose address has had 5 invitations today (UTC). The others are invited',
				example: [],
			}),
	})
	.openapi('Invitations');

export const invitationsToWire: (invitations: Invitations) => z.infer<typeof invitationsSchema> =
	wireBy(invitationsSchema);

/** The filters of the employee list, without the company, which is in the path. */
const { companyId: _, ...otherFilters } = employeeFilters;

export const REFUSALS = ['already_registered', 'registered_before', 'user_closed'] as const;

const { write } = operations(['Employees', 'Extension'], { dryRuns: true });

export const inviteUserRoute = write.post('inviteUser', '/users/{userId}/invitation', {
	tags: ['Users', 'Extension'],
	dryRun: false,
	summary: 'Invite a user',
	description:
		'Sends a link to set a password. It works once, within 7 days. Older links are no longer valid. May be repeated.',
	responses: { 200: changedAnswer(invitationSchema, 'The invitation') },
	refusals: [...REFUSALS, 'mail_not_configured', 'too_many_invitations'],
});

export const inviteEmployeeRoute = write.post('inviteEmployee', '/employees/{employeeId}/invitation', {
	summary: 'Invite an employee',
	description:
		'Sends a link to set a password. It works once, within 7 days. Older links and codes are no longer valid. May be repeated.',
	responses: { 200: changedAnswer(invitationSchema, 'The invitation') },
	refusals: [...REFUSALS, 'employee_erased', 'mail_not_configured', 'too_many_invitations'],
});

export const inviteEmployeesRoute = write.post(
	'inviteEmployees',
	'/companies/{companyId}/employees/invitations',
	{
		summary: 'Invite many employees',
		description: `Invites employees of a company who match all filters, have not registered and have no valid invitation:
at most ${MAX_INVITED.toLocaleString('en')} at once. If mails per day are limited, they are sent over several days.`,
		query: z.object(otherFilters),
		responses: {
			200: changedAnswer(invitationsSchema, 'The number of invited employees'),
		},
		refusals: ['mail_not_configured'],
	},
);
