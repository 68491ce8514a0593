/** Whether anybody administers a company: nobody yet, somebody who has not registered, or somebody who has. */
export type CompanyState = 'NEW' | 'INVITED' | 'ADMINISTERED';

export function companyState({
	administrators,
	registered,
}: {
	administrators: number;
	registered: number;
}): CompanyState {
	if (administrators === 0) return 'NEW';
	return registered === 0 ? 'INVITED' : 'ADMINISTERED';
}

/** The steps before a company's first payroll run, in their usual order. */
export const SETUP_STEPS = ['PEOPLE', 'BUDGET', 'VERIFIER', 'WAGE_TYPES', 'INVITATION'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Which steps are done. */
export type Setup = Record<SetupStep, boolean>;
