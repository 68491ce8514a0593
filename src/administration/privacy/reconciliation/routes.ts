import { limitBody } from '../../../foundation/http/body.ts';
import { checkedBody, requireOperator } from '../../../foundation/http/operator.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { finishRestore } from '../../../tenants/hosting/disaster-recovery/steps.ts';
import { eraseAgain } from '../repeated-erasure/actions.ts';
import { forgetRestore } from '../restore-detection/actions.ts';
import { reconcile } from './actions.ts';
import { reconciliationBody } from './contract.ts';

/** The operator's addresses that repeat erasures: the end of a restore, and the comparison of D1 with R2. */
export const reconciliationRoutes = createRouter();

reconciliationRoutes.use('/operator/*', (c, next) => {
	requireOperator(c);
	return next();
});
reconciliationRoutes.post('/operator/restores/end', async (c) => {
	const end = await finishRestore(c.env, c.var.now, eraseAgain);
	// The jobs ran after the backup, in the empty D1 or in the lost one. That alone needs no reconciliation.
	if (end.isWhole) await forgetRestore(c.env);
	return c.json(end);
});
reconciliationRoutes.post('/operator/reconciliation', limitBody, async (c) => {
	const { step, after, repair, since } = await checkedBody(c, reconciliationBody);
	const comparison = { env: c.env, now: c.var.now, isRepair: repair, after };
	return c.json(await reconcile(comparison, step, since === undefined ? undefined : Date.parse(since)));
});
