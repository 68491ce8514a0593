import type { Handler } from 'hono';
import { addMonths, startOfMonth, toIso } from '../core/instant.ts';
import type { AppEnv } from './env.ts';
import { originsOf } from './security.ts';

/** Tells that the process is alive and configured; nothing of the database. */
export const health: Handler<AppEnv> = (c) => {
	originsOf(c.env.CORS_ORIGINS);
	return c.json({ status: 'ok' });
};

/** Whom to tell of a vulnerability (RFC 9116): `SECURITY_CONTACT`, else the usual mailbox of the host (RFC 2142). */
export const securityContact: Handler<AppEnv> = (c) => {
	const contact = c.env.SECURITY_CONTACT ?? `mailto:security@${new URL(c.req.url).hostname}`;
	const expires = toIso(addMonths(startOfMonth(c.var.now), 12));
	return c.text(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en, de\n`);
};

/** Leads people to the console, and programs to the reference of the API. */
export const leadOn: Handler<AppEnv> = (c) =>
	c.redirect(/\btext\/html\b/.test(c.req.header('Accept') ?? '') ? '/console' : '/reference', 303);
