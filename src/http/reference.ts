import { Scalar } from '@scalar/hono-api-reference';
import type { AppEnv } from './env.ts';

/** The readable API reference. Its script is a static asset of ours, and nothing on the page asks a foreign host. */
export const apiReference = Scalar<AppEnv>({
	pageTitle: 'Zubrot API',
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
