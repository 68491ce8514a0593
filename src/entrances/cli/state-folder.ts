import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Stop } from './stop.ts';

/** The folder of the local database and files: `STATE_DIR`, or wrangler's own folder when that is unset. */
export const stateDir = (): string => resolve(process.env.STATE_DIR ?? '.wrangler/state');

export function requireWritable(): void {
	try {
		mkdirSync(stateDir(), { recursive: true });
		accessSync(stateDir(), constants.W_OK);
		accessSync('.', constants.W_OK);
	} catch {
		throw new Stop(
			`Zubrot cannot write to ${stateDir()}. Make it writable, or choose another folder with STATE_DIR.`,
		);
	}
}

const HOLDER = 'server.pid';
/** The programs that hold the state, as their commands name them: `npm start` and `npm run dev`. */
const SERVERS = /entrances\/cli\/start\.ts|wrangler/;

/** Returns the process that serves from the local state; null if none is alive. */
export function holderOfState(): number | null {
	const file = join(stateDir(), HOLDER);
	const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
	return pid > 0 && pid !== process.pid && isServer(pid) ? pid : null;
}

export const stateIsHeld = (holder: number): Stop =>
	new Stop(
		`Process ${holder} serves from ${stateDir()} already. Stop it, or choose another folder with STATE_DIR.`,
	);

export function holdState(pid: number): void {
	mkdirSync(stateDir(), { recursive: true });
	writeFileSync(join(stateDir(), HOLDER), String(pid));
}

export const releaseState = (): void => rmSync(join(stateDir(), HOLDER), { force: true });

/** True when the process is a server of ours. After a kill or a restart, another program may have the number. */
function isServer(pid: number): boolean {
	const asked = spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' });
	// Small images lack `ps`; Linux tells the same in a file.
	const told = asked.error === undefined ? asked.stdout : readIfPresent(`/proc/${pid}/cmdline`);
	return SERVERS.test(told);
}

const readIfPresent = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
