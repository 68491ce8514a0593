import { authorize } from '../auth/policy.ts';
import { companyIdInScope, companyInScope } from '../companies/store.ts';
import { notFound } from '../core/domain-error.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { commit } from '../db/commit.ts';
import { noSettings, type PayrollSettings, saveSettings, settingsOf } from './store.ts';

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
export async function updatePayrollSettings(
	call: Call,
	companyId: string,
	fields: Omit<PayrollSettings, 'companyId'>,
): Promise<PayrollSettings> {
	const scope = authorize(call.actor, 'updatePayrollSettings');
	const [[company]] = await batch(call.db, [companyInScope(call.db, scope, companyId)]);
	if (company === undefined) throw notFound('company');
	const settings = { companyId, ...fields };
	await commit(call.db, [saveSettings(call.db, settings, call.now)]);
	return settings;
}
