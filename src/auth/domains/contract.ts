import { createRoute, z } from '@hono/zod-openapi';
import { toIsoOrNull } from '../../core/instant.ts';
import { changedAnswer } from '../../http/contract.ts';
import { pathId } from '../../http/fields.ts';
import { writeHeaders } from '../../http/headers.ts';
import { writing } from '../../http/problem.ts';
import { wireId, wireInstant, wireText } from '../../http/wire.ts';
import { MAX_DOMAIN_LENGTH, recordOf } from './rules.ts';
import type { CompanyDomain } from './store.ts';

export const domainSchema = z
	.strictObject({
		id: wireId(),
		domain: wireText('demo.example'),
		dateVerified: wireInstant('2026-01-05T08:00:00.000Z').nullable(),
		dateMissing: wireInstant('2026-01-05T08:00:00.000Z').nullable().openapi({
			description:
				'Since when the record of a proven domain has been missing; after 7 days it is proven no longer',
		}),
		record: z
			.strictObject({
				name: wireText('_zubrot-challenge.demo.example'),
				value: wireText('zubrot=01890a5d-ac96-774b-bcce-b302099a8057'),
			})
			.openapi('DnsRecord', { description: 'The TXT record that proves the domain' }),
	})
	.openapi('CompanyDomain');

export const domainToWire = (domain: CompanyDomain): z.infer<typeof domainSchema> => ({
	id: domain.id,
	domain: domain.domain,
	dateVerified: toIsoOrNull(domain.dateVerified),
	dateMissing: toIsoOrNull(domain.dateMissing),
	record: recordOf(domain),
});

const params = z.object({
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

export const verifyDomainRoute = createRoute({
	method: 'post',
	path: '/companies/{companyId}/single-sign-on/domains/{domainName}/verification',
	operationId: 'verifyDomain',
	tags: ['Companies', 'Extension'],
	summary: 'Prove an e-mail domain',
	description: `Looks for the TXT record of the domain. A domain belongs to one company. The cron looks again every day: when
the record has been missing for 7 days, the domain is proven no longer.`,
	parameters: writeHeaders,
	request: { params },
	responses: {
		200: changedAnswer(domainSchema, 'The proven domain'),
		...writing('not_found', 'domain_not_proven', 'domain_taken'),
	},
});
