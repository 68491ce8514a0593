import { BY_ICON, KEPT_TYPES, PHONE } from './benefits/phone-addresses.ts';
import { type App, addressFor, type Context, companyShown } from './env.ts';
import { COMMON } from './words.ts';

/** The manifest of visitors who are not signed in. It names no company. */
const COMMON_MANIFEST = '/console.webmanifest';
const OWN_MANIFEST = '/app.webmanifest';
const DAY_SECONDS = 86_400;

/** Returns the attributes of the link to the manifest. Browsers send a cookie for it only if the link says so. */
export function manifestLink(c: Context) {
	if (c.var.visitor === undefined) return { href: COMMON_MANIFEST };
	const href = addressFor(OWN_MANIFEST, companyShown(c)?.id ?? null, { language: c.var.language });
	return { href, crossorigin: 'use-credentials' as const };
}

/** Serves what a phone needs to install the console as an app with the name of the visitor's company. */
export function serveManifest(app: App): void {
	app.get(OWN_MANIFEST, async (c) => {
		const common = await c.env.ASSETS.fetch(new URL(COMMON_MANIFEST, c.req.url));
		const { language, visitor } = c.var;
		const company = companyShown(c);
		const manifest = {
			...(await common.json<object>()),
			lang: language,
			...(company !== null && { name: `${company.name} · Zubrot`, short_name: company.name }),
			...(company?.color != null && { theme_color: company.color }),
			...(visitor?.employeeId != null && ofEmployee(COMMON[language].submitReceipt)),
		};
		// The address names the company and the language, so the cache holds a separate manifest for each.
		c.header('Cache-Control', `private, max-age=${DAY_SECONDS}`);
		return c.body(JSON.stringify(manifest), 200, { 'Content-Type': 'application/manifest+json' });
	});
}

/** Employees begin with the form of a receipt, and other apps can share receipts with this one. */
const ofEmployee = (submitReceipt: string) => ({
	start_url: BY_ICON,
	shortcuts: [{ name: submitReceipt, url: BY_ICON }],
	share_target: {
		action: PHONE,
		method: 'POST',
		enctype: 'multipart/form-data',
		params: { files: [{ name: 'file', accept: KEPT_TYPES }] },
	},
});
