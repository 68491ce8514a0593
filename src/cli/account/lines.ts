/** One thing that was looked at. `–` stands for what could not be looked at yet, and for what is only worth knowing. */
export interface Line {
	mark: '✓' | '✗' | '–';
	text: string;
	/** Says what to do about it. */
	remedy?: string;
}

export const good = (text: string): Line => ({ mark: '✓', text });
export const bad = (text: string, remedy: string): Line => ({ mark: '✗', text, remedy });
export const open = (text: string, remedy?: string): Line => ({ mark: '–', text, ...(remedy && { remedy }) });

/** Prints lines below a title, each with its remedy. */
export function print(title: string, lines: readonly Line[]): void {
	if (lines.length === 0) return;
	console.log(`\n${title}`);
	for (const { mark, text, remedy } of lines) {
		console.log(`  ${mark} ${text}`);
		if (remedy !== undefined) console.log(`    → ${remedy}`);
	}
}

export const failures = (lines: readonly Line[]): Line[] => lines.filter(({ mark }) => mark === '✗');
