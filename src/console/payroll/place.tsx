import type { Child } from 'hono/jsx';
import type { PayrollModule, TransactionKind, WageTypeKey } from '../../benefits/ledger/rules.ts';
import type { Manager } from '../../benefits/payroll/sheets/store.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import type { Language } from '../../foundation/core/language.ts';
import { yearMonth } from '../../foundation/http/dates.ts';
import { module } from '../../tenants/mail/words/rules.ts';
import { CompanyName } from '../company-choice.tsx';
import { addressFor, BASE, type Context } from '../env.ts';
import { type PageProps, titledPage, useReader } from '../page.tsx';
import { Done } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { WORDS } from './words.ts';

export const PAYROLL = `${BASE}/payroll`;

export const payrollAddress = (
	companyId: string,
	path = '',
	values: Record<string, string | undefined> = {},
) => addressFor(`/payroll${path}`, companyId, values);

const MONTH = yearMonth('2026-03');

/** The first instant of the month that the address names; null when it names none. */
export const monthIn = (c: Context, name: string): Instant | null =>
	MONTH.safeParse(c.req.query(name)).data ?? null;

/** Returns functions that name modules, lines, wage types and the people who acted. */
export const useNames = () => namesIn(useReader().c.var.language);

export function namesIn(language: Language) {
	const words = WORDS[language];
	const moduleName = (name: PayrollModule): string =>
		name === 'GOODIES' ? words.vouchers : module(language, name);
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

interface FrameProps extends PageProps {
	companyId: string;
	/** The payroll run to which the page belongs. Other pages belong to the months of the company. */
	runId?: string | null;
	isNarrow?: boolean;
	/** The link to a file that was just made. */
	again?: Child;
}

/** A page below the months of a company. It says what was just done. */
export function payrollPage(
	c: Context,
	{ companyId, runId = null, again, ...props }: FrameProps,
	content: Child,
	status?: number,
) {
	const words = WORDS[c.var.language];
	const above =
		runId === null ? (
			<>
				<CompanyName companyId={companyId} choice={PAYROLL} /> ›{' '}
				<a href={payrollAddress(companyId)}>{words.payroll}</a>
			</>
		) : (
			<a href={payrollAddress(companyId, `/runs/${runId}`)}>{words.backToRun}</a>
		);
	const { made, closed, saved, settled } = words;
	return titledPage(
		c,
		{ ...props, above },
		<>
			<Done says={{ made, closed, saved, settled }} undo={again} />
			{content}
		</>,
		status,
	);
}
