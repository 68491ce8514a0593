import type { OpenRun } from '../../payroll/open-run/rules.ts';
import type { PayrollMonths } from '../../payroll/overview/actions.ts';
import { spendingOf } from '../../payroll/overview/rules.ts';
import { useWords } from '../page.tsx';
import { Empty, Panel } from '../parts.tsx';
import { sumsOf } from './months.tsx';
import { SpendingPicture } from './spending-picture.tsx';
import { withTotals } from './spending-rows.ts';
import { SpendingTable } from './spending-table.tsx';
import { WORDS } from './words.ts';

interface Props {
	known: PayrollMonths;
	open: OpenRun;
}

/** What twelve months have paid by module: as a picture, and all of it as a table. */
export function SpendingPanel({ known: { months }, open }: Props) {
	const words = useWords(WORDS);
	const rows = withTotals(spendingOf(months.map((shown) => sumsOf(shown, open))));
	const shown = months.map(({ month, state }) => ({ month, isOpen: state === 'OPEN' }));
	return (
		<Panel title={words.spending}>
			{rows.length === 0 ? (
				<Empty>{words.noSpending}</Empty>
			) : (
				<>
					<SpendingPicture months={shown} rows={rows} />
					{shown.some(({ isOpen }) => isOpen) && <p class="hint">{words.spendingHint}</p>}
					<details>
						<summary>{words.asTable}</summary>
						<SpendingTable months={shown} rows={rows} />
					</details>
				</>
			)}
		</Panel>
	);
}
