export const REPAIR_RESULTS = ['REPAIRED', 'EMPTY', 'UNFINISHED', 'ELSEWHERE', 'UNREACHABLE'] as const;
type RepairResult = (typeof REPAIR_RESULTS)[number];

export const MAX_CELLS = 100;

export interface Repaired {
	cell: string;
	/** Null if the cell did not respond. */
	companyId: string | null;
	result: RepairResult;
	/** The company's addresses and domains that belong to others, in D1 or in another cell. */
	conflicts: string[];
}

export interface Repair {
	cells: number;
	/** The results that need an operator. */
	left: Repaired[];
	/** The company after which the repair continues; null when it is complete. */
	next: string | null;
}
