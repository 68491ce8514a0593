import { beforeAll, expect, test } from 'vitest';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';
import { type FaultKind, MONEY, PERIOD } from './faults.ts';
import { describeFaults, type Request } from './refused.ts';

const ENDING = { endDate: '2023-06-30T23:59:59.999Z' };

let platform: TestUser;
let companyId: string;
let employeeId: string;
let planId: string;

/** Every operation with a body: its method, its address, and a body that would be accepted. */
const OPERATIONS = {
	setAccess: () => [
		'PUT',
		`/employees/${employeeId}/flex/access`,
		{ budget: MONEY, accumulateBudget: true, ...PERIOD },
	],
	revokeAccess: () => ['DELETE', `/employees/${employeeId}/flex/access`, ENDING],
	setMonthlyBudget: () => ['PUT', `/employees/${employeeId}/goodies/budget`, { budget: MONEY, ...PERIOD }],
	createPlannedVoucher: () => [
		'POST',
		`/employees/${employeeId}/goodies/planned-vouchers`,
		{ amount: MONEY, goodiesVoucherType: 'SPECIAL', interval: 'ONCE', ...PERIOD },
	],
	setDefaultAccess: () => ['PUT', `/employees/${employeeId}/goodies/default-access`, PERIOD],
	revokePlannedVouchers: () => ['DELETE', `/employees/${employeeId}/goodies/planned-vouchers`, ENDING],
	revokePlannedVoucher: () => ['DELETE', `/goodies/planned-vouchers/${planId}`, ENDING],
	createEmployee: () => ['POST', '/employees', { email: uniqueEmail(), companyId }],
	updateEmployee: () => ['PUT', `/employees/${employeeId}`, {}],
	createTaxRuleTemplate: () => [
		'POST',
		'/flex/tax-rule-templates',
		{ name: 'Meals', companyIds: [companyId] },
	],
	createCompany: () => ['POST', '/companies', { name: 'New', taxAffiliation: 'DE' }],
	updateCompany: () => ['PUT', `/companies/${companyId}`, {}],
	createUser: () => ['POST', '/users', { email: uniqueEmail(), roles: ['COMPANY_ADMIN'] }],
	updateUser: () => ['PUT', `/users/${platform.userId}`, {}],
} satisfies Record<string, () => Request>;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	const company = await newCompany();
	companyId = company.id;
	employeeId = await newEmployee(company);
	for (const name of ['setAccess', 'setMonthlyBudget', 'setDefaultAccess'] as const) {
		const [method, path, body] = OPERATIONS[name]();
		const answer = await as(platform).send(method, path, body);
		expect(answer.status).toBe(200);
		if (name === 'setMonthlyBudget') planId = answer.body[0].id;
	}
});

const FIELDS: Record<keyof typeof OPERATIONS, Record<string, FaultKind[]>> = {
	setAccess: {
		budget: ['money'],
		accumulateBudget: ['boolean', 'required'],
		startDate: ['utcDate', 'required'],
		endDate: ['utcDate'],
		allowedModules: ['modules'],
		flexTaxRuleTemplateId: ['text'],
		endDat: ['unknown'],
	},
	revokeAccess: { endDate: ['utcDate', 'required'], startDate: ['unknown'] },
	setMonthlyBudget: {
		budget: ['money'],
		startDate: ['utcDate', 'required'],
		endDate: ['utcDate'],
		accumulateBudget: ['unknown'],
	},
	createPlannedVoucher: {
		amount: ['money', 'required'],
		goodiesVoucherType: ['text', 'required'],
		interval: ['text', 'required'],
		startDate: ['utcDate', 'required'],
		endDate: ['utcDate'],
		budget: ['unknown'],
	},
	setDefaultAccess: { startDate: ['utcDate', 'required'], endDate: ['utcDate'], budget: ['unknown'] },
	revokePlannedVouchers: { endDate: ['utcDate', 'required'], EndDate: ['unknown'] },
	revokePlannedVoucher: { endDate: ['utcDate', 'required'], id: ['unknown'] },
	createEmployee: {
		email: ['email'],
		companyId: ['reference'],
		personnelNumber: ['payrollText'],
		costCenter: ['payrollText'],
		costCentre: ['payrollText'],
		groups: ['groups'],
		dateTerminated: ['date'],
		skipSendRegistrationEmail: ['boolean'],
		datePausedStart: ['unknown'],
		datePausedEnd: ['unknown'],
	},
	updateEmployee: {
		personnelNumber: ['payrollText'],
		costCenter: ['payrollText'],
		costCentre: ['payrollText'],
		groups: ['groups'],
		datePausedStart: ['date'],
		datePausedEnd: ['date'],
		dateTerminated: ['date'],
		email: ['reference'],
		employeeId: ['reference'],
		companyId: ['reference'],
	},
	createTaxRuleTemplate: {
		name: ['text', 'required'],
		rules: ['rules'],
		companyIds: ['ids', 'references', 'required'],
		id: ['unknown'],
	},
	createCompany: {
		name: ['text', 'required'],
		taxAffiliation: ['country'],
		payrollReferenceDay: ['referenceDay'],
		id: ['unknown'],
	},
	updateCompany: {
		name: ['text', 'required'],
		taxAffiliation: ['country'],
		payrollReferenceDay: ['referenceDay'],
	},
	createUser: {
		email: ['email'],
		roles: ['roles'],
		manageableCompanyIds: ['references'],
		firstName: ['text'],
		lastName: ['text'],
		language: ['language'],
		password: ['password'],
		passwordHash: ['unknown'],
	},
	updateUser: {
		email: ['email'],
		roles: ['roles'],
		firstName: ['text'],
		language: ['language'],
		password: ['password'],
		id: ['unknown'],
	},
};

describeFaults(() => platform, OPERATIONS, FIELDS);

test('a day that does not exist is refused with what would be right', async () => {
	const answer = await as(platform).put(`/employees/${employeeId}`, {
		dateTerminated: '2023-02-30T00:00:00Z',
	});
	expect(answer.body.errors).toMatchObject([
		{ pointer: '#/dateTerminated', detail: expect.stringContaining('such as 2023-02-28T23:59:59.999Z') },
	]);
});
