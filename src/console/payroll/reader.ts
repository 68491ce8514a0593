import type { PayrollModule, TransactionKind, WageTypeKey } from '../../ledger/rules.ts';
import { module } from '../../mail/words.ts';
import type { Manager } from '../../payroll/sheets/store.ts';
import { useReader } from '../page.tsx';
import { nameOf } from '../person/employee.ts';
import { reachOf } from '../screen.ts';
import { WORDS } from './words.ts';

/** The names of what lines belong to, and of who has acted. */
export function useNames() {
	const { c } = useReader();
	const { language } = c.var;
	const words = WORDS[language];
	const moduleName = (name: PayrollModule): string =>
		name === 'GOODIES' ? words.goodies : module(language, name);
	const lineName = ({ module: name, kind }: { module: PayrollModule; kind: TransactionKind }): string =>
		kind === 'MEALS_FLAT_TAXED' || kind === 'MEALS_TAX_FREE'
			? `${moduleName(name)}, ${words.kinds[kind]}`
			: moduleName(name);
	const wageTypeName = (key: WageTypeKey): string =>
		key === 'MEALS_TAX_FREE' ? lineName({ module: 'MEALS', kind: key }) : moduleName(key);
	/** Nobody means the cut-off, at which the cron closes. */
	const who = (userId: string | null, managers: readonly Manager[]): string => {
		const user = managers.find(({ id }) => id === userId);
		return userId === null ? words.byItself : user === undefined ? words.outsider : nameOf(user);
	};
	return { moduleName, lineName, wageTypeName, who };
}

/** Whether the reader may close months and correct lines. The actions decide it anew. */
export function useMayClose(): boolean {
	const { visitor } = useReader();
	return visitor !== undefined && reachOf(visitor, 'closePayrollRun') !== null;
}
