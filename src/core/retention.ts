/** The longest of the periods for which payroll documents are kept in Germany and Austria. */
export const DEFAULT_RETENTION_MONTHS = 120;
export const MAX_RETENTION_MONTHS = 600;
