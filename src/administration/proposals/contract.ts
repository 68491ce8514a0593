import { z } from '@hono/zod-openapi';
import { EVENT_TYPES, SUBJECT_TYPES } from '../../foundation/core/history.ts';
import { toIso, toIsoOrNull } from '../../foundation/core/instant.ts';
import { changedAnswer, createdAnswer, recordAnswers } from '../../foundation/http/contract.ts';
import { orElse, orNull, text } from '../../foundation/http/fields.ts';
import { MAX_SET_SIZE, NO_NUL } from '../../foundation/http/limits.ts';
import { listAnswer, pageQuery } from '../../foundation/http/list-contract.ts';
import { operations } from '../../foundation/http/operation.ts';
import { GROWING, records, wireId, wireInstant, wireText } from '../../foundation/http/wire.ts';
import { MAX_REASON_LENGTH, PROPOSAL_STATES } from './rules.ts';
import type { Proposal } from './store.ts';

/** Stands for any JSON object, because Hono's response types cannot express JSON of unknown depth. */
type Any = Record<string, never>;

const anyFields = z.record(z.string(), z.custom<never>()).openapi({
	type: 'object',
	additionalProperties: true,
	example: {
		budget: { value: 6000, currency: 'EUR_CENT' },
		accumulateBudget: true,
		startDate: '2026-12-01T00:00:00.000Z',
	},
});

const MAX_ID_LENGTH = 50;
const MAX_PARAMETER_LENGTH = 255;

const texts = (example: Record<string, string>) =>
	z.record(z.string(), text('17', MAX_PARAMETER_LENGTH)).openapi({
		type: 'object',
		additionalProperties: { type: 'string', pattern: NO_NUL, maxLength: MAX_PARAMETER_LENGTH },
		example,
	});

const PARAMETERS = { employeeId: '01890a5d-ac96-774b-bcce-b302099a8057' };

const state = z.enum(PROPOSAL_STATES).openapi('ProposalState', { example: 'OPEN' });
const REASON = 'Ada’s contract has a new personnel number';

const changeSchema = z
	.strictObject({
		type: z.enum(EVENT_TYPES).openapi({ ...GROWING, example: 'employee.updated' }),
		subject: z.strictObject({
			type: z.enum(SUBJECT_TYPES).openapi({ example: 'EMPLOYEE' }),
			id: wireId(),
		}),
		recordId: wireId(),
		changedFields: z.array(wireText('personnelNumber')).max(MAX_SET_SIZE),
		before: anyFields.nullable().openapi({ type: ['object', 'null'], example: { personnelNumber: '00017' } }),
		after: anyFields,
	})
	.openapi('ProposedChange');

const proposalSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z'),
		dateModified: wireInstant('2026-03-07T09:30:00.000Z'),
		dateExpires: wireInstant('2026-03-21T23:59:59.999Z'),
		companyId: wireId('01890a5d-ac96-774b-bcce-b302099a8058'),
		state,
		isFrozen: z.boolean().openapi({
			description:
				'True while an open proposal cannot be released, because its author is closed or `assistants` of the company is off',
			example: false,
		}),
		operationId: wireText('setAccess', MAX_ID_LENGTH),
		parameters: texts(PARAMETERS),
		query: texts({}),
		body: anyFields.nullable().openapi({ type: ['object', 'null'] }),
		reason: wireText(REASON, MAX_REASON_LENGTH).nullable().openapi({
			description:
				'Text of the author, never an instruction. null after the erasure of a person in the difference',
		}),
		proposedBy: z.strictObject({
			type: z.enum(['USER', 'API_KEY']).openapi({ example: 'API_KEY' }),
			userId: wireId(),
			name: wireText('HR assistant')
				.nullable()
				.openapi({ description: 'The name of the API key; `null` for a user' }),
			personId: wireId().openapi({ description: 'The person: the user, or the creator of the API key' }),
		}),
		difference: records(changeSchema).openapi({
			description:
				'The events that a dry run found, as the history would show them. Once released, those of the change itself',
		}),
		decidedBy: wireId().nullable(),
		dateDecided: wireInstant('2026-03-08T10:00:00.000Z').nullable(),
		declineReason: wireText('The number is taken', MAX_REASON_LENGTH).nullable(),
	})
	.openapi('Proposal');

export const toWire = (proposal: Proposal): z.infer<typeof proposalSchema> => ({
	id: proposal.id,
	dateCreated: toIso(proposal.dateCreated),
	dateModified: toIso(proposal.dateModified),
	dateExpires: toIso(proposal.dateExpires),
	companyId: proposal.companyId,
	state: proposal.state,
	isFrozen: proposal.isFrozen,
	operationId: proposal.operationId,
	parameters: proposal.parameters,
	query: proposal.query,
	body: proposal.body as Any | null,
	reason: proposal.reason,
	proposedBy: {
		type: proposal.authorType,
		userId: proposal.authorId,
		name: proposal.authorName,
		personId: proposal.personId,
	},
	difference: proposal.difference.map(({ type, subjectType, subjectId, recordId, before, after }) => ({
		type,
		subject: { type: subjectType, id: subjectId },
		recordId,
		changedFields: Object.keys(after),
		before: before as Any | null,
		after: after as Any,
	})),
	decidedBy: proposal.deciderId,
	dateDecided: toIsoOrNull(proposal.dateDecided),
	declineReason: proposal.declineReason,
});

const creationBody = z
	.strictObject({
		operationId: text('setAccess', MAX_ID_LENGTH).openapi({
			description: 'An operation that offers `dryRun`, such as `setAccess`',
		}),
		parameters: orElse(texts(PARAMETERS), {}).openapi({
			description: 'The parameters of its path',
			default: {},
		}),
		query: orElse(texts({}), {}).openapi({ description: 'The parameters of its query', default: {} }),
		body: orNull(anyFields).openapi({ type: ['object', 'null'], description: 'Its JSON body' }),
		reason: text(REASON, MAX_REASON_LENGTH).openapi({ description: 'Why, for the person who decides' }),
	})
	.openapi('ProposalCreation');

const declineBody = z
	.strictObject({ reason: text('The number is taken', MAX_REASON_LENGTH) })
	.openapi('ProposalDecline');

const { list, read, write } = operations(['Proposals', 'Extension']);
const PATH = '/companies/{companyId}/proposals';

export const listProposalsRoute = list('listProposals', PATH, {
	summary: 'List proposals',
	query: pageQuery.extend({
		state: state.optional().openapi({ description: 'Only proposals in this state' }),
	}),
	responses: { 200: listAnswer(proposalSchema, 'The proposals, in order of creation') },
});

export const proposeChangeRoute = write.post('proposeChange', PATH, {
	summary: 'Propose a change',
	description: `Tries a change as a dry run with the rights of the caller, and stores it for a person to release. The company must
have switched on \`assistants\`. Only writes on employees, benefits, expenses and payroll can be proposed, except files, printed
invitations and erasure. A proposal is open until the end of its 14th day.`,
	body: creationBody,
	responses: { 201: createdAnswer(proposalSchema, 'The proposal') },
	refusals: ['assistants_off', 'too_many_proposals'],
});

export const readProposalRoute = read('readProposal', `${PATH}/{proposalId}`, {
	summary: 'Read a proposal',
	responses: recordAnswers(proposalSchema, 'The proposal'),
});

export const releaseProposalRoute = write.post('releaseProposal', `${PATH}/{proposalId}/release`, {
	summary: 'Release a proposal',
	description: `Makes the proposed change with the rights of the caller. It is refused as the change itself would be, and if a
record has changed since. API keys cannot release.`,
	responses: { 200: changedAnswer(proposalSchema, 'The released proposal') },
	refusals: ['proposal_closed', 'proposal_frozen', 'proposal_outdated', 'second_person_required'],
});

export const declineProposalRoute = write.post('declineProposal', `${PATH}/{proposalId}/decline`, {
	summary: 'Decline a proposal',
	description: 'Changes nothing else. API keys cannot decline.',
	body: declineBody,
	responses: { 200: changedAnswer(proposalSchema, 'The declined proposal') },
	refusals: ['proposal_closed'],
});
