import { eq } from 'drizzle-orm';
import { hashPassword } from '../auth/passwords.ts';
import { insertCompany } from '../companies/store.ts';
import type { Role } from '../core/actor.ts';
import { newId } from '../core/id.ts';
import { addDays, addMonths, endOfMonth, type Instant, startOfMonth } from '../core/instant.ts';
import { MODULES } from '../core/modules.ts';
import { DEFAULT_TEMPLATE_ID } from '../core/tax-rules.ts';
import { batch, type Db, type Statement } from '../db/client.ts';
import { commit } from '../db/commit.ts';
import { defaultAccesses } from '../default-access/table.ts';
import { insertEmployee } from '../employees/store.ts';
import { flexAccesses } from '../flex/table.ts';
import { plannedVouchers } from '../goodies/table.ts';
import { runDueJobs } from '../jobs/schedule.ts';
import { insertTemplate } from '../tax-rules/store.ts';
import { insertUser, setManagedCompanies } from '../users/store.ts';
import { users } from '../users/table.ts';

export const DEMO_PASSWORD = 'zubrot-demo-2026';

type Company = 'Demo GmbH' | 'Andere AG';

export const DEMO_ACCOUNTS: { email: string; role: Role; company: Company | null }[] = [
	{ email: 'platform@demo.example', role: 'PLATFORM_ADMIN', company: null },
	{ email: 'admin@demo.example', role: 'COMPANY_ADMIN', company: 'Demo GmbH' },
	{ email: 'integration@demo.example', role: 'TECHNICAL_USER', company: 'Demo GmbH' },
	{ email: 'verifier@demo.example', role: 'FLEX_DOCUMENT_VERIFIER', company: 'Demo GmbH' },
	{ email: 'employee@demo.example', role: 'EMPLOYEE', company: 'Demo GmbH' },
	{ email: 'admin@andere.example', role: 'COMPANY_ADMIN', company: 'Andere AG' },
];

interface DemoEmployee {
	email: string;
	company: Company;
	personnelNumber: string;
	costCenter: string;
	groups: string[];
	/** Months before the present one in which flex access and monthly budget began. */
	monthsOfBenefits: number;
	flexBudget: number;
	goodiesBudget: number;
	/** Relative to the first day of the present month. */
	pausedMonths?: [from: number, to: number];
	leavesInMonths?: number;
}

const EMPLOYEES: DemoEmployee[] = [
	person('employee@demo.example', 'Demo GmbH', '00001', '4711', ['office'], 4, 5000, 5000),
	person('erika@demo.example', 'Demo GmbH', '00002', '4711', ['office', 'sales'], 6, 8000, 5000),
	person('max@demo.example', 'Demo GmbH', '00003', '4712', ['field'], 3, 5000, 4400),
	{
		...person('lena@demo.example', 'Demo GmbH', '00004', '4712', ['field'], 5, 5000, 5000),
		pausedMonths: [0, 3],
	},
	{
		...person('jonas@demo.example', 'Demo GmbH', '00005', '4713', ['office'], 5, 6000, 5000),
		leavesInMonths: 2,
	},
	person('anna@andere.example', 'Andere AG', '00001', '100', [], 2, 10000, 0),
];

/**
 * Puts the demo data into the database, once and in one batch, then lets the cron issue the vouchers that are due. Answers
 * whether it was put there now.
 */
export async function seedDemo(db: Db, now: Instant): Promise<boolean> {
	const [present] = await batch(db, [
		db.select({ id: users.id }).from(users).where(eq(users.emailKey, 'platform@demo.example')),
	]);
	if (present.length > 0) return false;
	await commit(db, await demoStatements(db, now));
	await runDueJobs(db, now);
	return true;
}

async function demoStatements(db: Db, now: Instant): Promise<Statement[]> {
	const dates = { dateCreated: now, dateModified: now };
	const companyIds = { 'Demo GmbH': newId(now), 'Andere AG': newId(now) };
	const passwordHash = await hashPassword(DEMO_PASSWORD);
	const statements: Statement[] = [];
	for (const [name, taxAffiliation] of [
		['Demo GmbH', 'DE'],
		['Andere AG', 'AT'],
	] as const) {
		statements.push(
			insertCompany(db, { id: companyIds[name], ...dates, name, payrollReferenceDay: 7, taxAffiliation }),
		);
	}
	for (const { email, role, company } of DEMO_ACCOUNTS.filter((account) => account.role !== 'EMPLOYEE')) {
		const id = newId(now);
		const user = { id, ...dates, email, roles: [role], passwordHash, dateRegistered: now, language: 'de' };
		statements.push(
			insertUser(db, user),
			...setManagedCompanies(db, id, company ? [companyIds[company]] : []),
		);
	}
	const templateId = newId(now);
	const rules = [
		{
			budgets: [{ budget: { value: 11505, currency: 'EUR_CENT' as const } }],
			maxDaysPerMonth: 15,
			isOnlyPublicTransportAllowed: true,
		},
	];
	const template = { id: templateId, ...dates, name: 'Meals, simplified', rules };
	statements.push(...insertTemplate(db, template, [companyIds['Demo GmbH']]));
	for (const employee of EMPLOYEES) {
		const hash = DEMO_ACCOUNTS.some(({ email }) => email === employee.email) ? passwordHash : null;
		statements.push(...employeeStatements(db, employee, companyIds[employee.company], hash, now));
	}
	return statements;
}

function employeeStatements(
	db: Db,
	employee: DemoEmployee,
	companyId: string,
	passwordHash: string | null,
	now: Instant,
): Statement[] {
	const dates = { dateCreated: now, dateModified: now };
	const userId = newId(now);
	const employeeId = newId(now);
	const thisMonth = startOfMonth(now);
	const validFrom = addMonths(thisMonth, -employee.monthsOfBenefits);
	const [pausedFrom, pausedTo] = employee.pausedMonths ?? [];
	const { personnelNumber, costCenter, groups, leavesInMonths } = employee;
	const owned = () => ({ id: newId(now), ...dates, employeeId, validFrom, validUntil: null });
	const user = { id: userId, ...dates, email: employee.email, roles: ['EMPLOYEE' as const], passwordHash };
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
			datePausedStart: pausedFrom === undefined ? null : addMonths(thisMonth, pausedFrom),
			datePausedEnd: pausedTo === undefined ? null : addMonths(thisMonth, pausedTo),
			dateTerminated: leavesInMonths === undefined ? null : endOfMonth(addMonths(now, leavesInMonths)),
			revision: 0,
		}),
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
		db.insert(defaultAccesses).values({ ...owned(), validUntil: endOfMonth(addDays(addMonths(now, 12), 0)) }),
	];
}

function person(
	email: string,
	company: Company,
	personnelNumber: string,
	costCenter: string,
	groups: string[],
	monthsOfBenefits: number,
	flexBudget: number,
	goodiesBudget: number,
): DemoEmployee {
	return { email, company, personnelNumber, costCenter, groups, monthsOfBenefits, flexBudget, goodiesBudget };
}
