import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { running, startConsole } from './browser.ts';
import { hasBrowser } from './service.ts';

// All these tests are in one file, because the tests of a file share a service and a browser.
const JOURNEYS = globSync('*.ts', { cwd: join(import.meta.dirname, 'journeys') }).sort();

describe.skipIf(!hasBrowser)('in a browser', () => {
	beforeAll(async () => {
		Object.assign(running, await startConsole());
	}, 240_000);
	afterAll(() => running.stop?.());

	/** Each journey finds the demo data untouched, whatever the journeys before it have changed. */
	describe.each(JOURNEYS.map((file) => basename(file, '.ts')))('%s', async (name) => {
		beforeAll(() => running.restore());
		await import(`./journeys/${name}.ts`);
	});
});
