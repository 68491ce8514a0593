/** The steps of a move. In `CLOSED`, the company takes no writes. From `OPENED` on, the new cell serves it. */
export const MOVE_STEPS = ['COPYING', 'CLOSED', 'OPENED', 'DONE', 'GIVEN_UP'] as const;

/** The reasons for cancelling a move or a restore. `SEVERAL_DATABASES` means that somebody cannot belong to only one database. */
export const MOVE_REASONS = [
	'SEVERAL_DATABASES',
	'CLOSED_TOO_LONG',
	'BACKUP_DAMAGED',
	'NO_POINT_IN_TIME',
] as const;
