import { newId } from '../core/id.ts';
import { addMonths, endOfMonth, type Instant, startOfMonth } from '../core/instant.ts';
import { MODULES } from '../core/modules.ts';
import { DEFAULT_TEMPLATE_ID } from '../core/tax-rules.ts';
import type { Db, Statement } from '../db/client.ts';
import { pauses } from '../employees/pauses/table.ts';
import { insertEmployee } from '../employees/store.ts';
import { flexAccesses } from '../flex/access/table.ts';
import { defaultAccesses } from '../goodies/default-access/table.ts';
import { plannedVouchers } from '../goodies/plans/table.ts';
import { insertUser } from '../users/store.ts';

export type Company = 'Demo GmbH' | 'Andere AG';

export interface DemoEmployee {
	employeeId: string;
	userId: string;
	email: string;
	firstName: string;
	lastName: string;
	company: Company;
	personnelNumber: string;
	costCenter: string;
	groups: string[];
	/** How many months before the present one flex access and monthly budget began. */
	monthsOfBenefits: number;
	flexBudget: number;
	goodiesBudget: number;
	/** Start and end of the pause, in months after the start of the present month. */
	pausedMonths?: [from: number, to: number];
	leavesInMonths?: number;
}

export const demoEmployees = (now: Instant): DemoEmployee[] =>
	EMPLOYEES.map((fields) => ({ ...fields, employeeId: newId(now), userId: newId(now) }));

const EMPLOYEES: Omit<DemoEmployee, 'employeeId' | 'userId'>[] = [
	person(['Emil', 'Weber', 'employee@demo.example'], 'Demo GmbH', '00001', '4711', ['office'], 4, 5000, 5000),
	person(
		['Erika', 'Mustermann', 'erika@demo.example'],
		'Demo GmbH',
		'00002',
		'4711',
		['office', 'sales'],
		6,
		8000,
		5000,
	),
	person(['Max', 'Müller', 'max@demo.example'], 'Demo GmbH', '00003', '4712', ['field'], 3, 5000, 4400),
	{
		...person(
			['Lena', 'Schäfer', 'lena@demo.example'],
			'Demo GmbH',
			'00004',
			'4712',
			['field'],
			5,
			5000,
			5000,
		),
		pausedMonths: [0, 3],
	},
	{
		...person(
			['Jonas', 'Groß', 'jonas@demo.example'],
			'Demo GmbH',
			'00005',
			'4713',
			['office'],
			5,
			6000,
			5000,
		),
		leavesInMonths: 2,
	},
	person(['Anna', 'Huber', 'anna@andere.example'], 'Andere AG', '00001', '100', [], 2, 10000, 0),
];

export function employeeStatements(
	db: Db,
	employee: DemoEmployee,
	companyId: string,
	passwordHash: string | null,
	now: Instant,
): Statement[] {
	const dates = { dateCreated: now, dateModified: now };
	const thisMonth = startOfMonth(now);
	const validFrom = addMonths(thisMonth, -employee.monthsOfBenefits);
	const { employeeId, userId, personnelNumber, costCenter, groups, leavesInMonths } = employee;
	const owned = () => ({ id: newId(now), ...dates, employeeId, validFrom, validUntil: null });
	const { email, firstName, lastName } = employee;
	const user = {
		id: userId,
		...dates,
		email,
		firstName,
		lastName,
		roles: ['EMPLOYEE' as const],
		passwordHash,
	};
	return [
		insertUser(db, { ...user, dateRegistered: passwordHash === null ? null : now }),
		insertEmployee(db, {
			id: employeeId,
			...dates,
			companyId,
			userId,
			personnelNumber,
			costCenter,
			groups,
			dateTerminated: leavesInMonths === undefined ? null : endOfMonth(addMonths(now, leavesInMonths)),
			revision: 0,
		}),
		...pauseStatements(db, employee, thisMonth, dates),
		db.insert(flexAccesses).values({
			...owned(),
			budgetValue: employee.flexBudget,
			budgetCurrency: 'EUR_CENT',
			allowedModules: [...MODULES],
			accumulateBudget: true,
			taxRuleTemplateId: DEFAULT_TEMPLATE_ID,
		}),
		db.insert(plannedVouchers).values({
			...owned(),
			goodiesVoucherType: 'GENERIC',
			interval: 'MONTHLY',
			amountValue: employee.goodiesBudget,
			amountCurrency: 'EUR_CENT',
			anchor: validFrom,
			nextOccurrence: validFrom,
		}),
		db.insert(defaultAccesses).values({ ...owned(), validUntil: endOfMonth(addMonths(now, 12)) }),
	];
}

function pauseStatements(
	db: Db,
	{ employeeId, pausedMonths }: DemoEmployee,
	thisMonth: Instant,
	dates: { dateCreated: Instant; dateModified: Instant },
): Statement[] {
	if (pausedMonths === undefined) return [];
	const [from, to] = pausedMonths;
	const validUntil = addMonths(thisMonth, to) - 1;
	const pause = {
		id: newId(dates.dateCreated),
		...dates,
		employeeId,
		validFrom: addMonths(thisMonth, from),
		validUntil,
	};
	return [db.insert(pauses).values(pause)];
}

function person(
	[firstName, lastName, email]: [string, string, string],
	company: Company,
	personnelNumber: string,
	costCenter: string,
	groups: string[],
	monthsOfBenefits: number,
	flexBudget: number,
	goodiesBudget: number,
): Omit<DemoEmployee, 'employeeId' | 'userId'> {
	const budgets = { monthsOfBenefits, flexBudget, goodiesBudget };
	return { email, firstName, lastName, company, personnelNumber, costCenter, groups, ...budgets };
}
