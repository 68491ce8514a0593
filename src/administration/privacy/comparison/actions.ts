import { askInTurns } from '../../../foundation/cells/guests.ts';
import { type CellBindings, databaseOf } from '../../../foundation/cells/places.ts';
import { cellsAfter } from '../../../foundation/cells/whereabouts.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { describeFile } from '../../../tenants/history/archive/remote.ts';
import { beginFile, replaceFile } from '../../../tenants/history/archive/store.ts';
import { listed } from '../../../tenants/hosting/backups/remote.ts';
import { copyKey } from '../../../tenants/hosting/backups/rules.ts';
import type { Env } from '../../../tenants/hosting/disaster-recovery/actions.ts';
import { withBackups } from '../../../tenants/hosting/disaster-recovery/actions.ts';
import { putBack, setAside } from '../reconciliation/remote.ts';
import { type Difference, orphanKey, type Page } from '../reconciliation/rules.ts';
import {
	archivesAfter,
	knownFiles,
	knownReceipts,
	placesOfCompanies,
	receiptsBetween,
} from '../reconciliation/store.ts';

export interface Comparison {
	env: Env;
	now: Instant;
	isRepair: boolean;
	/** The key after which the page begins; empty for the first page. */
	after: string;
}

const MAX_ROWS = 2000;
const LAST = '\u{10ffff}';

/** Compares a page of receipts in R2 with the rows of D1. Receipts without a row there are looked up in all cells. */
export async function compareReceipts({ env, now, isRepair, after }: Comparison): Promise<Page> {
	const { BACKUPS, RECEIPTS } = withBackups(env);
	const d1 = databaseOf(env, null);
	const objects = await pageOf(RECEIPTS, after);
	const last = objects.length === 0 ? LAST : (objects.at(-1) ?? LAST);
	const [rows] = await batch(d1, [receiptsBetween(d1, after, last, MAX_ROWS)]);
	const isCut = rows.length === MAX_ROWS;
	const until = isCut ? (rows.at(-1)?.id ?? last) : last;
	const keys = objects.filter((key) => key <= until);
	const inR2 = new Set(keys);
	const found: Difference[] = [];
	for (const { id, companyId, sha256, isThere } of rows) {
		if (!isThere || inR2.has(id)) continue;
		const copies = [copyKey(companyId, { bucket: 'RECEIPTS', key: id }), orphanKey('RECEIPTS', id)];
		const isBack = isRepair && (await putBack(BACKUPS, copies, RECEIPTS, id, sha256));
		const advice = isRepair ? 'There is no copy in BACKUPS.' : 'Its row is in D1, but its file is not in R2.';
		found.push({ kind: 'RECEIPT_MISSING', id, isRepaired: isBack, detail: isBack ? PUT_BACK : advice });
	}
	const inD1 = new Set(rows.map(({ id }) => id));
	const strangers = keys.filter((key) => !inD1.has(key));
	const known = await knownInCells(env, (db, ids) => batch(db, [knownReceipts(db, ids)]), strangers);
	for (const key of strangers.filter((one) => known !== null && !known.has(one)))
		found.push({
			kind: 'RECEIPT_WITHOUT_ROW',
			id: key,
			...(await settled({ env, now, isRepair, after }, ['RECEIPTS', RECEIPTS], key)),
		});
	if (known === null && strangers.length > 0)
		found.push({
			kind: 'RECEIPT_WITHOUT_ROW',
			id: `${strangers.length} receipts from ${strangers[0]} on`,
			isRepaired: false,
			detail: 'A cell did not answer, so nobody knows whether they are needed. Run the command again.',
		});
	return { found, next: isCut || objects.length > 0 ? until : null };
}

const PUT_BACK = 'Put back from the copy in BACKUPS.';

async function pageOf(bucket: R2Bucket, after: string): Promise<string[]> {
	for await (const objects of listed(bucket, '', after)) return objects.map(({ key }) => key);
	return [];
}

/** Returns the keys that cells know; null if a cell did not respond. */
async function knownInCells(
	env: CellBindings,
	ask: (db: Db, keys: readonly string[]) => Promise<[{ key: string }[]]>,
	keys: readonly string[],
): Promise<Set<string> | null> {
	const known = new Set<string>();
	const d1 = databaseOf(env, null);
	for (let after = ''; keys.length > 0; ) {
		const [cells] = await batch(d1, [cellsAfter(d1, after, MAX_ROWS)]);
		const names = cells.map(({ cell }) => cell);
		for await (const { answer } of askInTurns(names, [], (cell) => ask(databaseOf(env, cell), keys))) {
			if (answer === undefined) return null;
			for (const { key } of answer[0]) known.add(key);
		}
		if (names.length < MAX_ROWS) break;
		after = names.at(-1) ?? '';
	}
	return known;
}

/** Moves an object without a row in any database aside, unless a cell may still report its row. */
async function settled(
	{ env, now, isRepair }: Comparison,
	bucket: readonly [string, R2Bucket],
	key: string,
): Promise<Pick<Difference, 'isRepaired' | 'detail'>> {
	if (!isRepair) return { isRepaired: false, detail: 'No database has its row.' };
	const isGone = await setAside(withBackups(env).BACKUPS, bucket, key, now);
	const detail = isGone
		? `Deleted. Its copy is ${orphanKey(bucket[0], key)} in BACKUPS.`
		: 'Copied into BACKUPS. A cell that D1 does not know may need it, so repair again in 2 days.';
	return { isRepaired: isGone, detail };
}

const ARCHIVES = 100;

export async function compareArchives({ env, now, isRepair, after }: Comparison): Promise<Page> {
	const { BACKUPS, HISTORY } = withBackups(env);
	const d1 = databaseOf(env, null);
	const [rows] = await batch(d1, [archivesAfter(d1, Number(after), ARCHIVES)]);
	const found: Difference[] = [];
	for (const row of rows) {
		const { key, sha256 } = row;
		if ((await HISTORY.head(key)) !== null) continue;
		let detail = isRepair ? 'There is no copy in BACKUPS.' : 'Its row is in D1, but the file is not in R2.';
		let isRepaired = false;
		if (isRepair) {
			const [company = ''] = key.split('/');
			const rewritten = row.isDue ? await rewrittenFile(d1, HISTORY, row) : null;
			const copies = [
				copyKey(company, { bucket: 'HISTORY', key }),
				copyKey('service', { bucket: 'HISTORY', key }),
			];
			if (rewritten !== null) {
				const { firstPosition, lastPosition, month, id } = row;
				const archive = { id, key, sha256, month, firstPosition, lastPosition, due: [] };
				const [one, ...more] = [
					beginFile(d1, rewritten.key, now),
					...replaceFile(d1, archive, rewritten, now),
				];
				if (one !== undefined) await batch(d1, [one, ...more]);
				[isRepaired, detail] = [true, `An erasure had replaced it by ${rewritten.key}.`];
			} else if (await putBack(BACKUPS, copies, HISTORY, key, sha256))
				[isRepaired, detail] = [true, PUT_BACK];
		}
		found.push({ kind: 'FILE_MISSING', id: key, isRepaired, detail });
	}
	return { found, next: rows.length < ARCHIVES ? null : String(rows.at(-1)?.id ?? 0) };
}

/** Returns the file that an erasure wrote after the restored time, with the same events, but without the erased values. */
async function rewrittenFile(
	d1: Db,
	bucket: R2Bucket,
	{ key, firstId, lastId, count }: { key: string; firstId: string; lastId: string; count: number },
): Promise<{ key: string; sha256: string } | null> {
	for await (const objects of listed(bucket, key.replace(/[^/]+$/, ''))) {
		const keys = objects.map((one) => one.key);
		const [known] = await batch(d1, [knownFiles(d1, keys)]);
		const rows = new Set(known.map((one) => one.key));
		for (const one of keys.filter((other) => !rows.has(other))) {
			const file = await describeFile(bucket, one);
			if (file?.firstId === firstId && file.lastId === lastId && file.count === count)
				return { key: one, sha256: file.sha256 };
		}
	}
	return null;
}

export async function compareFiles(comparison: Comparison): Promise<Page> {
	const { env, after } = comparison;
	const { HISTORY } = env;
	const d1 = databaseOf(env, null);
	const keys = await pageOf(HISTORY, after);
	const found: Difference[] = [];
	const byCompany = Map.groupBy(keys, (key) => key.split('/')[0] ?? '');
	const [places] = await batch(d1, [placesOfCompanies(d1, [...byCompany.keys()])]);
	for (const [company, own] of byCompany) {
		const place = company === 'platform' ? { cell: null } : places.find((one) => one.companyId === company);
		// The step for companies reports those that D1 does not know.
		if (place === undefined) continue;
		const db = databaseOf(env, place.cell);
		const [known] = await batch(db, [knownFiles(db, own)]);
		const rows = new Set(known.map(({ key }) => key));
		for (const key of own.filter((one) => !rows.has(one)))
			found.push({
				kind: 'FILE_WITHOUT_ROW',
				id: key,
				...(await settled(comparison, ['HISTORY', HISTORY], key)),
			});
	}
	return { found, next: keys.at(-1) ?? null };
}
