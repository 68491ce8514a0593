import { createMiddleware } from 'hono/factory';
import { bufferToFormData } from 'hono/utils/buffer';
import { Refusal } from '../core/refusals.ts';
import { MAX_RECEIPT_BYTES } from '../expenses/receipts/rules.ts';
import { limitBody } from '../http/body.ts';
import { languageOf } from '../http/headers.ts';
import { chosenLanguage } from './cookies.ts';
import { asApi, type ConsoleEnv, type Context } from './env.ts';

const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' blob:",
	"connect-src 'self'",
	"form-action 'self'",
	"manifest-src 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
].join('; ');

/** A form without its file. */
const MAX_FIELDS_BYTES = 256 * 1024;

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Pages run our own scripts only. They tell their address to this origin alone, by which older browsers prove where a form stood. */
export const asPage = createMiddleware<ConsoleEnv>(async (c, next) => {
	c.set('contentPolicy', POLICY);
	c.set('referrerPolicy', 'same-origin');
	c.set('language', chosenLanguage(c) ?? languageOf(asApi(c)));
	await next();
});

/** Refuses what another site has a browser send, and what no form of ours sends. */
export const refuseForgery = createMiddleware<ConsoleEnv>(async (c, next) => {
	if (['GET', 'HEAD'].includes(c.req.method)) return next();
	if (!isFromHere(c)) throw new Refusal('forbidden', 'This was sent by another site, or by no browser.');
	const type = c.req.header('Content-Type') ?? '';
	if (!FORM.test(type)) throw new Refusal('unsupported_media_type', 'Send a form.');
	c.set('maxBodyBytes', /^multipart/i.test(type) ? MAX_RECEIPT_BYTES + MAX_FIELDS_BYTES : MAX_FIELDS_BYTES);
	return limitBody(asApi(c), async () => {
		const body = await c.req.arrayBuffer();
		c.set('typed', await bufferToFormData(body, type).catch(broken));
		await next();
	});
});

function isFromHere(c: Context): boolean {
	const site = c.req.header('Sec-Fetch-Site');
	return site === undefined ? c.req.header('Origin') === new URL(c.req.url).origin : site === 'same-origin';
}

function broken(): never {
	throw new Refusal('incomplete_body', 'The form cannot be read. Send it again.');
}
