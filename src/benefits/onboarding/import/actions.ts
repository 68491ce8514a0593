import { authorize } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { stale, type Violations } from '../../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { leaving } from '../../../tenants/auth/winning/actions.ts';
import { loadCompany, loadInCompany } from '../../../tenants/companies/store.ts';
import { requireFew, requireFewTaken } from '../../../tenants/users/attempts/rules.ts';
import { countTaken, takenSoFar } from '../../../tenants/users/attempts/store.ts';
import { holdersOf } from '../../../tenants/users/holders/store.ts';
import { addressOf, emailKey } from '../../../tenants/users/rules.ts';
import { storeEdits } from '../../employees/timelines/store.ts';
import { accessTimeline } from '../../flex/access/table.ts';
import { planTimeline } from '../../goodies/plans/table.ts';
import { changeEmployees, changeUsers, insertEmployees, insertUsers } from '../people/store.ts';
import { type Decision, decide, type ExistingRecords, type Import } from '../rows/actions.ts';
import { type ImportReport, type Row, refuseRows, withoutRepeats } from '../rows/rules.ts';
import {
	accessesOfMany,
	applicableTemplates,
	employeesOf,
	employeesUsed,
	lastIssuesOfMany,
	plansOfMany,
} from './store.ts';

interface Taken {
	/** Addresses of people in other databases. */
	elsewhere: Set<string>;
	/** How many refusals of used addresses are already counted. */
	counted: number;
}

/** The data for this many rows is read in one round trip. */
const PART_SIZE = 500;

/**
 * Returns the attempt at an import. It applies the rules of the single operations to all rows, in one batch. With `isPartial`, refused rows
 * are skipped. Otherwise one refused row refuses the whole file. Repeated attempts share what they have found.
 */
export function newImport(
	companyId: string,
	given: readonly Row[],
	isPartial: boolean,
): (call: Call) => Promise<Outcome<ImportReport>> {
	const rows = withoutRepeats(given, emailKey);
	const found: Taken = { elsewhere: new Set(), counted: 0 };
	return (call) => importOnce(call, companyId, rows, isPartial, found);
}

async function importOnce(
	call: Call,
	companyId: string,
	rows: readonly Row[],
	isPartial: boolean,
	found: Taken,
): Promise<Outcome<ImportReport>> {
	const decisions = await decideAll(call, companyId, rows, found.elsewhere);
	const report = decisions.map(({ result }) => result);
	await countTakenIn(call, rows, report, found);
	if (!isPartial) refuseRows(report);
	return {
		before: null,
		after: report,
		statements: statementsOf(call, companyId, decisions),
		changes: decisions.flatMap(({ changes }) => changes),
		violations: {
			...SOMEBODY_CAME_FIRST,
			'users.email_key': (addresses) => {
				for (const address of addresses) found.elsewhere.add(address);
				return stale();
			},
		},
	};
}

export async function readImportTemplate(call: Call, companyId: string): Promise<void> {
	const scope = authorize(call.actor, 'readImportTemplate');
	await loadInCompany(call, scope, companyId, []);
}

/** Another request took an address, a number or the quota after the rows were decided. */
const SOMEBODY_CAME_FIRST: Violations = {
	'employees.personnel_number': stale,
	quota_employees: stale,
};

async function decideAll(
	call: Call,
	companyId: string,
	rows: readonly Row[],
	elsewhere: ReadonlySet<string>,
): Promise<Decision[]> {
	const { db, actor, now } = call;
	const scope = authorize(actor, 'importEmployees');
	if (rows.some(({ fields }) => fields?.access)) authorize(actor, 'setAccess');
	if (rows.some(({ fields }) => fields?.goodies)) authorize(actor, 'setMonthlyBudget');
	const templateIds = rows.flatMap(({ fields }) => fields?.access?.flexTaxRuleTemplateId ?? []);
	const [first, ...others] = partsOf(rows);
	const [company, [quota], [found], templates, ...people] = await loadCompany(call, scope, companyId, [
		employeesUsed(db, companyId),
		takenSoFar(db, actor, now),
		applicableTemplates(db, companyId, [...new Set(templateIds)]),
		...peopleQueries(db, companyId, first),
	]);
	const emails = rows.flatMap(({ fields }) => fields?.person?.email ?? []);
	requireFewTaken(found, emails, now);
	const given: Import = {
		actor,
		now,
		company,
		companyId,
		quota: { limit: company.maxEmployees, used: quota?.used ?? 0 },
		templates: new Set(templates.map(({ id }) => id)),
		elsewhere,
	};
	const decisions = decidePart(given, people, first);
	for (const part of others) {
		const read = await batch(db, peopleQueries(db, companyId, part));
		decisions.push(...decidePart(given, read, part));
	}
	return decisions;
}

const partsOf = (rows: readonly Row[]): [Row[], ...Row[][]] => {
	const count = Math.ceil(rows.length / PART_SIZE);
	const parts = Array.from({ length: count }, (_, index) =>
		rows.slice(index * PART_SIZE, (index + 1) * PART_SIZE),
	);
	const [first = [], ...others] = parts;
	return [first, ...others];
};

function peopleQueries(db: Db, companyId: string, rows: readonly Row[]) {
	const people = rows.flatMap(({ fields }) => fields?.person ?? []);
	const emails = people.flatMap(({ email }) => email ?? []);
	const numbers = people.flatMap(({ personnelNumber }) => personnelNumber ?? []);
	const ids = people.flatMap(({ employeeId }) => employeeId ?? []);
	const wanted = { companyId, ids, numbers, emailKeys: emails.map(emailKey) };
	return [
		employeesOf(db, wanted),
		holdersOf(db, emails),
		accessesOfMany(db, wanted),
		plansOfMany(db, wanted),
		lastIssuesOfMany(db, wanted),
	] as const;
}

type Read = Awaited<ReturnType<typeof batch<Queries[0], [Queries[1], Queries[2], Queries[3], Queries[4]]>>>;
type Queries = ReturnType<typeof peopleQueries>;

function decidePart(
	given: Import,
	[employees, holders, accesses, plans, issues]: Read,
	rows: readonly Row[],
): Decision[] {
	const found: ExistingRecords = {
		byId: new Map(employees.map((one) => [one.id, one])),
		byNumber: new Map(employees.map((one) => [one.personnelNumber, one])),
		byEmail: new Map(employees.map((one) => [one.emailKey, one])),
		holders: Map.groupBy(holders, (one) => addressOf(one.emailKey)),
		accesses: Map.groupBy(accesses, ({ employeeId }) => employeeId),
		plans: Map.groupBy(plans, ({ employeeId }) => employeeId),
		lastIssues: new Map(issues.map(({ employeeId, dueDate }) => [employeeId, dueDate])),
	};
	return rows.map((row) => decide(given, found, row));
}

/** Counts refusals of used addresses as for single employees, in dry runs too. */
async function countTakenIn(
	call: Call,
	rows: readonly Row[],
	report: ImportReport,
	found: Taken,
): Promise<void> {
	const all = report.flatMap(({ faults }, index) =>
		faults.some(({ code }) => code === 'email_taken') ? (rows[index]?.fields?.person?.email ?? []) : [],
	);
	const more = all.slice(found.counted);
	if (more.length === 0) return;
	found.counted = all.length;
	const [[counted]] = await batch(call.db, [countTaken(call, more)]);
	requireFew('taken', counted, call.now);
}

function statementsOf(call: Call, companyId: string, decisions: readonly Decision[]): Statement[] {
	const { db } = call;
	const people = decisions.flatMap(({ person }) => person ?? []);
	const known = decisions.flatMap(({ person, accessEdit, planEdit }) => {
		if (person === null || person.isNew) return [];
		const { employee } = person;
		// New periods make a settled termination due again, so that the cron also ends them.
		const isLaid = accessEdit !== null || planEdit !== null;
		const dateTerminationSettled = isLaid ? null : employee.dateTerminationSettled;
		return [{ ...employee, dateTerminationSettled, revision: employee.revision + 1 }];
	});
	return [
		...insertUsers(
			db,
			people.flatMap(({ newUser }) => newUser ?? []),
			leaving(call, companyId),
		),
		...changeUsers(
			db,
			people.flatMap(({ changedUser }) => changedUser ?? []),
		),
		...insertEmployees(
			db,
			people.flatMap(({ isNew, employee }) => (isNew ? employee : [])),
		),
		...changeEmployees(db, known),
		...storeEdits(
			db,
			accessTimeline,
			decisions.flatMap(({ accessEdit }) => accessEdit ?? []),
		),
		...storeEdits(
			db,
			planTimeline,
			decisions.flatMap(({ planEdit }) => planEdit ?? []),
		),
	];
}
