import type { Language } from '../../core/language.ts';
import type { PayrollModule, TransactionKind, WageTypeKey } from '../../ledger/rules.ts';
import { module } from '../../mail/words.ts';
import type { Manager } from '../../payroll/sheets/store.ts';
import { CompanyName } from '../company-choice.tsx';
import { reachOf } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { nameOf } from '../person/employee.ts';
import { addressOf, PAYROLL } from './place.ts';
import { WORDS } from './words.ts';

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

/** True when the reader may close months and correct lines. The actions check it again. */
export function useMayClose(): boolean {
	const { visitor } = useReader();
	return visitor !== undefined && reachOf(visitor, 'closePayrollRun') !== null;
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
