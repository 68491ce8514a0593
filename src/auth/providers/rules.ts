import { isOutside } from '../../core/addresses.ts';
import type { Instant } from '../../core/instant.ts';
import { invalidField, Refusal } from '../../core/refusals.ts';

/** In which context the vault seals the client secret of a company. */
export const sealedFor = (companyId: string): string => `sso ${companyId}`;

interface Client {
	issuer: string;
	clientId: string;
}

/** Refuses an issuer that is not the address of a provider on the internet (OpenID Connect Discovery, section 3). */
export function requireIssuer(issuer: string, isLocal: boolean): void {
	if (isOutside(issuer, isLocal) && new URL(issuer).search === '') return;
	throw invalidField(
		'issuer',
		'not_public',
		'Must be the public https address of an identity provider, exactly as in the iss claim of its tokens.',
	);
}

/** A secret is kept for the provider and client for which it was given, so that nobody has it sent to a server of one's own. */
export function requireSecret(
	before: Client | undefined,
	{ issuer, clientId }: Client,
	isGiven: boolean,
): void {
	if (isGiven || (before?.issuer === issuer && before.clientId === clientId)) return;
	throw invalidField(
		'clientSecret',
		'required',
		'clientSecret is missing. You may omit it only if issuer and clientId do not change.',
	);
}

const DAY_MS = 86_400_000;

/** How often the cron looks whether the record of a proven domain is still there. */
export const CHECK_EVERY_MS = DAY_MS;
/** How long a record may be missing until the domain is no longer proven: DNS is moved, and people make mistakes. */
const LOST_AFTER_MS = 7 * DAY_MS;

/** The longest domain for which the name of the record stays within the 253 characters of DNS. */
export const MAX_DOMAIN_LENGTH = 234;

/** What proves that a company owns an e-mail domain, and since when. */
export interface Proof {
	dateVerified: Instant | null;
	/** When the record was last looked for. */
	dateChecked: Instant | null;
	/** Since when the record of a proven domain has been missing. */
	dateMissing: Instant | null;
}

export const UNPROVEN: Proof = { dateVerified: null, dateChecked: null, dateMissing: null };

/** The TXT record that its owner puts into the DNS. */
export const recordOf = ({ id, domain }: { id: string; domain: string }) => ({
	name: `_zubrot-challenge.${domain}`,
	value: `zubrot=${id}`,
});

/** The proof after its record was found. */
export const found = (proof: Proof, now: Instant): Proof => ({
	dateVerified: proof.dateVerified ?? now,
	dateChecked: now,
	dateMissing: null,
});

/** When a domain whose record is missing will be proven no longer. */
export const lostAt = (since: Instant): Instant => since + LOST_AFTER_MS;

/** The proof of a proven domain after its record was not found. */
export function missed({ dateVerified, dateMissing }: Proof, now: Instant): Proof {
	const since = dateMissing ?? now;
	return now < lostAt(since)
		? { dateVerified, dateChecked: now, dateMissing: since }
		: { ...UNPROVEN, dateChecked: now };
}

export const notProven = (domain: { id: string; domain: string }): Refusal => {
	const { name, value } = recordOf(domain);
	return new Refusal(
		'domain_not_proven',
		`There is no TXT record ${name} with the value ${value}. New records can take up to an hour to appear.`,
	);
};

export const domainTaken = (): Refusal =>
	new Refusal('domain_taken', 'Another company has already verified this domain.');
