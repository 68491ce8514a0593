/** The steps of a move. The company takes no writes in `CLOSED`. The new cell serves it from `OPENED` on. */
export const MOVE_STEPS = ['COPYING', 'CLOSED', 'OPENED', 'DONE', 'GIVEN_UP'] as const;

/** Why a move was given up: somebody cannot be in one database only, or the company would have been closed for too long. */
export const MOVE_REASONS = ['SEVERAL_DATABASES', 'CLOSED_TOO_LONG'] as const;
