import { PAYROLL_MODULES, TRANSACTION_KINDS } from '../../ledger/rules.ts';
import type { WaitingFilter, WaitingKey } from '../../payroll/open-run/rules.ts';
import type { Context } from '../env.ts';
import { addressOf } from './place.ts';

/** Where the lines are that wait for the open month, or those of one of its sums. */
export const waitingAddress = (companyId: string, { module, kind, costCenter }: WaitingFilter = {}): string =>
	addressOf(companyId, '/waiting', {
		...(module !== undefined && { module }),
		...(kind !== undefined && { kind }),
		...(costCenter !== undefined && { costCenter: costCenter ?? '' }),
	});

/** What the address asks for; an empty cost centre is none. What does not read as a filter is none. */
export function filterIn(c: Context): WaitingFilter {
	const [module, kind, costCenter] = ['module', 'kind', 'costCenter'].map((name) => c.req.query(name));
	return {
		module: PAYROLL_MODULES.find((one) => one === module),
		kind: TRANSACTION_KINDS.find((one) => one === kind),
		costCenter: costCenter === '' ? null : costCenter,
	};
}

/** Behind which line the page goes on. */
export function keyIn(c: Context): WaitingKey {
	const [, reference = '0', id = ''] = /^(\d+) (.+)$/.exec(c.req.query('after') ?? '') ?? [];
	return { reference: Number(reference), id };
}
