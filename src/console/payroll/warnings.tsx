import type { RunPreview, WARNINGS } from '../../benefits/payroll/open-run/rules.ts';
import { toYearMonth } from '../../foundation/core/instant.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { LIMIT_NAMES } from '../../foundation/core/words.ts';
import { List } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { catalogue } from '../words.ts';
import { WORDS } from './words.ts';

const WARNING_WORDS = catalogue({
	warnings: {
		...LIMIT_NAMES,
		booked_in_last_month: ['Lines of a leaver', 'Zeilen nach dem Austritt'],
	} satisfies Record<(typeof WARNINGS)[number], Pair>,
	limit: (limit: string) => [`limit: ${limit}`, `Grenze: ${limit}`],
});

/** Benefits above a legal limit, and lines that are booked in the last month of leavers. */
export function Warnings({ warnings }: Pick<RunPreview, 'warnings'>) {
	return (
		<>
			<Exceeded warnings={warnings.filter(({ limit }) => limit !== null)} />
			<Leavers leavers={warnings.filter(({ limit }) => limit === null)} />
		</>
	);
}

function Exceeded({ warnings }: Pick<RunPreview, 'warnings'>) {
	const { say, words } = useReader(WORDS);
	const { warnings: names, limit: limitOf } = useWords(WARNING_WORDS);
	if (warnings.length === 0) return null;
	return (
		<Panel title={words.warnings}>
			<p>{words.warningsHint}</p>
			<List
				caption={words.warnings}
				columns={[
					{ title: words.person, of: (warning) => <PersonName person={warning} isNumbered /> },
					{
						title: words.benefit,
						of: ({ code, limit, currency }) =>
							`${names[code]} (${limitOf(say.amount(limit ?? 0, currency))})`,
					},
					{
						title: words.amount,
						of: ({ value, currency }) => ({ amount: value, currency }),
						isNumeric: true,
					},
				]}
				rows={warnings}
			/>
		</Panel>
	);
}

/** Leavers whose lines DATEV files book in their last month instead of the booking month. */
export function Leavers({ leavers }: { leavers: RunPreview['warnings'] }) {
	const { say, words } = useReader(WORDS);
	if (leavers.length === 0) return null;
	return (
		<Panel title={words.leavers}>
			<p>{words.leaversHint}</p>
			<List
				caption={words.leavers}
				columns={[
					{ title: words.person, of: (leaver) => <PersonName person={leaver} isNumbered /> },
					{
						title: words.bookedIn,
						of: ({ bookedIn }) => (bookedIn === null ? '' : say.monthName(toYearMonth(bookedIn))),
					},
					{
						title: words.amount,
						of: ({ value, currency }) => ({ amount: value, currency }),
						isNumeric: true,
					},
				]}
				rows={leavers}
			/>
		</Panel>
	);
}
