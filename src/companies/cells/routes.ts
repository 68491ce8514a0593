import type { Context } from 'hono';
import { Refusal, type RefusalCode } from '../../core/refusals.ts';
import type { AppEnv } from '../../http/env.ts';
import { callInCell } from './actions.ts';

/** Answers again in the cell of these companies what D1 refuses because it does not know them. Only platform administrators get there. */
export const orInCell = <R>(
	c: Context<AppEnv>,
	companyIds: readonly string[],
	unknown: RefusalCode,
	answer: () => R | Promise<R>,
): Promise<R> =>
	Promise.resolve(answer()).catch(async (error) => {
		const isUnknown = error instanceof Refusal && (error as Refusal).code === unknown;
		const call = isUnknown ? await callInCell(c.env, c.var.call, companyIds) : null;
		if (call === null) throw error;
		c.set('call', call);
		return answer();
	});
