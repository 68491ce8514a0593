/** The ids that a caller may send as `X-Request-Id`. The service replaces all others. */
export const REQUEST_ID = /^[\w\-=]{1,255}$/;

export const MOST_SHOWN = 100;

export const logQueryOf = (requestId: string): string => `requestId = "${requestId}"`;

/** Returns the command that shows the lines of a request, if it is sent again with the same id while the command runs. */
export const tailOf = (requestId: string): string => `npx wrangler tail --search ${requestId}`;
