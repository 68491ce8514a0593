import { z } from '@hono/zod-openapi';
import { changedAnswer, fileAnswer, filesOf, jsonAnswer } from '../../../foundation/http/contract.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { success, wireBy, wireFileSha256 } from '../../../foundation/http/wire.ts';
import { LOGO_TYPES, type LogoFile, MAX_LOGO_BYTES } from './rules.ts';

const files = filesOf(LOGO_TYPES, MAX_LOGO_BYTES);

const logoSchema = z
	.strictObject({
		mediaType: z.enum(LOGO_TYPES).openapi('LogoType', { example: 'image/png' }),
		size: integer(1, MAX_LOGO_BYTES).openapi({ description: 'In bytes', example: 4821 }),
		sha256: wireFileSha256,
	})
	.openapi('Logo');

export const logoToWire: (logo: LogoFile) => z.infer<typeof logoSchema> = wireBy(logoSchema);

const { list, write } = operations(['Companies', 'Extension']);
const path = '/companies/{companyId}/logo';

export const setLogoRoute = write.put('setLogo', path, {
	summary: 'Set the logo of a company',
	description: `The body is the file itself: a PNG or WebP (judged by its content) of at most 20 KiB. It replaces an earlier
logo. Pages of the console show it to the people of the company; mails do not.`,
	body: { required: true, content: files },
	responses: { 200: changedAnswer(logoSchema, 'The logo') },
	refusals: ['unsupported_media_type', 'body_too_large'],
});

export const readLogoRoute = list('readLogo', path, {
	summary: 'Download the logo of a company',
	description: 'Everyone who manages the company or works there may read it.',
	responses: { 200: fileAnswer(files) },
});

export const removeLogoRoute = write.delete('removeLogo', path, {
	summary: 'Remove the logo of a company',
	responses: { 200: jsonAnswer(success, 'The company has no logo') },
});
