import type { Instant } from '../../core/instant.ts';
import { yearMonth } from '../../http/dates.ts';
import { BASE, type Context } from '../env.ts';

export const PAYROLL = `${BASE}/payroll`;

/** An address of the payroll of a company. */
export const addressOf = (companyId: string, path = '', more: Record<string, string> = {}): string =>
	`${PAYROLL}${path}?${new URLSearchParams({ company: companyId, ...more })}`;

const MONTH = yearMonth('2026-03');

/** The first instant of the month that the address names; null when it names none. */
export const monthIn = (c: Context, name: string): Instant | null =>
	MONTH.safeParse(c.req.query(name)).data ?? null;

/** The id that a part of the address names. Ids are compared without case. */
export const idIn = (c: Context, name: string): string => (c.req.param(name) ?? '').toLowerCase();
