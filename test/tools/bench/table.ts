type Cell = string | number;

/** Prints a table in plain text: the first column to the left, the others to the right, notes below it. */
export function printTable(title: string, header: string[], rows: Cell[][], notes: string[] = []): void {
	const lines = [header, ...rows].map((row) =>
		row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)),
	);
	const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
	const aligned = lines.map((line) =>
		line
			.map((cell, column) =>
				column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
			)
			.join('  '),
	);
	aligned.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
	console.log(`\n${title}\n\n${aligned.join('\n')}`);
	for (const note of notes) console.log(`\n${note}`);
}

export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? Number.NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
