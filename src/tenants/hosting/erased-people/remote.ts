import type { Instant } from '../../../foundation/core/instant.ts';
import { listed } from '../backups/remote.ts';
import type { Erased } from '../backups/rules.ts';
import { SERVICE } from '../disaster-recovery/rules.ts';

const ERASED = 'erased/';
const erasedKey = (companyId: string | null, id = ''): string => `${ERASED}${companyId ?? SERVICE}/${id}`;

/**
 * Adds people to the list of erased ones, so that each restore of an older state erases them again. Null stands for users of no company. The
 * list has only ids, and is kept as long as backups may exist anywhere. A listed person counts as erased, even if the erasure then fails.
 */
export async function noteErased(
	bucket: R2Bucket | undefined,
	companyId: string | null,
	ids: readonly string[],
): Promise<void> {
	for (const id of ids) await bucket?.put(erasedKey(companyId, id), '');
}

/**
 * Lists all people who were ever erased, in pages: those of a company, or without `companyId` those of all companies and of none. The third
 * value is the time at which R2 got the entry.
 */
export async function* erasedPages(
	bucket: R2Bucket | undefined,
	companyId?: string | null,
): AsyncGenerator<[...Erased, Instant][]> {
	if (bucket === undefined) return;
	for await (const objects of listed(bucket, companyId === undefined ? ERASED : erasedKey(companyId))) {
		yield objects.map(({ key, uploaded }): [...Erased, Instant] => {
			const [, company = SERVICE, id = ''] = key.split('/');
			return [company === SERVICE ? null : company, id, uploaded.getTime()];
		});
	}
}

/** Returns the people of a company, and of no company, who were ever erased. */
export async function listErased(bucket: R2Bucket | undefined, companyId: string): Promise<string[]> {
	const ids: string[] = [];
	for (const company of [companyId, null])
		for await (const page of erasedPages(bucket, company)) ids.push(...page.map(([, id]) => id));
	return ids;
}
