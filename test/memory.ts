import { existsSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** A container often has 64 MB there, which the databases of a run and the profile of a browser exceed. */
const NEEDED_BYTES = 2_000_000_000;

/** Puts temporary files into memory where the machine has room for them. On a disk, each write of a test waits for the disk. */
export function keepFilesInMemory(): void {
	if (!existsSync(MEMORY)) return;
	const { bavail, bsize } = statfsSync(MEMORY);
	if (bavail * bsize >= NEEDED_BYTES) process.env.TMPDIR = MEMORY;
}
