import { senderOf } from '../../../foundation/core/mail-settings.ts';
import { textsOf } from '../../../tenants/auth/providers/remote.ts';
import { bad, good, type Line, open } from './lines.ts';
import type { Needs } from './needs.ts';

interface Carrier {
	name: string;
	/** The name below the domain to which bounces return. It has an SPF record. */
	returnPath: string;
	/** The part of that record that permits the carrier. */
	include: string;
	/** The selector of its DKIM key. */
	selector: string;
	remedy: (domain: string) => string;
}

/** From developers.cloudflare.com/email-service/reference/postmaster. */
const CLOUDFLARE: Carrier = {
	name: 'Cloudflare’s Email Service',
	returnPath: 'cf-bounce',
	include: 'include:_spf.mx.cloudflare.net',
	selector: 'cf-bounce',
	remedy: (domain) => `npx wrangler email sending dns get ${domain} lists the records.`,
};

/** From resend.com/docs and its template at Domain Connect. */
const RESEND: Carrier = {
	name: 'Resend',
	returnPath: 'send',
	include: 'include:amazonses.com',
	selector: 'resend',
	remedy: (domain) => `https://resend.com/domains lists the records of ${domain}.`,
};

/** Asks the DNS whether receivers can verify mails of the domain in `MAIL_FROM`. */
export async function checkMailDomain({ values }: Needs, secrets: readonly string[]): Promise<Line[]> {
	const { MAIL_FROM, PUBLIC_URL } = values;
	if (typeof MAIL_FROM !== 'string' || typeof PUBLIC_URL !== 'string')
		return [
			open(
				'No mail leaves, because MAIL_FROM or PUBLIC_URL is not set.',
				'Set both in [vars] of wrangler.toml.',
			),
		];
	const carrier = secrets.includes('RESEND_API_KEY') ? RESEND : CLOUDFLARE;
	try {
		const domain = senderOf(MAIL_FROM).email.replace(/^.*@/, '').toLowerCase();
		const resolver = typeof values.DNS_RESOLVER === 'string' ? values.DNS_RESOLVER : undefined;
		const read = async (name: string) => (await textsOf(name, resolver)) ?? [];
		return await Promise.all([
			spfOf(carrier, domain, read),
			dkimOf(carrier, domain, read),
			dmarcOf(domain, read),
		]);
	} catch (error) {
		return [bad(`The mail domain cannot be checked: ${(error as Error).message}`, 'Try again in a minute.')];
	}
}

/** Asks the DNS whether the domain in `RECEIPTS_DOMAIN` has the SPF record that Email Routing sets. */
export async function checkReceiptsDomain({ values }: Needs): Promise<Line[]> {
	const { RECEIPTS_DOMAIN: domain, DNS_RESOLVER } = values;
	if (typeof domain !== 'string') return [];
	const resolver = typeof DNS_RESOLVER === 'string' ? DNS_RESOLVER : undefined;
	try {
		const records = (await textsOf(domain, resolver)) ?? [];
		const isRouted = records.some((text) => text.toLowerCase().includes(CLOUDFLARE.include));
		return isRouted
			? [good(`Receipts by mail: ${domain} has the records of Email Routing.`)]
			: [
					bad(
						`Receipts by mail: ${domain} lacks the SPF record of Email Routing.`,
						`Enable Email Routing for ${domain} in the dashboard (docs/receipts-by-mail.md).`,
					),
				];
	} catch (error) {
		return [
			bad(`The domain of receipts cannot be checked: ${(error as Error).message}`, 'Try again in a minute.'),
		];
	}
}

type Read = (name: string) => Promise<string[]>;

async function spfOf(
	{ name, returnPath, include, remedy }: Carrier,
	domain: string,
	read: Read,
): Promise<Line> {
	const at = `${returnPath}.${domain}`;
	const records = (await read(at)).filter((text) => /^v=spf1\b/i.test(text));
	if (records.length > 1)
		return bad(`SPF: ${at} has several records, so none of them counts.`, remedy(domain));
	return records[0]?.toLowerCase().includes(include)
		? good(`SPF: ${at} permits ${name}.`)
		: bad(`SPF: ${at} does not permit ${name}.`, remedy(domain));
}

async function dkimOf({ name, selector, remedy }: Carrier, domain: string, read: Read): Promise<Line> {
	const at = `${selector}._domainkey.${domain}`;
	// An empty key is a revoked one.
	const hasKey = (await read(at)).some((text) => /(?:^|;)\s*p=\s*[^;\s]/i.test(text));
	return hasKey
		? good(`DKIM: ${at} has the key of ${name}.`)
		: bad(`DKIM: ${at} has no key.`, remedy(domain));
}

/** A domain without a record of its own has that of a domain above it. */
async function dmarcOf(domain: string, read: Read): Promise<Line> {
	const labels = domain.split('.');
	for (let skipped = 0; skipped === 0 || labels.length - skipped >= 2; skipped++) {
		const at = `_dmarc.${labels.slice(skipped).join('.')}`;
		const record = (await read(at)).find((text) => /^v=DMARC1\b/i.test(text));
		if (record === undefined) continue;
		const policyIn = (tag: string) =>
			new RegExp(`;\\s*${tag}\\s*=\\s*(\\w+)`, 'i').exec(record)?.[1]?.toLowerCase();
		const policy = (skipped > 0 ? policyIn('sp') : undefined) ?? policyIn('p');
		if (policy === 'quarantine' || policy === 'reject') return good(`DMARC: ${at} has the policy ${policy}.`);
		return bad(
			`DMARC: ${at} has the policy ${policy}.`,
			`Set p=quarantine at ${at} when reports show no surprises.`,
		);
	}
	return bad(
		`DMARC: ${domain} has no record.`,
		`Add the TXT record _dmarc.${domain} with "v=DMARC1; p=quarantine".`,
	);
}
