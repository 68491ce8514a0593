import { structureOf } from '../../../foundation/cells/move/pages.ts';
import { findableIn } from '../../../foundation/cells/move/switch.ts';
import { databaseOf } from '../../../foundation/cells/places.ts';
import { COMMAND_LINE } from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch } from '../../../foundation/db/database.ts';
import { listBackups } from '../../../tenants/hosting/backups/remote.ts';
import { withBackups } from '../../../tenants/hosting/disaster-recovery/actions.ts';
import { repairCell } from '../../../tenants/hosting/repair/actions.ts';
import {
	cellsBehind,
	doubtGrants,
	raiseAnnouncements,
	raiseLastEvent,
} from '../../../tenants/hosting/repair/store.ts';
import { type Comparison, compareArchives, compareFiles, compareReceipts } from '../comparison/actions.ts';
import {
	eraseReturned,
	forgetRestore,
	MAX_ERASED,
	restoredTime,
	returnedPeople,
} from '../restore-detection/actions.ts';
import { type Difference, type Page, type Step, timeOf } from './rules.ts';
import { placesOfCompanies, strayAddresses } from './store.ts';

type Work = (comparison: Comparison, since: Instant | undefined) => Promise<Page>;

const whole = (found: Difference[]): Page => ({ found, next: null });

const FAILED =
	'This person was to be erased, and was changed later. Erase the person in the console, unless that is no longer wanted.';

/** Erases returned people again. This step is first, because everybody can read their data until then. */
const compareErasures: Work = async ({ env, now, isRepair }, since) => {
	const { back, changed } = isRepair
		? await eraseReturned(env, COMMAND_LINE, now, since)
		: await returnedPeople(env, since);
	const detail = isRepair ? 'Erased again.' : 'This person was erased, and is back in D1.';
	const found = back.map(
		(id): Difference => ({ kind: 'ERASED_PERSON_BACK', id, isRepaired: isRepair, detail }),
	);
	if (isRepair && found.length === MAX_ERASED) return { found, next: 'again' };
	const failed = changed.map(
		(id): Difference => ({ kind: 'ERASURE_FAILED', id, isRepaired: false, detail: FAILED }),
	);
	return whole([...found, ...failed]);
};

const CELLS = 20;

const compareCells: Work = async ({ env, now, isRepair, after }) => {
	const d1 = databaseOf(env, null);
	const [cells] = await batch(d1, [cellsBehind(d1, after, CELLS)]);
	const found: Difference[] = [];
	for (const { cell } of cells) {
		const own = await findableIn(databaseOf(env, cell).$client, cell).catch(() => null);
		const addresses = own?.addresses.map(([address]) => address) ?? [];
		const [stray] = own === null ? [[{}]] : await batch(d1, [strayAddresses(d1, cell, addresses)]);
		if (stray.length === 0) continue;
		const repaired = isRepair ? await repairCell(env, cell, now) : null;
		const isRepaired = repaired?.result === 'REPAIRED' && repaired.conflicts.length === 0;
		const conflicts = repaired?.conflicts.join(', ') ?? '';
		const detail = isRepaired
			? 'The directory was repaired.'
			: conflicts !== ''
				? `Somebody else has these addresses now: ${conflicts}`
				: repaired !== null || own === null
					? `The cell was not repaired (${repaired?.result ?? 'UNREACHABLE'}).`
					: 'D1 does not know all addresses of this cell.';
		found.push({ kind: 'CELL_DIFFERS', id: cell, isRepaired, detail });
	}
	return { found, next: cells.length < CELLS ? null : (cells.at(-1)?.companyId ?? null) };
};

const COMPANY = /^[0-9a-f-]{36}\/$/;

/** Lists companies with backups that D1 does not know, and backups that are newer than a restored D1. */
const compareCompanies: Work = async ({ env, after }, since) => {
	const { BACKUPS } = withBackups(env);
	const d1 = databaseOf(env, null);
	const page = await BACKUPS.list({ delimiter: '/', ...(after !== '' && { cursor: after }) });
	const ids = page.delimitedPrefixes.filter((one) => COMPANY.test(one)).map((one) => one.slice(0, -1));
	const [places] = await batch(d1, [placesOfCompanies(d1, ids)]);
	const found: Difference[] = [];
	for (const id of ids) {
		const place = places.find(({ companyId }) => companyId === id);
		if (place !== undefined && (since === undefined || place.cell !== null)) continue;
		const { backups } = await listBackups(BACKUPS, id);
		const last = backups.at(-1)?.date;
		if (last === undefined) continue;
		if (place === undefined)
			found.push({
				kind: 'COMPANY_UNKNOWN',
				id,
				isRepaired: false,
				detail: `D1 does not know this company. Its last backup is of ${toIso(last)}. If it has a cell, the cell reports within a day. Otherwise you can restore it.`,
			});
		else if (since !== undefined && last > since)
			found.push({
				kind: 'NEWER_BACKUP',
				id,
				isRepaired: false,
				detail: `Its backup of ${toIso(last)} is newer than the restored D1. Restore the company from it to get later changes back.`,
			});
	}
	return { found, next: page.truncated ? page.cursor : null };
};

/** Raises the numbers of events and announcements above those that followers have seen. This is the last step of a reconciliation. */
const compareNumbers: Work = async ({ env, now, isRepair }, since) => {
	if (since === undefined) return whole([]);
	if (isRepair) {
		const d1 = databaseOf(env, null);
		const structure = await structureOf(d1.$client);
		await commit(d1, [
			...raiseAnnouncements(d1, since),
			doubtGrants(d1, now),
			...raiseLastEvent(d1, structure),
		]);
		await forgetRestore(env);
	}
	const to = `D1 was restored to ${timeOf(since)}.`;
	const detail = isRepair
		? `${to} The numbers of events and announcements are above all earlier ones.`
		: `${to} Followers may miss events.`;
	return whole([{ kind: 'NUMBERS_BEHIND', id: 'D1', isRepaired: isRepair, detail }]);
};

const STEPS: Record<Step, Work> = {
	erasures: compareErasures,
	cells: compareCells,
	receipts: compareReceipts,
	archives: compareArchives,
	files: compareFiles,
	companies: compareCompanies,
	numbers: compareNumbers,
};

/** Runs a page of a step: compares, and with `isRepair` repairs the differences. `since` is the time to which D1 was restored. */
export async function reconcile(
	comparison: Comparison,
	step: Step,
	since: Instant | undefined,
): Promise<Page> {
	withBackups(comparison.env);
	return STEPS[step](comparison, since ?? (await restoredTime(comparison.env)) ?? undefined);
}
