import type { CellBindings } from '../../cells/places.ts';
import { Refusal, type RefusalCode } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { callInCell } from './actions.ts';

/** The part of a request that chooses its database. */
interface Asked {
	env: CellBindings;
	var: { call: Call };
	set(name: 'call', call: Call): void;
}

/** Answers again in the cell of these companies what D1 refuses because it does not know them. Only platform administrators get there. */
export const orInCell = <R>(
	c: Asked,
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
