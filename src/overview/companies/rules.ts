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
