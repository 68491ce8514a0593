import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { hasBrowser, startService } from './service.ts';

/** Builds the service and makes a state with the demo data, of which each file of tests serves a copy. */
export default async function prepare({ provide }: TestProject) {
	if (!hasBrowser) return;
	const state = mkdtempSync(join(tmpdir(), 'zubrot-prepared-'));
	const service = await startService(state);
	await service.stop();
	provide('preparedState', state);
	return () => rmSync(state, { recursive: true, force: true });
}
