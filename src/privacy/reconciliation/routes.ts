import { finishRestore } from '../../hosting/service/restoring.ts';
import { requireOperator } from '../../http/operator.ts';
import { createRouter } from '../../http/router.ts';
import { eraseAgain } from '../erasure/again.ts';

/** The addresses of operators that repeat erasures. */
export const reconciliationRoutes = createRouter();

reconciliationRoutes.use('/operator/*', (c, next) => {
	requireOperator(c);
	return next();
});
reconciliationRoutes.post('/operator/restores/end', async (c) =>
	c.json(await finishRestore(c.env, c.var.now, eraseAgain)),
);
