/**
 * Whether anybody administers a company: nobody yet, somebody who has not registered, somebody who has, or only a former
 * employee.
 */
export type CompanyState = 'NEW' | 'INVITED' | 'ADMINISTERED' | 'LEFT';

export function companyState({
	administrators,
	registered,
	hasLeft,
}: {
	administrators: number;
	registered: number;
	hasLeft: boolean;
}): CompanyState {
	if (administrators === 0) return 'NEW';
	if (hasLeft && administrators === 1) return 'LEFT';
	return registered === 0 ? 'INVITED' : 'ADMINISTERED';
}

/** The steps before a company's first payroll run, in their usual order. */
export const SETUP_STEPS = ['PEOPLE', 'BUDGET', 'VERIFIER', 'WAGE_TYPES', 'INVITATION'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Which steps are done. */
export type Setup = Record<SetupStep, boolean>;
