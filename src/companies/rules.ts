/** The longest retention period for payroll documents in Germany and Austria. */
export const DEFAULT_RETENTION_MONTHS = 120;
export const MAX_RETENTION_MONTHS = 600;

/** How long a leaver may still sign in, to see what is left of the benefits. */
export const DEFAULT_LEAVER_ACCESS_DAYS = 30;
export const MAX_LEAVER_ACCESS_DAYS = 366;
