import { env } from 'cloudflare:workers';

interface Asked {
	runs?: number;
	seed?: number;
	/** The seed and path that a failing case printed. */
	path?: string;
}

/** The options of a long run of an instrument. They are empty in `npm test`, which plays the same few cases every time. */
export const asked: Asked = JSON.parse(env.ASKED);
