import { cpSync } from 'node:fs';
import { compare, type Side } from './load.ts';
import { bundle, withRuntime } from './runtime.ts';
import { median, printTable } from './table.ts';
import { ROUTES, withPeople } from './throughput.ts';

const GOAL_PERCENT = 2;
const PRODUCT = 'src/index.ts';

const SIDES = {
	without: { LOG_SAMPLE: 'off' },
	with: { OPERATOR_KEY: 'the-operator-of-the-benchmark-has-this-key' },
};

/** Compares the processor time of requests that are logged and counted with that of requests that are not. */
export async function measureMonitoring(effort: { rounds: number; seconds: number }): Promise<void> {
	const { origin, senders } = await withPeople();
	await bundle(PRODUCT);
	const run = <T>(name: keyof typeof SIDES, work: (side: Side) => Promise<T>): Promise<T> => {
		const state = `${origin}-${name}`;
		cpSync(origin, state, { recursive: true });
		return withRuntime(({ url, cpuMs }) => work({ name, url, cpuMs }), {
			entry: PRODUCT,
			state,
			settings: SIDES[name],
		});
	};
	const rows = await run('without', (without) =>
		run('with', async (counted) => {
			const found: (string | number)[][] = [];
			for (const { name, route } of ROUTES) {
				const sides = [without, counted].map((side) => ({ ...side, route }));
				const [bare, full] = await compare(sides, senders, effort);
				const shares = (full?.cpu ?? []).map((cpu, round) => 100 * (cpu / (bare?.cpu[round] ?? 0) - 1));
				const more = median(shares);
				found.push([
					name,
					Math.round(median(bare?.cpu ?? [])),
					Math.round(median(full?.cpu ?? [])),
					`${more.toFixed(1)} %`,
					more < GOAL_PERCENT ? 'ok' : 'missed',
				]);
			}
			return found;
		}),
	);
	printTable(
		'Monitoring: processor time with the log and the counts of requests',
		['route', 'CPU µs without', 'CPU µs with', 'more', `below ${GOAL_PERCENT} %`],
		rows,
	);
}
