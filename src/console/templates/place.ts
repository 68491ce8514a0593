import { BASE } from '../env.ts';

export const TEMPLATES = `${BASE}/templates`;

/** An address of the templates of a company. */
export const addressOf = (companyId: string, path = '', more: Record<string, string> = {}): string =>
	`${TEMPLATES}${path}?${new URLSearchParams({ company: companyId, ...more })}`;
