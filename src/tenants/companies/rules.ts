import { OWN_DECLARED_SETTINGS } from '../../foundation/core/company-settings.ts';
import type { Fields } from '../../foundation/core/history.ts';
import { invalidField, Refusal } from '../../foundation/core/refusals.ts';

/** The settings that the company's own administrators may change. The others protect its employees or the platform. */
const OWN_SETTINGS: readonly string[] = [
	'name',
	'payrollReferenceDay',
	'submissionDay',
	'receiptRequiredModules',
	'observedLimits',
	'senderName',
	'color',
	'language',
	...OWN_DECLARED_SETTINGS,
];

/** Refuses changes of other settings. A client may send back the whole record unchanged. */
export function requireOwnSettings(changed: Fields): void {
	const others = Object.keys(changed).filter((name) => !OWN_SETTINGS.includes(name));
	if (others.length === 0) return;
	throw new Refusal('forbidden', `Only a platform administrator can change ${others.join(', ')}.`);
}

/** Refuses a submission day after the reference day. Expenses submitted after that could no longer be decided in time. */
export function requireSubmissionInTime(company: {
	submissionDay: number | null;
	payrollReferenceDay: number;
}): void {
	const { submissionDay, payrollReferenceDay: last } = company;
	if (submissionDay === null || submissionDay <= last) return;
	throw invalidField(
		'submissionDay',
		'too_late',
		`submissionDay must not be after payrollReferenceDay, ${last}.`,
	);
}

const MIB = 1024 * 1024;

/** The limits of a company: the setting with the limit, its default, and the unit that is counted. */
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

/** The refusal names the setting, because only a platform administrator can raise it. */
export function quotaReached(quota: Quota, limit: number, used: number): Refusal {
	const { setting, unit } = QUOTAS[quota];
	const left = Math.max(0, limit - used);
	return new Refusal(
		'quota_reached',
		`The company has at most ${limit} ${unit}, and ${left} are left. A platform administrator can raise ${setting} of the company.`,
		{ limit, used, left },
	);
}

/** Refuses to turn a sandbox into a real company or back. A client may send back the whole record unchanged. */
export function requireSameKind(
	before: { sandbox: boolean },
	{ sandbox }: { sandbox?: boolean | undefined },
): void {
	if (sandbox === undefined || sandbox === before.sandbox) return;
	throw invalidField('sandbox', 'fixed', 'sandbox is set when a company is created, and never changes.');
}

export const notASandbox = (): Refusal =>
	new Refusal(
		'not_a_sandbox',
		'This is a real company, whose time and data are real. Create a company with sandbox: true for rehearsals.',
	);
