import { Refusal } from '../../core/refusals.ts';

const MIB = 1024 * 1024;

/** What a company may use: the setting that bounds it, its value unless set, and how it is counted. */
export const QUOTAS = {
	expenses: { setting: 'maxExpensesPerMonth', default: 200, unit: 'expenses an employee and month' },
	receipt_bytes: {
		setting: 'maxReceiptBytesPerMonth',
		default: 200 * MIB,
		unit: 'bytes of receipts an employee and month',
	},
	employees: { setting: 'maxEmployees', default: 100_000, unit: 'employees' },
	templates: { setting: 'maxTemplates', default: 500, unit: 'tax rule templates' },
	stored_bytes: { setting: 'maxStoredBytes', default: 100 * 1024 * MIB, unit: 'bytes of stored receipts' },
} as const;
export type Quota = keyof typeof QUOTAS;

/** Refusing names the setting, because only a platform administrator can raise it. */
export function quotaReached(quota: Quota, limit: number, used: number): Refusal {
	const { setting, unit } = QUOTAS[quota];
	const left = Math.max(0, limit - used);
	return new Refusal(
		'quota_reached',
		`The company has at most ${limit} ${unit}, and ${left} are left. A platform administrator can raise ${setting} of the company.`,
		{ limit, used, left },
	);
}
