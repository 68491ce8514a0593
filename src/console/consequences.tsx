import type { CausedCount, Consequences } from '../administration/causes/rules.ts';
import { CONSEQUENCES } from './consequences-words.ts';
import type { Context } from './env.ts';
import { titledPage, useWords } from './page.tsx';
import { MainLink, Panel, Sure } from './parts.tsx';

/** The value of the field `reason` of a form that also ends what was begun. */
export const COMPROMISED = 'COMPROMISED';

/** Says what ended with a session or key, and what stays. */
export function Ended({ ended, kept }: Consequences) {
	const words = useWords(CONSEQUENCES);
	if (ended.length + kept.length === 0) return <p>{words.nothing}</p>;
	return (
		<>
			{ended.length > 0 && (
				<>
					<p>{words.ended}</p>
					<Counts of={ended} />
				</>
			)}
			{kept.length > 0 && (
				<>
					<p>{words.kept}</p>
					<Counts of={kept} />
				</>
			)}
		</>
	);
}

function Counts({ of }: { of: readonly CausedCount[] }) {
	const words = useWords(CONSEQUENCES);
	return (
		<ul>
			{of.map(({ kind, count }) => (
				<li>
					{String(count)} × {words.kinds[kind]}
				</li>
			))}
		</ul>
	);
}

/** Shows once what ended with sessions. */
export const endedPage = (c: Context, found: Consequences, to: string) =>
	titledPage(
		c,
		{ title: CONSEQUENCES[c.var.language].title, isNarrow: true },
		<Panel>
			<Ended {...found} />
			<p>
				<MainLink to={to}>{CONSEQUENCES[c.var.language].goOn}</MainLink>
			</p>
		</Panel>,
	);

/** The button that ends sessions together with what they began. It belongs in a form. */
export function EndForeign() {
	const words = useWords(CONSEQUENCES);
	return (
		<Sure label={words.foreign}>
			<p>{words.foreignHint}</p>
			<button type="submit" class="danger" name="reason" value={COMPROMISED}>
				{words.endForeign}
			</button>
		</Sure>
	);
}
