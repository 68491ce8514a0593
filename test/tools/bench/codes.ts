import { type Curve, newTill } from '../../harness/tills.ts';
import { withRuntime } from './runtime.ts';
import { median, printTable } from './table.ts';
import { timed } from './timed.ts';

/** How often each code is read at once, so that the time of a request does not matter, and the aim in milliseconds. */
const CURVES: Record<Curve, { times: number; aimMs: number }> = {
	P256: { times: 2000, aimMs: 1 },
	P384: { times: 500, aimMs: 1 },
	brainpoolP256r1: { times: 200, aimMs: 25 },
	brainpoolP384r1: { times: 100, aimMs: 25 },
};
const ROUNDS = 5;
const FLOOR_TIMES = 2000;

/** Reads and verifies codes of tills. The floor is the platform's own verification of a signature of P-256, with the import of its key. */
export async function measureCodes(): Promise<void> {
	const rows = await withRuntime(async (runtime) => {
		const cpuMs = async (path: string, body: { times: number; code?: string }) => {
			const { cpuSeconds } = await timed(runtime, path, body);
			return (cpuSeconds * 1000) / body.times;
		};
		const found: (string | number)[][] = [];
		for (const [curve, { times, aimMs }] of Object.entries(CURVES)) {
			const code = newTill(curve as Curve)('12.34');
			const rounds: { ms: number; floor: number }[] = [];
			for (let round = 0; round <= ROUNDS; round++) {
				const floor = await cpuMs('/bare/signatures', { times: FLOOR_TIMES });
				const ms = await cpuMs('/bare/codes', { code, times });
				// The first round also loads and compiles the code.
				if (round > 0) rounds.push({ ms, floor });
			}
			const ms = median(rounds.map((round) => round.ms));
			const ratio = median(rounds.map((round) => round.ms / round.floor));
			found.push([curve, ms.toFixed(3), ratio.toFixed(1), aimMs, ms < aimMs ? 'ok' : 'MISSED']);
		}
		return found;
	});
	printTable(
		'Codes of receipts: processor time to read and verify one',
		['curve', 'CPU ms', 'to floor', 'aim ms', 'below'],
		rows,
		['The floor is one verification by WebCrypto over P-256, with the import of the key.'],
	);
}
