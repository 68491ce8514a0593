/** The steps of a move. The company takes no writes in `CLOSED`. The new cell serves it from `OPENED` on. */
export const MOVE_STEPS = ['COPYING', 'CLOSED', 'OPENED', 'DONE', 'GIVEN_UP'] as const;

/** The reasons for giving up a move or a restore. With the first one, somebody cannot be in one database only. */
export const MOVE_REASONS = [
	'SEVERAL_DATABASES',
	'CLOSED_TOO_LONG',
	'BACKUP_DAMAGED',
	'NO_POINT_IN_TIME',
] as const;
