import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { PARTS } from '../../../src/foundation/cells/move/belonging.ts';
import { tablesWhere } from '../../../src/foundation/core/tables.ts';
import { SHARED } from '../../../src/tenants/hosting/disaster-recovery/store.ts';
import { tableNames } from '../../harness/storage.ts';

beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

test('every table is in the backup of a company, in that of the service, or left out for a reason', async () => {
	const saved = new Set([...PARTS, ...SHARED].map(({ table }) => table));
	const missing = (await tableNames(env.DB)).filter((table) => !saved.has(table));
	// Counts that begin again, moves, and the service’s own notes about backups.
	expect(missing.sort()).toEqual(tablesWhere(({ isUnsaved }) => isUnsaved).sort());
});
