import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Currency } from '../../../foundation/core/money.ts';
import { wageTypeKey } from '../../ledger/queries.ts';
import type { PayrollModule, TransactionKind, WageTypeKey } from '../../ledger/rules.ts';
import { DATEV_FORMATS } from '../export/rules.ts';
import {
	codesOf,
	DATEV_CHARACTERS,
	MAX_COMPANY_NUMBER,
	MAX_COST_CENTER,
	type ObstacleCode,
	RESERVED_BY_LUG,
} from './rules.ts';

/** SQL of the settings for checking lines `t`: columns of a joined table, or parameters. */
interface JudgingOffice {
	format: SQL;
	/** JSON text. */
	wageTypes: SQL;
	usesCompanyNumbers: SQL;
}

export const OFFICE_OF_S: JudgingOffice = {
	format: sql`s.format`,
	wageTypes: sql`s.wage_types`,
	usesCompanyNumbers: sql`s.uses_company_numbers`,
};

const isDatevFormat = (format: SQL): SQL =>
	sql`${format} IN (${sql.join(
		DATEV_FORMATS.map((datev) => sql`${datev}`),
		sql`, `,
	)})`;

/**
 * Selects payroll transactions `t` of `source` with their `faults`, which are codes separated by spaces. A number or cost centre is replaced
 * by the employee's present one if it belongs to another person now, or the format cannot contain it.
 */
export function judgedLines(source: SQL, office: JudgingOffice, runId: SQL = sql`t.run_id`): SQL {
	const { format, wageTypes, usesCompanyNumbers } = office;
	const wageType = sql`j.wage_types ->> ('$.' || j.wage_type || '.number')`;
	const lodasKey = sql`j.wage_types ->> ('$.' || j.wage_type || '.lodasKey')`;
	const number = numberFault(sql`j.number`, sql`j.uses_company_numbers`);
	const awaited = isFault(sql`j.awaits_meal_value`, 'meal_value_missing');
	return sql`SELECT j.*, trim(${awaited} || iif(NOT coalesce(${isDatevFormat(sql`j.format`)}, FALSE), '', trim(
			${isFault(sql`${wageType} IS NULL`, 'wage_type_missing')} ||
			${isFault(
				sql`CAST(${wageType} AS INTEGER) NOT BETWEEN 1 AND 9999
					OR (j.format = 'datev-lug' AND CAST(${wageType} AS INTEGER) BETWEEN ${RESERVED_BY_LUG[0]} AND ${RESERVED_BY_LUG[1]})
					OR (j.format = 'datev-lodas' AND CAST(${lodasKey} AS INTEGER) NOT BETWEEN 1 AND 99)`,
				'wage_type_not_supported',
			)} ||
			${isFault(
				sql`j.format = 'datev-lodas' AND ${wageType} IS NOT NULL AND ${lodasKey} IS NULL`,
				'lodas_key_missing',
			)} ||
			coalesce(${number} || ' ', '') ||
			${isFault(sql`j.amount_currency <> 'EUR_CENT'`, 'currency_not_supported')} ||
			${isFault(isUnprintable(sql`j.cost_center`, sql`j.max_cost_center`), 'cost_center_not_supported')}))) AS faults,
		${otherHolder(sql`j.number`, sql`j.uses_company_numbers`)} AS other_number
		FROM (SELECT p.*,
				iif(${numberFault(sql`p.own_number`, sql`p.uses_company_numbers`, 'p')} IS NULL, p.own_number, p.present_number) AS number,
				iif(${isUnprintable(sql`p.own_cost_center`, sql`p.max_cost_center`)}, p.present_cost_center, p.own_cost_center) AS cost_center
			FROM (SELECT t.id, ${runId} AS run_id, t.company_id, t.module, t.kind, t.amount_value, t.amount_currency, t.awaits_meal_value,
					${wageTypeKey} AS wage_type,
					t.payroll_reference_date AS reference, e.id AS employee_id, e.date_terminated,
					t.personnel_number AS own_number, e.personnel_number AS present_number,
					t.cost_center AS own_cost_center, e.cost_center AS present_cost_center,
					${format} AS format, ${wageTypes} AS wage_types, ${usesCompanyNumbers} AS uses_company_numbers,
					iif(${format} = 'datev-lodas', ${MAX_COST_CENTER['datev-lodas']}, ${MAX_COST_CENTER['datev-lug']}) AS max_cost_center
				${source}) p) j`;
}

const isFault = (condition: SQL, code: string): SQL => sql`iif(${condition}, ${`${code} `}, '')`;

/** SQL that is true for a text that is too long for the format, or has a forbidden character: TRIM stops there. Null has no fault. */
const isUnprintable = (text: SQL, most: SQL): SQL =>
	sql`coalesce(length(${text}) > ${most} OR trim(${text}, ${DATEV_CHARACTERS}) <> '', FALSE)`;

/** SQL of the code of a personnel number's fault; null when it has none. */
function numberFault(number: SQL, usesCompanyNumbers: SQL, row = 'j'): SQL {
	const digits = sql`ltrim(${number}, '0')`;
	return sql`CASE
		WHEN ${number} IS NULL THEN 'personnel_number_missing'
		WHEN ${usesCompanyNumbers} AND ${isUnprintable(number, sql`${MAX_COMPANY_NUMBER}`)} THEN 'personnel_number_not_supported'
		WHEN NOT ${usesCompanyNumbers} AND (${digits} = '' OR length(${digits}) > 5 OR ${digits} GLOB '*[^0-9]*')
			THEN 'personnel_number_not_numeric'
		WHEN ${otherHolder(number, usesCompanyNumbers, row)} IS NOT NULL THEN 'personnel_number_ambiguous' END`;
}

/** SQL of another employee's number that is the same number for the payroll office; null when there is none. The index has only numbers. */
const otherHolder = (number: SQL, usesCompanyNumbers: SQL, row = 'j'): SQL =>
	sql`(SELECT o.personnel_number FROM employees o WHERE o.company_id = ${sql.raw(row)}.company_id
		AND o.personnel_number IS NOT NULL AND ltrim(o.personnel_number, '0') = ltrim(${number}, '0')
		AND o.id <> ${sql.raw(row)}.employee_id AND (NOT ${usesCompanyNumbers} OR o.personnel_number = ${number}) LIMIT 1)`;

/** Columns of checked lines, which a query selects as `judged`. */
export const judgedColumns = {
	id: sql<string>`judged.id`.as('line_id'),
	module: sql<PayrollModule>`judged.module`.as('line_module'),
	kind: sql<TransactionKind>`judged.kind`.as('line_kind'),
	wageType: sql<WageTypeKey>`judged.wage_type`.as('line_wage_type'),
	amountValue: sql<number>`judged.amount_value`.as('line_value'),
	currency: sql<Currency>`judged.amount_currency`.as('line_currency'),
	reference: sql<Instant>`judged.reference`.as('line_reference'),
	employeeId: sql<string>`judged.employee_id`.as('line_employee'),
	dateTerminated: sql<Instant | null>`judged.date_terminated`.as('line_terminated'),
	personnelNumber: sql<string | null>`judged.number`.as('line_number'),
	costCenter: sql<string | null>`judged.cost_center`.as('line_cost_center'),
	isReplaced:
		sql<boolean>`judged.number IS NOT judged.own_number OR judged.cost_center IS NOT judged.own_cost_center`
			.mapWith(Boolean)
			.as('line_replaced'),
	otherNumber: sql<string | null>`judged.other_number`.as('line_other_number'),
	faults: sql<ObstacleCode[]>`judged.faults`.mapWith(codesOf).as('line_faults'),
};
