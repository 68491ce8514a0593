import type { Instant } from '../../core/instant.ts';
import { yearMonth } from '../../http/dates.ts';
import { PAYROLL_MODULES, TRANSACTION_KINDS } from '../../ledger/rules.ts';
import type { WaitingFilter, WaitingKey } from '../../payroll/open-run/rules.ts';
import { BASE, type Context } from '../env.ts';

export const PAYROLL = `${BASE}/payroll`;

/** An address of the payroll of a company. */
export const addressOf = (companyId: string, path = '', more: Record<string, string> = {}): string =>
	`${PAYROLL}${path}?${new URLSearchParams({ company: companyId, ...more })}`;

const MONTH = yearMonth('2026-03');

/** The first instant of the month that the address names; null when it names none. */
export const monthIn = (c: Context, name: string): Instant | null =>
	MONTH.safeParse(c.req.query(name)).data ?? null;

/** Returns the address of the lines that wait for the open month, or of the lines of one sum. */
export const waitingAddress = (companyId: string, { module, kind, costCenter }: WaitingFilter = {}): string =>
	addressOf(companyId, '/waiting', {
		...(module !== undefined && { module }),
		...(kind !== undefined && { kind }),
		...(costCenter !== undefined && { costCenter: costCenter ?? '' }),
	});

/** Reads the filters from the address. An empty cost centre means none, and unreadable values are ignored. */
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
