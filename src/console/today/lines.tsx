export interface Line {
	count: number;
	sentence: string;
	/** The link to the remedy; null if the reader may not use it. `step` is its name. */
	to: string | null;
	step: string;
	badge?: unknown;
}

/** Tasks, each with its next step as a button. Tasks with a count of 0 are left out. */
export const Lines = ({ of }: { of: readonly Line[] }) =>
	of.map(
		({ count, sentence, to, step, badge }) =>
			count > 0 && (
				<li>
					<span>{sentence}</span>
					{badge}
					{to !== null && (
						<a class="button" href={to} aria-label={`${step}: ${sentence}`}>
							{step}
						</a>
					)}
				</li>
			),
	);
