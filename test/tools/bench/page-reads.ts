import { addMonths, toYearMonth } from '../../../src/foundation/core/instant.ts';
import { MAIN_COMPANY, seededId } from './seed.ts';

export type Reader = 'admin' | 'verifier' | 'employee';

export interface Page {
	name: string;
	reader: Reader;
	path: string;
	/** The corresponding request to the API. */
	reads: string[];
}

export const COMPANY = seededId('company', MAIN_COMPANY);
const ofCompany = `/api/v2/companies/${COMPANY}`;
/** Stands for an employee. Each request names another one. */
export const MARK = seededId('employee', 0);
const person = `/api/v2/employees/${MARK}`;
/** Employees with even numbers work for the main company. */
export const SPENDER = 2;
const own = `/api/v2/employees/${seededId('employee', SPENDER)}`;

export const pagesAt = (now: number): Page[] => {
	const [day, month] = [new Date(now).toISOString().slice(0, 10), toYearMonth(now)];
	return [
		{
			name: "A person's year",
			reader: 'admin',
			path: `/people/${MARK}`,
			reads: [
				person,
				`${person}/flex/access`,
				`${person}/flex/balances?year=${month.slice(0, 4)}`,
				`${person}/flex/expenses?limit=50`,
				`${person}/goodies/planned-vouchers`,
				`${person}/goodies/default-access`,
				`${person}/goodies/vouchers?limit=50`,
				`/api/v2/events?limit=50&subject=${MARK}`,
			],
		},
		{ name: 'People', reader: 'admin', path: '/people', reads: [`${ofCompany}/people?limit=50`] },
		...['NAME', 'NUMBER', 'STATUS'].map(
			(sort): Page => ({
				name: `People by ${sort.toLowerCase()}`,
				reader: 'admin',
				path: `/people?sort=${sort}`,
				reads: [`${ofCompany}/people?limit=1000`],
			}),
		),
		{
			name: 'Calendar',
			reader: 'admin',
			path: `/calendar?company=${COMPANY}`,
			reads: [`${ofCompany}/calendar`],
		},
		{
			name: 'My benefits',
			reader: 'employee',
			path: '/benefits',
			reads: [
				`${own}/flex/balance?month=${month}`,
				`${own}/flex/expenses?limit=200&month=${month}`,
				`${own}/flex/expenses?limit=200&state=NEEDS_CORRECTION`,
			],
		},
		{
			name: 'Verify',
			reader: 'verifier',
			path: `/verify?company=${COMPANY}`,
			reads: [`${ofCompany}/flex/expense-queue?limit=2`],
		},
		{
			name: 'Today',
			reader: 'admin',
			path: `/today?company=${COMPANY}`,
			reads: [
				`${ofCompany}/flex/expense-queue?limit=1`,
				`${ofCompany}/people?limit=1&missing=BUDGET`,
				`${ofCompany}/flex/payroll-runs/open`,
				`${ofCompany}/calendar?from=${day}&to=${toYearMonth(addMonths(now, 1))}-01`,
			],
		},
		{
			name: "Payroll's open month",
			reader: 'admin',
			path: '/payroll',
			reads: [`${ofCompany}/flex/payroll-runs/open`, `${ofCompany}/flex/payroll-runs?limit=12`],
		},
	];
};
