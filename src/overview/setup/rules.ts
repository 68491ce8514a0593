/** What a company needs before its first month can be paid, in the order in which it is usually done. */
export const SETUP_STEPS = ['PEOPLE', 'BUDGET', 'VERIFIER', 'WAGE_TYPES', 'INVITATION'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Which steps are done. */
export type Setup = Record<SetupStep, boolean>;
