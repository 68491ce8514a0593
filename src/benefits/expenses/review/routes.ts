import { answerList } from '../../../foundation/http/pagination.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { answerRecord } from '../../../foundation/http/write.ts';
import { listExpenseQueue, readDuplicates } from './actions.ts';
import { duplicatesToWire, listExpenseQueueRoute, queuedToWire, readDuplicatesRoute } from './contract.ts';

export const reviewRoutes = createRouter()
	.openapi(listExpenseQueueRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { facts, sampled, ...page } = c.req.valid('query');
		const filter = { facts, sampled: sampled && sampled === 'true' };
		const source = {
			load: ({ after, limit }: { after: { at: number; id: string } | null; limit: number }) =>
				listExpenseQueue(c.var.call, companyId, filter, { date: after?.at ?? 0, id: after?.id ?? '' }, limit),
			key: ({ expense }: Awaited<ReturnType<typeof listExpenseQueue>>[number]) => ({
				at: expense.date,
				id: expense.id,
			}),
		};
		return answerList(c, page, source, queuedToWire(c));
	})
	.openapi(readDuplicatesRoute, async (c) =>
		answerRecord(c, duplicatesToWire(await readDuplicates(c.var.call, c.req.valid('param').expenseId))),
	);
