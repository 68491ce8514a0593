import { env } from 'cloudflare:workers';

interface Asked {
	runs?: number;
	seed?: number;
	/** Of a failing case, as it was printed. */
	path?: string;
}

/** What a long run of an instrument asks for; nothing in `npm test`, which plays the same few cases every time. */
export const asked: Asked = JSON.parse(env.ASKED);
