import { env } from 'cloudflare:workers';

interface Asked {
	runs?: number;
	seed?: number;
	/** The seed and path that a failing case printed. */
	path?: string;
	/** Whether companies move between D1 and cells meanwhile. */
	cells?: boolean;
}

/** The options of a long run of an instrument. They are empty in `npm test`, which plays the same few cases every time. */
export const asked: Asked = JSON.parse(env.ASKED);

/** Whether companies move: a long run plays one way, and `npm test` plays both. */
export const ways: boolean[] = asked.runs === undefined ? [false, true] : [asked.cells === true];
