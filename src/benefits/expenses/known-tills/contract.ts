import { z } from '@hono/zod-openapi';
import { toIso } from '../../../foundation/core/instant.ts';
import { changedAnswer, jsonAnswer } from '../../../foundation/http/contract.ts';
import { orNull, text } from '../../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import {
	nullOr,
	success,
	wireBy,
	wireFileSha256,
	wireId,
	wireInstant,
	wireText,
} from '../../../foundation/http/wire.ts';
import { IMPORT_RESULTS, MAX_CERTIFICATES, MAX_IMPORT_LENGTH } from './rules.ts';
import type { Imported, KnownTill } from './store.ts';

/** A certificate of no real till. */
const EXAMPLE = `-----BEGIN CERTIFICATE-----
MIIBpjCCAUygAwIBAgIUQ38M3YsS1jjEp2zaKgaV9//QI5swCgYIKoZIzj0EAwIw
KjESMBAGA1UECgwJRGVtbyBHbWJIMRQwEgYDVQQDDAtLYXNzZSBQLTI1NjAeFw0y
NjExMjcwODMyMjJaFw0zNjExMjQwODMyMjJaMCoxEjAQBgNVBAoMCURlbW8gR21i
SDEUMBIGA1UEAwwLS2Fzc2UgUC0yNTYwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AAQvYTxreJvs2L8kPBufO4V+CiWUb09mgD1ch3xb2cTtcsXOHwbyKa4cXKp/esci
FGSV0MqaTkB5H0mnbZnBXGY2o1AwTjAdBgNVHQ4EFgQUsptkttxv2SxSgDgM8oS1
Lo3ejZYwHwYDVR0jBBgwFoAUsptkttxv2SxSgDgM8oS1Lo3ejZYwDAYDVR0TAQH/
BAIwADAKBggqhkjOPQQDAgNIADBFAiEAldFqbCyLrqvKtiL3RKBRc9a7fF/jVg9t
BtOR74+pnmYCID+9xrSzc3ZP3KOFNSUac9odgGQf98CwaT791tfw02gB
-----END CERTIFICATE-----`;
const EXAMPLE_NAME = 'Canteen north, till 2';

const importBody = z
	.strictObject({
		certificates: text(EXAMPLE, MAX_IMPORT_LENGTH).openapi({
			description: `Up to ${MAX_CERTIFICATES} certificates in PEM, with or without text between them. Or one certificate in DER, as Base64`,
		}),
		name: orNull(text(EXAMPLE_NAME)).openapi({
			description: 'The name of these tills. The default is the common name of each certificate',
		}),
	})
	.openapi('KnownTillImport');

const tillSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z').openapi({ description: 'When it was imported' }),
		authorId: wireId().openapi({ description: 'The user who imported it' }),
		name: wireText(EXAMPLE_NAME),
		serialNumber: wireText('2EC55C6761FBCB26BEE5E62C2061DCCD39D076E9').openapi({
			description: 'Of the certificate, in hexadecimal digits',
		}),
		validFrom: wireInstant('2024-01-01T00:00:00.000Z'),
		validUntil: wireInstant('2031-12-31T23:59:59.000Z').openapi({
			description: 'The last second at which the till may sign',
		}),
		fingerprint: wireFileSha256.openapi({ description: 'The SHA-256 of the certificate' }),
	})
	.openapi('KnownTill');

export const tillToWire = wireBy(tillSchema, {
	validFrom: ({ validFrom }: KnownTill) => toIso(validFrom),
	validUntil: ({ validUntil }: KnownTill) => toIso(validUntil),
});

const importedSchema = z
	.strictObject({
		certificates: z
			.array(
				z
					.strictObject({
						result: z.enum(IMPORT_RESULTS).openapi('KnownTillResult', {
							description:
								'`ALREADY_KNOWN`: this certificate was imported before, and stays as it is. `AUTHORITY`: it belongs to who signs certificates, and is left out',
							example: 'IMPORTED',
						}),
						till: nullOr(tillSchema),
					})
					.openapi('ImportedCertificate'),
			)
			.max(MAX_CERTIFICATES)
			.openapi({ description: 'In the order of the request' }),
	})
	.openapi('KnownTillReport');

export const importedToWire = (found: readonly Imported[]): z.infer<typeof importedSchema> => ({
	certificates: found.map(({ result, till }) => ({ result, till: till && tillToWire(till) })),
});

const { list, write } = operations(['Flex', 'Extension']);
const path = '/flex/known-tills';

export const listKnownTillsRoute = list('listKnownTills', path, {
	summary: 'List the known tills',
	query: pageQuery,
	responses: { 200: listAnswer(tillSchema, 'The imported certificates, in the order of their import') },
});

export const importKnownTillsRoute = write.post('importKnownTills', path, {
	summary: 'Import certificates of tills',
	description: `A receipt has the verdict \`KNOWN_TILL\` if the certificate of its key was valid when it was signed. This holds for all
companies; those with a database of their own learn of it within an hour. All certificates are imported, or none. Expired ones are
permitted, because older receipts may need them. Nobody checks who has signed a certificate: make sure that it comes from your tills.`,
	body: importBody,
	responses: { 200: changedAnswer(importedSchema, 'The result for each certificate') },
});

export const removeKnownTillRoute = write.delete('removeKnownTill', `${path}/{tillId}`, {
	summary: 'Remove the certificate of a till',
	description:
		'Waiting receipts of this till are then judged without it. Earlier approvals stay. Import the certificate again to undo this.',
	responses: { 200: jsonAnswer(success, 'The certificate is removed') },
});
