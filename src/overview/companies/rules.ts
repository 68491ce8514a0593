/**
 * Whether anybody administers a company: nobody yet, somebody who has not registered, somebody who has, or only a former
 * employee. The platform does not see it for a company in a cell.
 */
export type CompanyState = 'NEW' | 'INVITED' | 'ADMINISTERED' | 'LEFT' | 'CELL';

export function companyState({
	administrators,
	registered,
	hasLeft,
	isInCell,
}: {
	administrators: number;
	registered: number;
	hasLeft: boolean;
	isInCell?: true;
}): CompanyState {
	if (isInCell) return 'CELL';
	if (administrators === 0) return 'NEW';
	if (hasLeft && administrators === 1) return 'LEFT';
	return registered === 0 ? 'INVITED' : 'ADMINISTERED';
}

/** The steps before a company's first payroll run, in their usual order. */
export const SETUP_STEPS = ['PEOPLE', 'BUDGET', 'VERIFIER', 'WAGE_TYPES', 'INVITATION'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Which steps are done. */
export type Setup = Record<SetupStep, boolean>;
