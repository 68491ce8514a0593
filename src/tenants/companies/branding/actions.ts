import { createHash } from 'node:crypto';
import { aboutCompany, alteration } from '../../../foundation/core/history.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import type { Statement } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { type Company, loadCompany, saveCompany } from '../store.ts';
import { tellCompany } from '../table.ts';
import { type LogoFile, logoTypeOf } from './rules.ts';
import { deleteLogo, logoInScope, saveLogo } from './store.ts';

export async function setLogo(call: Call, companyId: string, bytes: Uint8Array): Promise<Outcome<LogoFile>> {
	const scope = authorize(call.actor, 'setLogo');
	const mediaType = logoTypeOf(bytes);
	if (mediaType === null) {
		throw new Refusal('unsupported_media_type', 'A logo must be a PNG or WebP file.');
	}
	const [company] = await loadCompany(call, scope, companyId, []);
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const content = Buffer.from(bytes).toString('base64');
	return {
		before: null,
		after: { mediaType, size: bytes.length, sha256 },
		...changeOf(call, company, sha256, saveLogo(call.db, { companyId, mediaType, content })),
	};
}

export async function removeLogo(call: Call, companyId: string): Promise<Outcome<null>> {
	const scope = authorize(call.actor, 'removeLogo');
	const [company] = await loadCompany(call, scope, companyId, []);
	return { before: null, after: null, ...changeOf(call, company, null, deleteLogo(call.db, companyId)) };
}

function changeOf({ db, now }: Call, before: Company, logo: string | null, stored: Statement) {
	if (before.logo === logo) return { statements: [], changes: [] };
	const after = { ...before, logo, dateModified: now, revision: before.revision + 1 };
	return {
		statements: [stored, saveCompany(db, after)],
		changes: alteration('company.updated', aboutCompany(before.id), tellCompany(before), tellCompany(after)),
	};
}

export async function readLogo(call: Call, companyId: string) {
	const scope = authorize(call.actor, 'readLogo');
	const { mediaType, content, logo } = await load(
		call,
		[logoInScope(call.db, scope, companyId)],
		([[found]]) => requireFound(found, 'logo'),
	);
	return { mediaType, logo, content: Uint8Array.from(Buffer.from(content, 'base64')) };
}
