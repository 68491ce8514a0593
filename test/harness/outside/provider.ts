import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OAuth2Server } from 'oauth2-mock-server';
import { type Broken, breakDown } from './broken-provider.ts';

/** The secret that the provider asks of its clients. */
const CLIENT_SECRET = 'the client secret at the provider of the tests';

/** How a sign-in at the provider goes, as JSON in the parameter `as` of the address to which it sends the browser. */
export interface Wishes {
	/** Claims of the ID token beside those that are right by themselves. */
	claims?: Record<string, unknown>;
	/** Claims that the ID token lacks. */
	without?: string[];
	/** Claims of the userinfo answer. */
	userinfo?: Record<string, unknown>;
	/** The algorithm in the header of the ID token, which is signed with the client secret for HS256 and not at all for others. */
	alg?: string;
	/** Changes a claim after the token was signed. */
	forged?: Record<string, unknown>;
	/** Changes of the address at which the browser comes back. */
	callback?: Record<string, string>;
}

/** An OpenID provider on this machine; returns its issuer. Below `/broken/<how>` are some that fail. */
export async function startProvider(): Promise<string> {
	const provider = new OAuth2Server();
	await provider.issuer.keys.generate('RS256');
	const server = createServer((request, response) => {
		const how = /^\/broken\/(\w+)\//.exec(request.url ?? '')?.[1];
		if (how === undefined) provider.service.requestHandler(request, response);
		else breakDown(how as Broken, response, issuer);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	server.keepAliveTimeout = 0;
	server.unref();
	const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
	provider.issuer.url = issuer;
	bend(provider, issuer);
	return issuer;
}

/** Applies the requested behaviour. */
function bend({ service }: OAuth2Server, issuer: string): void {
	const byCode = new Map<string, Wishes>();
	const byToken = new Map<string, Wishes>();
	const wishesOf = (request: object) => byCode.get((request as { body: { code: string } }).body.code) ?? {};
	service.on('beforeWellKnownOpenIdConfiguration', ({ body }) => {
		body.token_endpoint_auth_methods_supported = ['client_secret_post'];
		body.authorization_response_iss_parameter_supported = true;
	});
	service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }, request: IncomingMessage) => {
		const asked = new URL(request.url ?? '', issuer).searchParams;
		const wishes: Wishes = JSON.parse(asked.get('as') ?? '{}');
		byCode.set(url.searchParams.get('code') ?? '', wishes);
		for (const [name, value] of Object.entries({ iss: issuer, ...wishes.callback })) {
			url.searchParams.set(name, value);
		}
	});
	service.on('beforeTokenSigning', ({ payload }, request) => {
		const { claims, without = [] } = wishesOf(request);
		Object.assign(payload, 'aud' in payload ? claims : {});
		for (const name of without) delete payload[name];
	});
	service.on('beforeResponse', (response, request) => {
		const wishes = wishesOf(request);
		byToken.set(response.body.access_token, wishes);
		response.body.id_token = rewritten(response.body.id_token, wishes);
		if (request.body.client_secret === CLIENT_SECRET) return;
		Object.assign(response, { statusCode: 401, body: { error: 'invalid_client' } });
	});
	service.on('beforeUserinfo', ({ body }, { headers }: IncomingMessage) => {
		Object.assign(body, byToken.get((headers.authorization ?? '').slice('Bearer '.length))?.userinfo);
	});
}

function rewritten(token: string, { alg, forged }: Wishes): string {
	const [header = '', payload = '', signature] = token.split('.');
	if (forged) return [header, encode({ ...decode(payload), ...forged }), signature].join('.');
	if (alg === undefined) return token;
	const signed = `${encode({ ...decode(header), alg })}.${payload}`;
	const own = alg === 'HS256' ? createHmac('sha256', CLIENT_SECRET).update(signed).digest('base64url') : '';
	return `${signed}.${own}`;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text: string): object => JSON.parse(Buffer.from(text, 'base64url').toString());
