/** The longest retention period for payroll documents in Germany and Austria. */
export const DEFAULT_RETENTION_MONTHS = 120;
export const MAX_RETENTION_MONTHS = 600;
