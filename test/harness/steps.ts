import { env } from 'cloudflare:workers';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { databaseOver } from './database.ts';

const LOST = 'Network connection lost.';
const OVERLOADED = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.';

/**
 * One fault of an enumeration over the round trips of a write to two databases, read as "at the `step`-th round trip …":
 * - `before`: it fails, and takes no effect; `after`: it fails, and takes effect;
 * - `lost`: it takes effect and its response is lost, so that it is sent again at once;
 * - `late`: it fails, and arrives only when `arrive` is called; `delayed`: so, but it is sent again at once;
 * - `dead`: it takes effect, and nothing of the request happens any more; `gone`: the same, but it takes no effect.
 */
export interface StepFault {
	step: number;
	kind: (typeof STEP_FAULTS)[number];
}

export const STEP_FAULTS = ['before', 'after', 'lost', 'late', 'delayed', 'dead', 'gone'] as const;

/** The real databases with one fault or none. `steps` names the round trips; `arrive` delivers what is late. */
export function stepping(fault: StepFault | null) {
	const steps: string[] = [];
	let late: (() => Promise<unknown>) | undefined;
	const asked = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
		const step = steps.push(name);
		const isDead = (fault?.kind === 'dead' || fault?.kind === 'gone') && step > fault.step;
		if (isDead) throw new Error(OVERLOADED);
		if (step !== fault?.step) return run();
		const error = new Error(fault.kind === 'lost' || fault.kind === 'delayed' ? LOST : OVERLOADED);
		if (fault.kind === 'late' || fault.kind === 'delayed') late = run;
		else if (fault.kind !== 'before' && fault.kind !== 'gone') await run();
		throw error;
	};
	return { bindings: bothOver(asked), steps, arrive: async () => void (await late?.().catch(() => {})) };
}

type Asked = <T>(name: 'D1' | 'cell', run: () => Promise<T>) => Promise<T>;

/** The real databases, with every round trip through `asked`. */
export function bothOver(asked: Asked): Bindings {
	const CELLS = {
		idFromName: (name: string) => env.CELLS.idFromName(name),
		get: (id: DurableObjectId) => ({
			clear: () => asked('cell', () => env.CELLS.get(id).clear()),
			batch: (...given: Parameters<ReturnType<typeof env.CELLS.get>['batch']>) =>
				asked('cell', async () => env.CELLS.get(id).batch(...given)),
		}),
	} as unknown as typeof env.CELLS;
	return { ...env, DB: databaseOver((statements) => asked('D1', () => env.DB.batch(statements))), CELLS };
}
