import type { Instant } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';

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
