/** How the repair of a cell ended. */
export const REPAIR_RESULTS = ['REPAIRED', 'EMPTY', 'UNFINISHED', 'ELSEWHERE', 'UNREACHABLE'] as const;
type RepairResult = (typeof REPAIR_RESULTS)[number];

/** How many cells one request repairs. */
export const MAX_CELLS = 100;

/** The result of the repair of one cell. */
export interface Repaired {
	cell: string;
	/** Null if the cell did not say. */
	companyId: string | null;
	result: RepairResult;
	/** The addresses and domains of the company that somebody else has in D1 or in another cell. */
	conflicts: string[];
}

export interface Repair {
	/** How many cells were asked. */
	cells: number;
	/** The results that need an operator. */
	left: Repaired[];
	/** The repair continues after this company; null when it is complete. */
	next: string | null;
}
