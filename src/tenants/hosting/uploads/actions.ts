import { createHash } from 'node:crypto';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { notFound, Refusal } from '../../../foundation/core/refusals.ts';
import { type Env, withBackups } from '../disaster-recovery/actions.ts';

/** An object that is uploaded in parts, because Cloudflare limits the size of a request. */
export interface Upload {
	key: string;
	uploadId: string;
}

export async function beginUpload(env: Env, key: string, contentType: string, now: Instant): Promise<Upload> {
	const customMetadata = { copied: toIso(now) };
	const options = { httpMetadata: { contentType }, customMetadata };
	const { uploadId } = await withBackups(env).BACKUPS.createMultipartUpload(key, options);
	return { key, uploadId };
}

export const storePart = (
	env: Env,
	upload: Upload,
	partNumber: number,
	body: ReadableStream,
): Promise<R2UploadedPart> => ofUpload(() => resumed(env, upload).uploadPart(partNumber, body));

/** Joins the parts. R2 does not compare the hash of such an object, so the object is read once more. */
export async function completeUpload(
	env: Env,
	upload: Upload,
	parts: R2UploadedPart[],
	sha256: string,
): Promise<void> {
	await ofUpload(() => resumed(env, upload).complete(parts));
	const { BACKUPS } = withBackups(env);
	const object = await BACKUPS.get(upload.key);
	const hash = createHash('sha256');
	for await (const chunk of object?.body ?? []) hash.update(chunk);
	if (hash.digest('hex') === sha256) return;
	await BACKUPS.delete(upload.key);
	throw new Refusal('backup_damaged', `The object ${upload.key} has another hash.`);
}

const resumed = (env: Env, { key, uploadId }: Upload): R2MultipartUpload =>
	withBackups(env).BACKUPS.resumeMultipartUpload(key, uploadId);

/** Refuses an unknown upload. R2 deletes unfinished uploads after a week. */
async function ofUpload<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (/10024|does not exist/.test(String(error))) throw notFound('upload');
		if (/10025|could not be found|10048/.test(String(error)))
			throw new Refusal('backup_damaged', 'A part of the object is missing or has another length.');
		throw error;
	}
}
