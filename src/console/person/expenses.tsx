import type { EmployeeYear } from '../../overview/year/actions.ts';
import { BASE } from '../env.ts';
import { useWords } from '../page.tsx';
import { Badge, Day, Empty, Money, Panel, Table } from '../parts.tsx';
import { WORDS } from './words.ts';

const MOODS = {
	SUBMITTED: 'waiting',
	NEEDS_CORRECTION: 'waiting',
	APPROVED: 'good',
	REJECTED: 'bad',
	WITHDRAWN: 'calm',
} as const;

export function Expenses({ expenses }: { expenses: EmployeeYear['expenses'] }) {
	const words = useWords(WORDS);
	return (
		<Panel title={words.expenses}>
			{expenses.length === 0 ? (
				<Empty>{words.noExpenses}</Empty>
			) : (
				<Table
					caption={words.expenses}
					columns={[words.day, words.purpose, words.amount, words.state]}
					numeric={[2]}
					rows={expenses.map((one) => [
						<a href={`${BASE}/benefits/receipts/${one.id}`}>
							<Day at={one.date} />
						</a>,
						words.modules[one.module],
						<Money value={one.approvedAmountValue ?? one.amountValue} currency={one.amountCurrency} />,
						<Badge mood={MOODS[one.state]}>{words.states[one.state]}</Badge>,
					])}
				/>
			)}
		</Panel>
	);
}
