import type { Instant } from '../../core/instant.ts';
import type { Language } from '../../core/language.ts';
import { yearMonth } from '../../http/dates.ts';
import {
	PAYROLL_MODULES,
	type PayrollModule,
	TRANSACTION_KINDS,
	type TransactionKind,
	type WageTypeKey,
} from '../../ledger/rules.ts';
import { module } from '../../mail/words.ts';
import type { WaitingFilter, WaitingKey } from '../../payroll/open-run/rules.ts';
import type { Manager } from '../../payroll/sheets/store.ts';
import { CompanyName } from '../company-choice.tsx';
import { BASE, type Context } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { nameOf } from '../person/employee.ts';
import { WORDS } from './words.ts';

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

/** Returns the names of what lines belong to, and of the people who acted. */
export const useNames = () => namesIn(useReader().c.var.language);

export function namesIn(language: Language) {
	const words = WORDS[language];
	const moduleName = (name: PayrollModule): string =>
		name === 'GOODIES' ? words.goodies : module(language, name);
	const lineName = ({ module: name, kind }: { module: PayrollModule; kind: TransactionKind }): string =>
		kind === 'MEALS_FLAT_TAXED' || kind === 'MEALS_TAX_FREE'
			? `${moduleName(name)}, ${words.kinds[kind]}`
			: moduleName(name);
	const wageTypeName = (key: WageTypeKey): string =>
		key === 'MEALS_TAX_FREE' ? lineName({ module: 'MEALS', kind: key }) : moduleName(key);
	/** Without a user, the cron closed the month at its cut-off. */
	const who = (userId: string | null, managers: readonly Manager[]): string => {
		const user = managers.find(({ id }) => id === userId);
		return userId === null ? words.byItself : user === undefined ? words.outsider : nameOf(user);
	};
	return { moduleName, lineName, wageTypeName, who };
}

/** Names the company, also on paper, and leads back to the months. */
export function Above({ companyId }: { companyId: string }) {
	return (
		<>
			<CompanyName companyId={companyId} choice={PAYROLL} /> ›{' '}
			<a href={addressOf(companyId)}>{useWords(WORDS).payroll}</a>
		</>
	);
}
