import { answerList } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { listExpenseQueue } from './actions.ts';
import { listExpenseQueueRoute, queuedToWire } from './contract.ts';

export const queueRoutes = createRouter().openapi(listExpenseQueueRoute, (c) => {
	const { companyId } = c.req.valid('param');
	const source = {
		load: ({ after, limit }: { after: { at: number; id: string } | null; limit: number }) =>
			listExpenseQueue(c.var.call, companyId, { date: after?.at ?? 0, id: after?.id ?? '' }, limit),
		key: ({ expense }: Awaited<ReturnType<typeof listExpenseQueue>>[number]) => ({
			at: expense.date,
			id: expense.id,
		}),
	};
	return answerList(c, c.req.valid('query'), source, queuedToWire(c));
});
