import { pauses } from '../../benefits/employees/pauses/table.ts';
import { insertEmployee } from '../../benefits/employees/store.ts';
import { flexAccesses } from '../../benefits/flex/access/table.ts';
import { defaultAccesses } from '../../benefits/goodies/default-access/table.ts';
import { plannedVouchers } from '../../benefits/goodies/plans/table.ts';
import { newId } from '../../foundation/core/id.ts';
import { addDays, addMonths, endOfMonth, type Instant, startOfMonth } from '../../foundation/core/instant.ts';
import { DEFAULT_TEMPLATE_ID, MODULES } from '../../foundation/core/modules.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import { saveTokens } from '../../tenants/auth/one-time/store.ts';
import { mails } from '../../tenants/mail/table.ts';
import { insertUser } from '../../tenants/users/store.ts';

export type Company = 'Demo GmbH' | 'Andere AG';

export interface DemoEmployee {
	employeeId: string;
	userId: string;
	email: string;
	firstName: string;
	lastName: string;
	company: Company;
	personnelNumber: string | null;
	costCenter: string;
	groups: string[];
	/** Null for a person who has been created, but has no benefits yet. */
	benefits: Benefits | null;
	/** Start and end of the pause, in months after the start of the present month. */
	pausedMonths?: [from: number, to: number];
	leavesInMonths?: number;
	/** Whether the invitation came back. */
	isUnreached?: boolean;
}

interface Benefits {
	/** How many months before the present one flex access and monthly budget began. */
	months: number;
	flexBudget: number;
	/** The flex budget from the month before the present one on. */
	raisedTo?: number;
	goodiesBudget: number;
}

export const demoEmployees = (now: Instant): DemoEmployee[] =>
	EMPLOYEES.map((fields) => ({ ...fields, employeeId: newId(now), userId: newId(now) }));

const DEMO = { company: 'Demo GmbH' as const, groups: ['Büro'] };

const EMPLOYEES: Omit<DemoEmployee, 'employeeId' | 'userId'>[] = [
	{
		...DEMO,
		firstName: 'Emil',
		lastName: 'Weber',
		email: 'employee@demo.example',
		personnelNumber: '00001',
		costCenter: '4711',
		benefits: { months: 4, flexBudget: 5000, goodiesBudget: 5000 },
	},
	{
		...DEMO,
		firstName: 'Erika',
		lastName: 'Mustermann',
		email: 'erika@demo.example',
		personnelNumber: '00002',
		costCenter: '4711',
		groups: ['Büro', 'Vertrieb'],
		benefits: { months: 6, flexBudget: 8000, raisedTo: 10_000, goodiesBudget: 5000 },
	},
	{
		...DEMO,
		firstName: 'Max',
		lastName: 'Müller',
		email: 'max@demo.example',
		personnelNumber: '00003',
		costCenter: '4712',
		groups: ['Außendienst'],
		benefits: { months: 3, flexBudget: 5000, goodiesBudget: 4400 },
	},
	{
		...DEMO,
		firstName: 'Lena',
		lastName: 'Schäfer',
		email: 'lena@demo.example',
		personnelNumber: '00004',
		costCenter: '4712',
		groups: ['Außendienst'],
		benefits: { months: 5, flexBudget: 5000, goodiesBudget: 5000 },
		pausedMonths: [0, 3],
	},
	{
		...DEMO,
		firstName: 'Jonas',
		lastName: 'Groß',
		email: 'jonas@demo.example',
		personnelNumber: '00005',
		costCenter: '4713',
		benefits: { months: 5, flexBudget: 6000, goodiesBudget: 5000 },
		leavesInMonths: 0,
	},
	{
		...DEMO,
		firstName: 'Mia',
		lastName: 'Vogel',
		email: 'mia.vogl@demo.example',
		personnelNumber: null,
		costCenter: '4713',
		benefits: null,
		isUnreached: true,
	},
	{
		company: 'Andere AG',
		firstName: 'Anna',
		lastName: 'Huber',
		email: 'anna@andere.example',
		personnelNumber: '00001',
		costCenter: '100',
		groups: [],
		benefits: { months: 2, flexBudget: 10_000, goodiesBudget: 2_500 },
	},
];

export function employeeStatements(
	db: Db,
	employee: DemoEmployee,
	companyId: string,
	passwordHash: string | null,
	now: Instant,
): Statement[] {
	const dates = { dateCreated: now, dateModified: now };
	const { employeeId, userId, personnelNumber, costCenter, groups, leavesInMonths } = employee;
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
		...pauseStatements(db, employee, startOfMonth(now), dates),
		...(employee.benefits === null ? [] : benefitStatements(db, employeeId, employee.benefits, now)),
	];
}

function benefitStatements(
	db: Db,
	employeeId: string,
	{ months, flexBudget, raisedTo, goodiesBudget }: Benefits,
	now: Instant,
): Statement[] {
	const thisMonth = startOfMonth(now);
	const validFrom = addMonths(thisMonth, -months);
	const raised = addMonths(thisMonth, -1);
	const owned = () => ({
		id: newId(now),
		dateCreated: now,
		dateModified: now,
		employeeId,
		validFrom,
		validUntil: null,
	});
	const access = (budgetValue: number, from: Instant, validUntil: Instant | null) =>
		db.insert(flexAccesses).values({
			...owned(),
			validFrom: from,
			validUntil,
			budgetValue,
			budgetCurrency: 'EUR_CENT',
			allowedModules: [...MODULES],
			accumulateBudget: true,
			taxRuleTemplateId: DEFAULT_TEMPLATE_ID,
		});
	return [
		access(flexBudget, validFrom, raisedTo === undefined ? null : raised - 1),
		...(raisedTo === undefined ? [] : [access(raisedTo, raised, null)]),
		db.insert(plannedVouchers).values({
			...owned(),
			goodiesVoucherType: 'GENERIC',
			interval: 'MONTHLY',
			amountValue: goodiesBudget,
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

/** Returns the statements for invitations that were not delivered. */
export const invitationStatements = (
	db: Db,
	employees: readonly (DemoEmployee & { companyId: string })[],
	now: Instant,
): Statement[] =>
	employees
		.filter(({ isUnreached }) => isUnreached)
		.flatMap(({ userId, companyId }) => [
			...saveTokens(db, [
				{
					userId,
					purpose: 'REGISTRATION',
					key: newId(now),
					codeHash: null,
					codeMark: null,
					authorId: null,
					dateCreated: now,
					dateExpires: addDays(now, 7),
				},
			]),
			db.insert(mails).values({
				id: newId(now),
				dateCreated: now,
				kind: 'invitation',
				userId,
				companyId,
				data: {},
				priority: 2,
				state: 'bounced',
				dateDue: now,
				attempts: 1,
				dateAttempted: now,
				dateSent: now,
				reason: 'The mailbox does not exist.',
			}),
		]);
