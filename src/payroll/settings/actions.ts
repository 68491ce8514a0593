import { advanceCompany, companyIdInScope, companyInScope } from '../../companies/store.ts';
import { notFound } from '../../core/domain-error.ts';
import { alteration, ofCompany } from '../../core/history.ts';
import { authorize } from '../../core/policy.ts';
import { type Call, load } from '../../db/call.ts';
import { batch } from '../../db/client.ts';
import { fieldsOf } from '../../db/history.ts';
import type { Write } from '../../db/write.ts';
import { noSettings, type PayrollSettings, saveSettings, settingsOf } from './store.ts';
import { payrollSettings } from './table.ts';

export async function readPayrollSettings(call: Call, companyId: string): Promise<PayrollSettings> {
	const scope = authorize(call.actor, 'readPayrollSettings');
	const [[company], [settings]] = await batch(call.db, [
		companyInScope(call.db, scope, companyId),
		settingsOf(call.db, companyIdInScope(call.db, scope, companyId)),
	]);
	if (company === undefined) throw notFound('company');
	return settings ?? noSettings(companyId);
}

/** Replaces the settings of a company as a whole. */
export function updatePayrollSettings(
	call: Call,
	companyId: string,
	fields: Omit<PayrollSettings, 'companyId'>,
): Write<PayrollSettings> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'updatePayrollSettings');
	const decide = async () => {
		const [[company], [stored]] = await load(call, [
			companyInScope(db, scope, companyId),
			settingsOf(db, companyIdInScope(db, scope, companyId)),
		]);
		if (company === undefined) throw notFound('company');
		const before = stored ?? noSettings(companyId);
		const after = { companyId, ...fields };
		const [old, fresh] = [fieldsOf(payrollSettings, before), fieldsOf(payrollSettings, after)];
		const events = alteration('payroll_settings.updated', ofCompany(companyId), old, fresh);
		if (events.length === 0) return { before, after, statements: [], events };
		return {
			before,
			after,
			statements: [advanceCompany(db, company), saveSettings(db, after, now)],
			events,
		};
	};
	return { call, decide };
}
