import type { RunPreview } from '../../payroll/open-run/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { Money, Panel, Table } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { OBSTACLE_WORDS } from './obstacle-words.ts';
import { WORDS } from './words.ts';

/** Vouchers that pass what is free of tax. */
export function Warnings({ warnings }: Pick<RunPreview, 'warnings'>) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { warnings: names, limit: limitOf } = useWords(OBSTACLE_WORDS);
	if (warnings.length === 0) return null;
	return (
		<Panel title={words.warnings}>
			<p>{words.warningsHint}</p>
			<Table
				caption={words.warnings}
				columns={[words.person, words.goodies, words.amount]}
				numeric={[2]}
				rows={warnings.map(({ code, value, limit, currency, ...person }) => [
					<PersonName person={person} isNumbered />,
					`${names[code]} (${limitOf(say.amount(limit, currency))})`,
					<Money value={value} currency={currency} />,
				])}
			/>
		</Panel>
	);
}
