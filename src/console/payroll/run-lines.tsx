import type { RunSheet } from '../../payroll/overview/actions.ts';
import { useWords } from '../page.tsx';
import { Empty, Money, Paging, Panel, pageOf, Table } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { addressOf } from './place.ts';
import { useMayClose, useNames } from './reader.ts';
import { WORDS } from './words.ts';

/** A page of what a run has paid to whom, each line with the way to its correction. */
export function Lines({ companyId, sheet }: { companyId: string; sheet: RunSheet }) {
	const words = useWords(WORDS);
	const { lineName } = useNames();
	const mayCorrect = useMayClose();
	const { shown, next } = pageOf(sheet.lines, ({ id }) => id);
	return (
		<Panel title={words.lines}>
			{shown.length === 0 ? (
				<Empty>{words.noLines}</Empty>
			) : (
				<Table
					caption={words.lines}
					columns={[
						...[words.person, words.module, words.costCenter, words.amount],
						...(mayCorrect ? [words.correction] : []),
					]}
					numeric={[3]}
					rows={shown.map((line) => [
						<PersonName person={line} isNumbered />,
						<>
							{lineName(line)}
							{line.reason !== null && <small class="below">{words.corrects(line.reason)}</small>}
						</>,
						line.costCenter,
						<Money value={line.amountValue} currency={line.amountCurrency} />,
						...(mayCorrect ? [<a href={addressOf(companyId, `/lines/${line.id}`)}>{words.correct}</a>] : []),
					])}
				/>
			)}
			<Paging next={next} />
		</Panel>
	);
}
