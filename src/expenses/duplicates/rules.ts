/** The ids of other expenses that may be the same spending. */
export interface Duplicates {
	sameReceipt: string[];
	sameDayAndAmount: string[];
}

/** Most of each kind that are told. */
export const MAX_DUPLICATES = 20;
