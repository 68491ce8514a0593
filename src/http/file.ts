import type { Context, TypedResponse } from 'hono';
import type { AppEnv } from './env.ts';

/** Answers a file to be saved, which no browser may run or guess the type of. */
export function answerFile(
	c: Context<AppEnv>,
	name: string,
	mediaType: string,
	body: ReadableStream,
): Response & TypedResponse<string, 200, string> {
	const response = c.body(body, 200, {
		'Content-Type': mediaType,
		'Content-Disposition': `attachment; filename="${name}"`,
		'Content-Security-Policy': "sandbox; default-src 'none'",
		'X-Content-Type-Options': 'nosniff',
		'Cache-Control': 'private, no-store',
	});
	return response as unknown as Response & TypedResponse<string, 200, string>;
}
