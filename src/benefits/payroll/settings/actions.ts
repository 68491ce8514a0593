import { aboutCompany, alteration } from '../../../foundation/core/history.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import {
	advanceCompany,
	companyIdInScope,
	loadCompany,
	loadInCompany,
} from '../../../tenants/companies/store.ts';
import { lugProfile, toWindows1252 } from '../datev/rules.ts';
import { requireFreeWageTypes, requireMealValues } from './rules.ts';
import { noSettings, type PayrollSettings, saveSettings, settingsOf } from './store.ts';
import { tellSettings } from './table.ts';

export async function readPayrollSettings(call: Call, companyId: string): Promise<PayrollSettings> {
	const scope = authorize(call.actor, 'readPayrollSettings');
	const [[settings]] = await loadInCompany(call, scope, companyId, [
		settingsOf(call.db, companyIdInScope(call.db, scope, companyId)),
	]);
	return settings ?? noSettings(companyId);
}

export async function updatePayrollSettings(
	call: Call,
	companyId: string,
	fields: Omit<PayrollSettings, 'companyId'>,
): Promise<Outcome<PayrollSettings>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'updatePayrollSettings');
	const [company, [stored]] = await loadCompany(call, scope, companyId, [
		settingsOf(db, companyIdInScope(db, scope, companyId)),
	]);
	requireFreeWageTypes(fields.format, fields.wageTypes);
	requireMealValues(fields.splitsMeals, company.taxAffiliation);
	const before = stored ?? noSettings(companyId);
	const after = { companyId, ...fields };
	const about = aboutCompany(companyId);
	const isSame =
		alteration('payroll_settings.updated', about, tellSettings(before), tellSettings(after)).length === 0;
	if (isSame) return { before, after, statements: [], changes: [] };
	const told = stored === undefined ? {} : tellSettings(stored);
	const changes = alteration('payroll_settings.updated', about, told, tellSettings(after));
	return { before, after, statements: [advanceCompany(db, company), saveSettings(db, after, now)], changes };
}

/** Returns the description with which DATEV Lohn und Gehalt imports our file. It is the same for every company. */
export async function readLugProfile(call: Call, companyId: string): Promise<Uint8Array<ArrayBuffer>> {
	await loadInCompany(call, authorize(call.actor, 'readLugProfile'), companyId, []);
	return toWindows1252(lugProfile());
}
