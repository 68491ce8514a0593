import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { Refusal } from '../core/refusals.ts';
import { notJson } from './body.ts';
import type { AppEnv } from './env.ts';
import { logError, logInfo } from './log.ts';
import { problemResponse } from './problem.ts';

/** Turns whatever was thrown into a problem document. Unexpected errors are logged and not described. */
export const answerFailure: ErrorHandler<AppEnv> = (error, c) => {
	const refusal = refusalOf(error);
	const request = { requestId: c.var.requestId, method: c.req.method, path: c.req.path };
	if (
		refusal.code === 'internal_error' ||
		refusal.code === 'misconfigured' ||
		refusal.code === 'archive_damaged' ||
		refusal.code === 'identity_provider_failed' ||
		refusal.code === 'unavailable'
	) {
		logError(refusal.code, error, request);
	}
	if (refusal.code === 'incomplete_body') logInfo(refusal.code, request);
	return problemResponse(c, refusal);
};

function refusalOf(error: Error): Refusal {
	if (error instanceof Refusal) return error;
	if (error instanceof HTTPException && error.status === 415) {
		return notJson();
	}
	if (error instanceof HTTPException && error.status === 400) {
		return new Refusal('malformed_json', 'The body is not well-formed JSON.');
	}
	return new Refusal(
		'internal_error',
		'Something went wrong on our side. Quote the request id when you report it.',
	);
}
