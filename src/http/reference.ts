import { Scalar } from '@scalar/hono-api-reference';
import type { AppEnv } from './env.ts';

/** A loaf of bread. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#c80" d="M0 4a4 3 0 0 1 8 0v4H0z"/></svg>`;

/** The readable API reference. We serve its script, and nothing on the page contacts another host. */
export const apiReference = Scalar<AppEnv>({
	pageTitle: 'Zubrot API',
	// Scalar takes the icon's media type from what follows the last dot.
	favicon: `data:image/svg+xml,${encodeURIComponent(ICON)}#.svg+xml`,
	url: '/openapi.json',
	cdn: '/scalar.js',
	withDefaultFonts: false,
	telemetry: false,
	hideClientButton: true,
	showDeveloperTools: 'never',
	agent: { disabled: true },
	mcp: { disabled: true },
	authentication: { preferredSecurityScheme: 'bearer' },
});
