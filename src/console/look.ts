import { notFound } from '../foundation/core/refusals.ts';
import { readLogo } from '../tenants/companies/branding/actions.ts';
import { type App, BASE, idIn } from './env.ts';

/** The addresses change with the content, so browsers may keep it forever. */
const CACHED = { 'Cache-Control': 'private, max-age=31536000, immutable' };
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

export const addressOfLogo = (companyId: string, logo: string): string => `${BASE}/logo/${companyId}/${logo}`;

/** The content policy permits no inline styles, so a colour is a style sheet. */
export const addressOfColor = (color: string): string => `${BASE}/colour/${color.slice(1)}`;

export function serveLogos(app: App): void {
	app.get('/logo/:companyId/:logo', async (c) => {
		const { mediaType, content, logo } = await readLogo(c.var.call, idIn(c, 'companyId'));
		if (logo !== c.req.param('logo')) throw notFound('logo');
		c.set('contentPolicy', POLICY);
		return c.body(content, 200, { ...CACHED, 'Content-Type': mediaType });
	});
}

/** Serves a style sheet for each colour. It says nothing about a company, so it needs no session. */
export function serveColors(app: App): void {
	app.get('/colour/:color', (c) => {
		const color = c.req.param('color');
		if (!/^[0-9a-f]{6}$/.test(color)) throw notFound('page');
		return c.body(`:root{--brand:#${color}}`, 200, { ...CACHED, 'Content-Type': 'text/css; charset=utf-8' });
	});
}
