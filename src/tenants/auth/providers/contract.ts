import { z } from '@hono/zod-openapi';
import { changedAnswer, jsonAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { integer, orElse, orNull, pathId, setOf, text } from '../../../foundation/http/fields.ts';
import { MAX_SET_SIZE } from '../../../foundation/http/limits.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { success, wireBy, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import { MAX_DOMAIN_LENGTH, recordOf } from './rules.ts';
import type { CompanyDomain, SingleSignOn } from './store.ts';

const domainSchema = z
	.strictObject({
		id: wireId(),
		domain: wireText('demo.example'),
		dateVerified: wireInstant('2026-01-05T08:00:00.000Z').nullable(),
		dateMissing: wireInstant('2026-01-05T08:00:00.000Z').nullable().openapi({
			description:
				'The time since which the record of a verified domain has been missing. After 7 days the domain is no longer verified',
		}),
		dateReleased: wireInstant('2026-01-06T08:00:00.000Z').nullable().openapi({
			description:
				'When a second person released the verified domain. Until then, nobody who has registered signs in with the provider in it',
		}),
		record: z
			.strictObject({
				name: wireText('_zubrot-challenge.demo.example'),
				value: wireText('zubrot=01890a5d-ac96-774b-bcce-b302099a8057'),
			})
			.openapi('DnsRecord', { description: 'The TXT record that verifies the domain' }),
	})
	.openapi('CompanyDomain');

export const domainToWire = wireBy(domainSchema, { record: (domain: CompanyDomain) => recordOf(domain) });

const ISSUER = 'https://login.demo.example';
const CLIENT_ID = 'zubrot';
const MAX_SECRET_LENGTH = 1024;
const MAX_ENDED = 1_000_000;

const onlySso = z.boolean().openapi({
	description: `Whether users with a verified e-mail domain must sign in with this provider. Never applies to a
PLATFORM_ADMIN, or to users who also work for another company.`,
	example: false,
});

/** A domain in ASCII. The last label has two letters or more, so that numeric addresses are excluded. */
const DOMAIN = /^([A-Za-z0-9]([A-Za-z0-9-]{0,44}[A-Za-z0-9])?\.){1,4}[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/;

const domain = z
	.string()
	.max(MAX_DOMAIN_LENGTH)
	.regex(
		DOMAIN,
		'Must be the domain of an e-mail address, in ASCII, such as demo.example or xn--mnchen-3ya.example',
	)
	.transform((name) => name.toLowerCase())
	.openapi({ type: 'string', pattern: DOMAIN.source, maxLength: MAX_DOMAIN_LENGTH, example: 'demo.example' });

const settingsBody = z
	.strictObject({
		issuer: text(ISSUER).openapi({
			format: 'uri',
			description: 'Exactly as in the provider’s discovery document',
		}),
		clientId: text(CLIENT_ID),
		clientSecret: orNull(text('for-example-only-not-a-secret', MAX_SECRET_LENGTH)).openapi({
			format: 'password',
			description:
				'Stored encrypted and never returned. You may omit it if issuer and clientId do not change.',
		}),
		domains: setOf(domain).openapi({ example: ['demo.example'] }),
		onlySso: orElse(onlySso, false),
		endPasswordSessions: orNull(
			z.boolean().openapi({
				description: `Whether to end the open sessions that these users opened by password. By default they end when
\`onlySso\` is switched on. The session of this request, those of the provider and API keys stay.`,
				example: true,
			}),
		),
	})
	.openapi('SingleSignOnUpdate');

const settingsSchema = z
	.strictObject({
		companyId: wireId('01890a5d-ac96-774b-bcce-b302099a8058'),
		dateCreated: wireInstant('2026-01-05T08:00:00.000Z'),
		dateModified: wireInstant('2026-01-05T08:00:00.000Z'),
		issuer: wireText(ISSUER),
		clientId: wireText(CLIENT_ID),
		dateReleased: wireInstant('2026-01-06T08:00:00.000Z').nullable().openapi({
			description:
				'When a second person released this issuer and client. Until then, the provider signs in nobody who has registered',
		}),
		domains: z.array(domainSchema).max(MAX_SET_SIZE),
		onlySso,
	})
	.openapi('SingleSignOn');

export const singleSignOnToWire = wireBy(settingsSchema, {
	domains: ({ domains }: SingleSignOn) => domains.map(domainToWire),
});

const ended = z
	.strictObject({
		people: integer(0, MAX_ENDED).openapi({
			description: 'The people whose sessions would end',
			example: 12,
		}),
		sessions: integer(0, MAX_ENDED).openapi({
			description: 'The sessions opened by password that would end',
			example: 17,
		}),
	})
	.openapi('EndedSessions');

const previewSchema = z.strictObject({ ...settingsSchema.shape, ended }).openapi('SingleSignOnPreview');

export const previewToWire = (after: SingleSignOn): z.infer<typeof previewSchema> => ({
	...singleSignOnToWire(after),
	ended: { people: after.ended?.people ?? 0, sessions: after.ended?.sessions ?? 0 },
});

const { read, write, change } = operations(['Companies', 'Extension']);
const path = '/companies/{companyId}/single-sign-on';

export const readSingleSignOnRoute = read('readSingleSignOn', path, {
	summary: 'Read the single sign-on of a company',
	responses: recordAnswers(settingsSchema, 'The provider and the domains'),
});

export const setSingleSignOnRoute = change.put('setSingleSignOn', path, {
	summary: 'Set the single sign-on of a company',
	description: `An OpenID Connect provider with \`<PUBLIC_URL>/sso/callback\` as a redirect address. It signs in users
who belong only to this company and have a verified e-mail domain. Domains that you keep stay verified.
Another issuer or client waits for a release by a second person, at
\`POST /companies/{companyId}/identity-changes/{changeId}/release\`. Until then, the provider signs in nobody who has
registered, proves no address, and binds nobody to it. What a platform administrator sets is released at once.
A dry run also returns how many sessions would end, and of how many people.`,
	dryRun: true,
	preview: previewSchema,
	body: settingsBody,
	responses: { 200: changedAnswer(settingsSchema, 'The new settings') },
});

export const removeSingleSignOnRoute = write.delete('removeSingleSignOn', path, {
	summary: 'Remove the single sign-on of a company',
	description:
		'May be repeated. Also removes the verification of the domains, and the links between users and the provider’s accounts.',
	responses: { 200: jsonAnswer(success, 'It is removed') },
});

const ofDomain = z.object({
	companyId: pathId('companyId'),
	domainName: z
		.string()
		.toLowerCase()
		.openapi({
			param: { name: 'domainName', in: 'path' },
			maxLength: MAX_DOMAIN_LENGTH,
			example: 'demo.example',
		}),
});

export const verifyDomainRoute = write.post('verifyDomain', `${path}/domains/{domainName}/verification`, {
	summary: 'Verify an e-mail domain',
	description: `Looks up the TXT record of the domain. A domain belongs to one company. The cron checks it every day. If
the record is missing for 7 days, the domain is no longer verified. Like the provider, a verified domain waits for a
release by a second person.`,
	params: ofDomain,
	responses: { 200: changedAnswer(domainSchema, 'The verified domain') },
	refusals: ['domain_not_proven', 'domain_taken'],
});
