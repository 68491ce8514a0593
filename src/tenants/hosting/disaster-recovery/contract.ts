import { z } from '@hono/zod-openapi';
import { checked } from '../../../foundation/http/operator.ts';
import { MAX_NOTED, OBJECT_KEY, SERVICE } from './rules.ts';

const text = z.string().min(1).max(1000);
const date = z.iso.datetime();
/** A company, or the rows of D1 that belong to no company. */
const companyId = z.union([z.uuid(), z.literal(SERVICE)]);

export const backUpBody = z.strictObject({ companyId });

export const beginBody = z.strictObject({
	format: z.int(),
	schema: text,
	proof: text.nullable(),
	date: date.nullable(),
	/** Set for the backup of a single company. */
	company: z.strictObject({ companyId: z.uuid(), date }).nullable(),
});

/** A step of the restore of rows in D1. It continues after the first `from` rows or files. */
export const stepBody = z.strictObject({
	step: z.enum(['rows', 'comparison', 'files']),
	companyId,
	date,
	from: z.int().min(0),
});

export const erasuresBody = z.strictObject({
	erased: z.array(z.tuple([z.uuid().nullable(), z.uuid()])).max(MAX_NOTED),
});

export const cellBody = z.strictObject({ companyId: z.uuid(), date });

export const reportBody = z.strictObject({ companyId, date });

const OBJECTS = '/operator/objects/';
const objectKey = z.string().max(1024).regex(OBJECT_KEY);

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const partNumber = z.int().min(1).max(10_000);
const upload = z.strictObject({ key: objectKey, uploadId: text });

export const beginUploadBody = z.strictObject({ key: objectKey, type: text });

export const completeUploadBody = upload.extend({
	parts: z
		.array(z.strictObject({ partNumber, etag: text }))
		.min(1)
		.max(1000),
	sha256: hash,
});

const partQuery = upload.extend({ partNumber: z.coerce.number().pipe(partNumber) });

export const partIn = (query: Record<string, string>): z.infer<typeof partQuery> =>
	checked(partQuery, query, '#/query');

export const keyIn = (path: string): string => checked(objectKey, path.slice(OBJECTS.length), '#/path/key');

export const hashIn = (header: string | undefined): string => checked(hash, header, '#/header/X-Sha256');
