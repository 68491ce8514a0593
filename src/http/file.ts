import type { Context, TypedResponse } from 'hono';
import type { AppEnv } from './env.ts';

/** Answers a file to be saved. `secured` keeps browsers from running it or guessing its type. */
export function answerFile(
	c: Context<AppEnv>,
	name: string,
	mediaType: string,
	body: ReadableStream | Uint8Array<ArrayBuffer> | string,
): Response & TypedResponse<string, 200, string> {
	const response = c.body(body, 200, {
		'Content-Type': mediaType,
		'Content-Disposition': `attachment; filename="${name}"`,
	});
	return response as unknown as Response & TypedResponse<string, 200, string>;
}
