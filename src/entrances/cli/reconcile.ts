import {
	type Difference,
	NOTES,
	type Page,
	STEPS,
} from '../../administration/privacy/reconciliation/rules.ts';
import { exitCodeOf, Service } from './copies/service.ts';
import { misused, optionsOf } from './options.ts';

const USAGE = `Usage: npm run reconcile -- [--repair] [--since <time to which D1 was restored>] [--url http://localhost:8787]
The environment variable OPERATOR_KEY has the operator's key. Without --repair, the command only lists.
Ends with 0 when D1 and R2 agree, 1 when differences remain, and 2 when the comparison is not finished.`;

const { repair, since, url } = optionsOf(USAGE, {
	repair: { type: 'boolean', default: false },
	since: { type: 'string' },
	url: { type: 'string', default: 'http://localhost:8787' },
});
if (since !== undefined && Number.isNaN(Date.parse(since))) misused(USAGE);
process.exitCode = await exitCodeOf(() => reconcile(url, repair, since));

async function reconcile(url: string, repair: boolean, time: string | undefined): Promise<number> {
	const service = await Service.at(url);
	const since = time === undefined ? {} : { since: new Date(time).toISOString() };
	const all: Difference[] = [];
	for (const step of STEPS) {
		for (let after: string | null = ''; after !== null; ) {
			const page: Page = await service.post('/operator/reconciliation', { step, after, repair, ...since });
			for (const { kind, id, detail } of page.found) console.log(`${kind} ${id}: ${detail}`);
			all.push(...page.found);
			after = page.next;
		}
	}
	const differences = all.filter(({ kind }) => !NOTES.includes(kind));
	const left = differences.filter(({ isRepaired }) => !isRepaired);
	console.log(
		differences.length === 0
			? 'D1 and R2 agree.'
			: `${differences.length} differences, ${differences.length - left.length} repaired, ${left.length} left.`,
	);
	if (left.length > 0 && !repair) console.log('Repair them with: npm run reconcile -- --repair');
	return left.length === 0 ? 0 : 1;
}
