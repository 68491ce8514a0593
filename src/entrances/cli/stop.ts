/** A reason to stop that is printed as one sentence, without a stack. */
export class Stop extends Error {}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
