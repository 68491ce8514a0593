/** The steps of a move. The company takes no writes in `CLOSED`. The new cell serves it from `OPENED` on. */
export const MOVE_STEPS = ['COPYING', 'CLOSED', 'OPENED', 'DONE', 'GIVEN_UP'] as const;
