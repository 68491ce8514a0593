import { isOutside } from '../../core/public-address.ts';
import { invalidField } from '../../core/refusals.ts';

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
