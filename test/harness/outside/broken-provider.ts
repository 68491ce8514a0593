import type { ServerResponse } from 'node:http';

/** The ways in which a provider fails. `hanging` publishes its configuration, but its token endpoint never answers. */
export type Broken =
	| 'silent'
	| 'dripping'
	| 'huge'
	| 'redirecting'
	| 'misnamed'
	| 'garbled'
	| 'inward'
	| 'scripted'
	| 'hanging';

export function breakDown(how: Broken, response: ServerResponse, origin: string): void {
	const issuer = `${origin}/broken/${how}`;
	const published = (changes: object = {}) =>
		JSON.stringify({
			issuer,
			authorization_endpoint: `${origin}/authorize`,
			token_endpoint: `${origin}/broken/silent/token`,
			jwks_uri: `${origin}/jwks`,
			response_types_supported: ['code'],
			subject_types_supported: ['public'],
			id_token_signing_alg_values_supported: ['RS256'],
			...changes,
		});
	response.setHeader('Content-Type', 'application/json');
	if (how === 'dripping') drip(response);
	const bodies: Partial<Record<Broken, string>> = {
		huge: published({ padding: 'x'.repeat(300_000) }),
		misnamed: published({ issuer: origin }),
		garbled: '<html>',
		inward: published({ authorization_endpoint: 'http://10.0.0.1/authorize' }),
		scripted: published({ authorization_endpoint: 'javascript:alert(1)' }),
		hanging: published(),
	};
	const body = bodies[how];
	if (how === 'redirecting')
		response.writeHead(302, { Location: `${origin}/.well-known/openid-configuration` }).end();
	else if (body !== undefined) response.end(body);
}

/** One byte after the other, for ever. */
function drip(response: ServerResponse): void {
	const timer = setInterval(() => response.write(' '), 100);
	timer.unref();
	response.on('close', () => clearInterval(timer));
}
