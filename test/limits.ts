/** Limits on what makes the product hard to change. Raising a limit takes one line here, and its reason in the commit. */
export const LIMITS = {
	/** The share of the lines of `src` that stand there a second time, in per cent. */
	clones: 0.5,
	/** The files of `src` that somebody edits for each of the changes in `test/tools/price-of-a-change`. */
	price: { 'employee-text': 2, 'company-setting': 5, operation: 6 },
	/** The bundled Worker after gzip, in KiB. */
	workerKiB: 830,
};
