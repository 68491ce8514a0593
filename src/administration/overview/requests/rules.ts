/** The ids that a caller may send as `X-Request-Id`. The service replaces all others. */
export const REQUEST_ID = /^[\w\-=]{1,255}$/;

/** The most events, mails and deliveries of one answer. */
export const MOST_SHOWN = 100;

/** Finds the lines of a request in the stored log. */
export const logQueryOf = (requestId: string): string => `requestId = "${requestId}"`;

/** Shows the lines of a request that is sent again under the same id while it runs. */
export const tailOf = (requestId: string): string => `npx wrangler tail --search ${requestId}`;
