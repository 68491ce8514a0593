import { z } from '@hono/zod-openapi';
import { employeeFilters, text } from '../../../foundation/http/fields.ts';
import { cursorOf, listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import {
	wireBy,
	wireEmail,
	wireGroups,
	wireId,
	wireInstant,
	wireText,
} from '../../../foundation/http/wire.ts';
import { MAIL_STATES } from '../../../tenants/mail/rules.ts';
import { shownTexts } from '../contract.ts';
import { ADDRESS_STATES, LACKS, PERSON_STATES, wordsOf } from './rules.ts';
import type { Person } from './store.ts';

const MAX_QUERY_LENGTH = 100;
/** Contains no NUL, and at least one character that is not a separator. */
const WITH_WORD = '^[^\\x00]*[^\\x00 ._/-][^\\x00]*$';

const state = z.enum(PERSON_STATES).openapi({ example: 'INVITED' });
const lack = z.enum(LACKS).openapi({ example: 'REGISTRATION' });

const invitationMail = z.enum(MAIL_STATES).openapi({ example: 'bounced' });

const personSchema = z
	.strictObject({
		employeeId: wireId(),
		userId: wireId(),
		email: wireEmail('erika@demo.example'),
		firstName: wireText('Erika').nullable(),
		lastName: wireText('Mustermann').nullable(),
		...shownTexts,
		groups: wireGroups,
		state,
		missing: z.array(lack).max(LACKS.length),
		invitationMail: invitationMail.nullable().openapi({
			description:
				'The status of the last invitation mail, until the person has registered. `GET …/mails` has the reason for `bounced` and `failed`. null if there is none, after 180 days, or if it was printed',
		}),
		dateRegistered: wireInstant('2026-01-05T08:00:00.000Z').nullable(),
		dateProven: wireInstant('2026-01-05T08:00:00.000Z').nullable().openapi({
			description: 'Since when somebody has shown to be the person who reads the address, or null',
		}),
		dateClosed: wireInstant('2026-09-01T08:00:00.000Z').nullable(),
		dateTerminated: wireInstant('2026-12-31T23:59:59.999Z').nullable(),
	})
	.openapi('Person');

export const personToWire = wireBy(personSchema, {
	employeeId: ({ id }: Person) => id,
	missing: ({ lacksNumber, lacksBudget, lacksRegistration }: Person) => {
		const lacking = { PERSONNEL_NUMBER: lacksNumber, BUDGET: lacksBudget, REGISTRATION: lacksRegistration };
		return LACKS.filter((one) => lacking[one]);
	},
});

/** A cursor contains the matching part in base64url, which needs no escaping. */
const encodedPart = z.string().regex(/^[\w-]{0,43}$/);

export const listPeopleRoute = operations().list('listPeople', '/companies/{companyId}/people', {
	tags: ['Employees', 'Extension'],
	summary: 'Find people of a company',
	description: `Employees with their names and status. \`q\` searches names, e-mail and personnel number for parts of
words; all words must match. Case, accents and umlauts do not matter. One or two letters match the start
of a word. With \`q\` the order is that of the search, else creation. Erased employees are left out.`,
	query: pageQuery.extend({
		cursor: cursorOf(encodedPart, ''),
		q: text('muster', MAX_QUERY_LENGTH)
			.refine((value) => wordsOf(value).length > 0, 'Must contain a letter or a digit')
			.openapi({ pattern: WITH_WORD })
			.optional(),
		state: state.optional().openapi({ example: undefined }),
		missing: lack.optional().openapi({ example: undefined }),
		invitationMail: invitationMail.optional().openapi({
			description: 'Only people whose invitation has this status, such as `bounced`',
			example: undefined,
		}),
		address: z.enum(ADDRESS_STATES).optional().openapi({
			description: 'Only people who have registered, and whose address nobody has proven',
			example: undefined,
		}),
		group: employeeFilters.group,
		costCenter: employeeFilters.costCenter,
	}),
	responses: { 200: listAnswer(personSchema, 'The people') },
});
