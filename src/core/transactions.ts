export const TRANSACTION_STATES = ['PENDING', 'COMMITTED'] as const;
