import type { ApprovalReport } from '../../benefits/expenses/approval-rules/store.ts';
import { addMonths, toYearMonth } from '../../foundation/core/instant.ts';
import { List } from '../listing.tsx';
import { useReader } from '../page.tsx';
import { Facts, Panel } from '../parts.tsx';
import { APPROVAL_WORDS } from './approval-words.ts';

/** The decisions about the sample, in the order of the report. */
const RESULTS = ['approved', 'approvedInPart', 'rejected', 'withdrawn', 'waiting'] as const;

interface ReportProps {
	report: ApprovalReport;
	/** Returns the address of the report of another month. */
	to: (month: string) => string;
}

/** Shows who decided on the expenses of a month, what the sample found, and how anybody can check it. */
export function Report({ report: { month, modules, seed }, to }: ReportProps) {
	const { c, say, words } = useReader(APPROVAL_WORDS);
	const rows = modules
		.map(({ module, byRule, byPeople, ...found }) => ({
			module,
			byRule,
			byPeople,
			found,
			drawn: Object.values(found).reduce((sum, one) => sum + one, 0),
		}))
		.filter(({ byRule, byPeople, drawn }) => byRule + byPeople + drawn > 0);
	const [earlier, later] = [-1, 1].map((step) => addMonths(month, step));
	return (
		<Panel title={words.report(say.monthName(toYearMonth(month)))}>
			<p class="hint">{words.reportHint}</p>
			<List
				caption={words.report(say.monthName(toYearMonth(month)))}
				rows={rows}
				none={words.noDecisions}
				columns={[
					{ title: words.module, of: ({ module }) => words.modules[module] },
					{ title: words.ruleDecided, isNumeric: true, of: ({ byRule }) => byRule },
					{ title: words.byPeople, isNumeric: true, of: ({ byPeople }) => byPeople },
					{ title: words.drawn, isNumeric: true, of: ({ drawn }) => drawn },
					{
						title: words.found,
						of: ({ found }) =>
							RESULTS.filter((name) => found[name] > 0)
								.map((name) => `${words[name]}: ${say.number(found[name])}`)
								.join(', '),
					},
				]}
			/>
			<h3>{words.seedTitle}</h3>
			<Seed seed={seed} />
			<p class="buttons">
				<a class="button" href={to(toYearMonth(earlier ?? month))}>
					{words.earlier}
				</a>
				{(later ?? month) <= c.var.now && (
					<a class="button" href={to(toYearMonth(later ?? month))}>
						{words.later}
					</a>
				)}
			</p>
		</Panel>
	);
}

/** Shows the commitment to the seed. Once the month is closed, it also shows the seed and how to check it. */
function Seed({ seed }: Pick<ApprovalReport, 'seed'>) {
	const { say, words } = useReader(APPROVAL_WORDS);
	if (seed === null) return <p>{words.noSeed}</p>;
	const { commitment, seed: revealed, dateRevealed, isLost } = seed;
	return (
		<>
			<Facts
				rows={[
					[words.committed, <code>{commitment}</code>],
					...(revealed === null ? [] : [[words.seed, <code>{revealed}</code>] as const]),
				]}
			/>
			{revealed === null ? (
				!isLost && <p class="hint">{words.seedSecret}</p>
			) : (
				<>
					<p>
						{words.check} {words.check2}
					</p>
					{dateRevealed !== null && <p class="hint">{words.revealed(say.day(dateRevealed))}</p>}
				</>
			)}
		</>
	);
}
