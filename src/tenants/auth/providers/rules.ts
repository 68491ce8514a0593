import { isOutside } from '../../../foundation/core/addresses.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { invalidField, Refusal } from '../../../foundation/core/refusals.ts';

export const sealedFor = (companyId: string): string => `sso ${companyId}`;

interface Client {
	issuer: string;
	clientId: string;
}

/** How a request names the provider that it is about. */
export const nameOf = ({ issuer, clientId }: Client): string => `${issuer} (${clientId})`;

/** OpenID Connect Discovery, section 3, requires an https address without a query. */
export function requireIssuer(issuer: string, isLocal: boolean): void {
	if (isOutside(issuer, isLocal) && new URL(issuer).search === '') return;
	throw invalidField(
		'issuer',
		'not_public',
		'Must be the public https address of an identity provider, exactly as in the iss claim of its tokens.',
	);
}

/** A stored secret stays only while provider and client stay the same. Otherwise somebody could have it sent to another server. */
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

export const CHECK_EVERY_MS = DAY_MS;
/** A record may be missing for this long, because people move their DNS and make mistakes. */
const LOST_AFTER_MS = 7 * DAY_MS;

/** The name of the record may have 253 characters in DNS, so the domain must be shorter. */
export const MAX_DOMAIN_LENGTH = 234;

export interface Proof {
	dateVerified: Instant | null;
	dateChecked: Instant | null;
	/** Since when the record of the verified domain has been missing. */
	dateMissing: Instant | null;
	/** When somebody released the verified domain. */
	dateReleased: Instant | null;
}

export const UNPROVEN: Proof = {
	dateVerified: null,
	dateChecked: null,
	dateMissing: null,
	dateReleased: null,
};

export const recordOf = ({ id, domain }: { id: string; domain: string }) => ({
	name: `_zubrot-challenge.${domain}`,
	value: `zubrot=${id}`,
});

export const found = (proof: Proof, now: Instant): Proof => ({
	dateVerified: proof.dateVerified ?? now,
	dateChecked: now,
	dateMissing: null,
	dateReleased: proof.dateReleased,
});

export const lostAt = (since: Instant): Instant => since + LOST_AFTER_MS;

export function missed({ dateVerified, dateMissing, dateReleased }: Proof, now: Instant): Proof {
	const since = dateMissing ?? now;
	return now < lostAt(since)
		? { dateVerified, dateChecked: now, dateMissing: since, dateReleased }
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
