/** The result of one check. `–` marks a check that was not possible yet, or a fact that is only worth knowing. */
export interface Line {
	mark: '✓' | '✗' | '–';
	text: string;
	remedy?: string;
	/** True for a failure that the next deployment removes or can live with. */
	isTolerable?: true;
}

export const good = (text: string): Line => ({ mark: '✓', text });
export const bad = (text: string, remedy: string): Line => ({ mark: '✗', text, remedy });
export const tolerable = (text: string, remedy: string): Line => ({
	...bad(text, remedy),
	isTolerable: true,
});
export const open = (text: string, remedy?: string): Line => ({ mark: '–', text, ...(remedy && { remedy }) });

export function print(title: string, lines: readonly Line[]): void {
	if (lines.length === 0) return;
	console.log(`\n${title}`);
	for (const { mark, text, remedy } of lines) {
		console.log(`  ${mark} ${text}`);
		if (remedy !== undefined) console.log(`    → ${remedy}`);
	}
}

/** The command that makes a secret, keeps it in a file, and sets it. */
export const setNew = (secret: string): string =>
	`openssl rand -base64 48 | tee ${secret.toLowerCase().replaceAll('_', '-')}.txt | npx wrangler secret put ${secret}`;

export const failures = (lines: readonly Line[]): Line[] => lines.filter(({ mark }) => mark === '✗');
