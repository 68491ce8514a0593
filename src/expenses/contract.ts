import { createRoute, z } from '@hono/zod-openapi';
import { toIso, toIsoOrNull } from '../core/instant.ts';
import { readHeaders } from '../http/conditional.ts';
import { changedAnswer, createdAnswer, jsonBody, recordAnswers } from '../http/contract.ts';
import { day, days, module, orNull, pathId, positiveMoney, text, yearMonth } from '../http/fields.ts';
import { changeHeaders, writeHeaders } from '../http/idempotency.ts';
import { listAnswer, pageQuery } from '../http/pagination.ts';
import { BODY_REFUSALS, changing, guarded, writing } from '../http/problem.ts';
import { wireId, wireInstant, wireMoney, wireText } from '../http/wire.ts';
import { EXPENSE_REFUSALS, EXPENSE_STATES } from './rules.ts';
import type { Expense } from './store.ts';

const state = z.enum(EXPENSE_STATES).openapi('ExpenseState', { example: 'SUBMITTED' });

const expenseSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-02T18:00:00.000Z'),
		dateModified: wireInstant('2026-03-02T18:00:00.000Z'),
		employeeId: wireId(),
		companyId: wireId(),
		employee: z
			.strictObject({
				firstName: wireText('Erika').nullable(),
				lastName: wireText('Mustermann').nullable(),
				personnelNumber: wireText('00017').nullable(),
			})
			.openapi({ description: 'Who the employee is at present' }),
		authorId: wireId().openapi({ description: 'The user who submitted it' }),
		module,
		amount: wireMoney,
		date: z.iso.date().openapi({ format: 'date', maxLength: 10, example: '2026-03-01' }),
		days: days.nullable().openapi({ example: 1 }),
		isPublicTransport: z.boolean().nullable().openapi({ example: null }),
		note: wireText('Lunch with the team').nullable(),
		state,
		dateDecided: wireInstant('2026-03-03T10:00:00.000Z').nullable().openapi({ example: null }),
		deciderId: wireId()
			.nullable()
			.openapi({ description: 'The user who approved, rejected or withdrew it', example: null }),
		rejectionReason: wireText('The receipt is not legible').nullable().openapi({ example: null }),
	})
	.openapi('Expense');

export const toWire = (expense: Expense): z.infer<typeof expenseSchema> => ({
	id: expense.id,
	dateCreated: toIso(expense.dateCreated),
	dateModified: toIso(expense.dateModified),
	employeeId: expense.employeeId,
	companyId: expense.companyId,
	employee: {
		firstName: expense.firstName,
		lastName: expense.lastName,
		personnelNumber: expense.personnelNumber,
	},
	authorId: expense.authorId,
	module: expense.module,
	amount: { value: expense.amountValue, currency: expense.amountCurrency },
	date: toIso(expense.date).slice(0, 10),
	days: expense.days,
	isPublicTransport: expense.isPublicTransport,
	note: expense.note,
	state: expense.state,
	dateDecided: toIsoOrNull(expense.dateDecided),
	deciderId: expense.deciderId,
	rejectionReason: expense.rejectionReason,
});

/** Each of these fields is required for its module and refused for every other. */
const FIELD_OF = { MEALS: 'days', MOBILITY: 'isPublicTransport' } as const;

const submitBody = z
	.strictObject({
		module,
		amount: positiveMoney,
		date: day('2026-03-01'),
		days: orNull(days).openapi({ description: 'Only for MEALS: the number of days', example: 1 }),
		isPublicTransport: orNull(z.boolean()).openapi({
			description: 'Only for MOBILITY: whether by public transport',
			example: null,
		}),
		note: orNull(text('Lunch with the team')),
	})
	.superRefine((body, context) => {
		for (const [one, field] of Object.entries(FIELD_OF)) {
			const [isWanted, isGiven] = [body.module === one, body[field] !== null];
			if (isWanted === isGiven) continue;
			const code = isWanted ? 'required' : 'unexpected';
			context.addIssue({
				code: 'custom',
				path: [field],
				params: { code },
				message: `Required for ${one}, and for no other module`,
			});
		}
	})
	.openapi('ExpenseSubmission');

const filterQuery = pageQuery.extend({
	state: state.optional().openapi({ description: 'Only expenses in this state' }),
	module: module.optional().openapi({ description: 'Only expenses of this module' }),
	month: yearMonth('2026-03').optional().openapi({ description: 'Only expenses of days in this month' }),
});

const tags = ['Expenses', 'Extension'];
const employeeParams = z.object({ employeeId: pathId('employeeId') });
const expenseParams = z.object({ expenseId: pathId('expenseId') });

export const submitExpenseRoute = createRoute({
	method: 'post',
	path: '/employees/{employeeId}/flex/expenses',
	operationId: 'submitExpense',
	tags,
	summary: 'Submit an expense',
	description:
		'Refused when a rule forbids it or a month would be overdrawn; the refusal names what is left.',
	request: { headers: writeHeaders, params: employeeParams, body: jsonBody(submitBody) },
	responses: {
		201: createdAnswer(expenseSchema, 'The submitted expense'),
		...writing(...BODY_REFUSALS, 'not_found', 'employee_erased', 'quota_reached', ...EXPENSE_REFUSALS),
	},
});

const listed = {
	200: listAnswer(expenseSchema, 'The expenses, in order of creation'),
	...guarded('validation_failed', 'not_found'),
};

export const listExpensesOfEmployeeRoute = createRoute({
	method: 'get',
	path: '/employees/{employeeId}/flex/expenses',
	operationId: 'listExpensesOfEmployee',
	tags,
	summary: 'List the expenses of an employee',
	request: { params: employeeParams, query: filterQuery },
	responses: listed,
});

export const listExpensesOfCompanyRoute = createRoute({
	method: 'get',
	path: '/companies/{companyId}/flex/expenses',
	operationId: 'listExpensesOfCompany',
	tags,
	summary: 'List the expenses of a company',
	request: { params: z.object({ companyId: pathId('companyId') }), query: filterQuery },
	responses: listed,
});

export const readExpenseRoute = createRoute({
	method: 'get',
	path: '/flex/expenses/{expenseId}',
	operationId: 'readExpense',
	tags,
	summary: 'Read an expense',
	request: { headers: readHeaders, params: expenseParams },
	responses: { ...recordAnswers(expenseSchema, 'The expense'), ...guarded('validation_failed', 'not_found') },
});

export const approveExpenseRoute = createRoute({
	method: 'post',
	path: '/flex/expenses/{expenseId}/approval',
	operationId: 'approveExpense',
	tags,
	summary: 'Approve an expense',
	description:
		'Checks the rules again and creates the payroll transaction. Nobody decides on an expense of their own.',
	request: { headers: changeHeaders, params: expenseParams },
	responses: {
		200: changedAnswer(expenseSchema, 'The approved expense'),
		...changing('not_found', 'already_decided', ...EXPENSE_REFUSALS),
	},
});

export const rejectExpenseRoute = createRoute({
	method: 'post',
	path: '/flex/expenses/{expenseId}/rejection',
	operationId: 'rejectExpense',
	tags,
	summary: 'Reject an expense',
	request: {
		headers: changeHeaders,
		params: expenseParams,
		body: jsonBody(
			z.strictObject({ reason: text('The receipt is not legible') }).openapi('ExpenseRejection'),
		),
	},
	responses: {
		200: changedAnswer(expenseSchema, 'The rejected expense'),
		...changing(...BODY_REFUSALS, 'not_found', 'already_decided', 'employee_erased'),
	},
});

export const withdrawExpenseRoute = createRoute({
	method: 'post',
	path: '/flex/expenses/{expenseId}/withdrawal',
	operationId: 'withdrawExpense',
	tags,
	summary: 'Withdraw an expense',
	description: 'Only the user who submitted it may withdraw it.',
	request: { headers: changeHeaders, params: expenseParams },
	responses: {
		200: changedAnswer(expenseSchema, 'The withdrawn expense'),
		...changing('not_found', 'already_decided'),
	},
});
