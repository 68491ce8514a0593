/**
 * The people who administer a company: nobody yet, somebody who has not registered, somebody who has, or only a former employee. It is unknown before
 * a cell's first report.
 */
export type CompanyState = 'NEW' | 'INVITED' | 'ADMINISTERED' | 'LEFT' | 'UNKNOWN';

export function companyState({
	administrators,
	registered,
	hasLeft,
	isUnknown,
}: {
	administrators: number;
	registered: number;
	hasLeft: boolean;
	isUnknown?: true;
}): CompanyState {
	if (isUnknown) return 'UNKNOWN';
	if (administrators === 0) return 'NEW';
	if (hasLeft && administrators === 1) return 'LEFT';
	return registered === 0 ? 'INVITED' : 'ADMINISTERED';
}

/** The steps before a company's first payroll run, in their usual order. */
export const SETUP_STEPS = ['PEOPLE', 'BUDGET', 'VERIFIER', 'WAGE_TYPES', 'INVITATION'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export type Setup = Record<SetupStep, boolean>;
