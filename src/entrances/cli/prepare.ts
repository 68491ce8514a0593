import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultsBesideSecrets } from '../../foundation/core/settings.ts';
import { bundle, bundled } from './bundle.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, hasDemo, seedDemo } from './demo.ts';
import type { ReadPicture } from './demo-receipts.ts';
import { ensureSettings, forgetRequests, variables, withLocalState } from './local-state.ts';
import { migrate } from './migrate.ts';
import { requireWritable, stateDir } from './state-folder.ts';
import { Stop } from './stop.ts';

/** Makes what a local run needs, where it is missing: a signing secret, the present schema and, once, demo data. */
export async function prepareLocalState(tell: (step: string) => void): Promise<void> {
	requireWritable();
	requireSettings();
	ensureSettings();
	forgetRequests();
	const isInCells = wantsCells();
	if (isInCells) await bundle(Date.now());
	await withLocalState(
		async (bindings) => {
			const applied = await migrate(bindings.DB);
			if (applied.length > 0) tell(`migrated the database in ${stateDir()}`);
			if (!hasDemo()) return;
			const isNew = await seedDemo(bindings, Date.now(), readPicture, isInCells);
			if (isNew) tell('put demo data there');
		},
		isInCells ? bundled() : undefined,
	);
}

/** True when the demo companies get cells, to try them: `DEMO_COMPANIES=CELL`. With `NONE`, there is no demo data. */
export const wantsCells = (): boolean => process.env.DEMO_COMPANIES === 'CELL';

const readPicture: ReadPicture = (picture) =>
	new Uint8Array(readFileSync(join(import.meta.dirname, 'receipts', `${picture}.webp`)));

export const demoAccounts = (): string =>
	hasDemo()
		? [
				`Demo accounts, password ${DEMO_PASSWORD}:`,
				...DEMO_ACCOUNTS.map(
					({ email, role, company }) =>
						`  ${email.padEnd(26)}${role.padEnd(24)}${company ?? 'all companies'}`,
				),
			].join('\n')
		: 'No demo data was added, because DEMO_COMPANIES is NONE.';

/** Checks the settings first, because the Worker would later refuse to serve or to send mail with a mistyped one. */
function requireSettings(): void {
	// The secrets of a local run are created afterwards.
	const [fault] = faultsBesideSecrets(variables(), true);
	if (fault !== undefined) throw new Stop(fault);
}
