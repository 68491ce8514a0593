import type { Column } from '../../../src/benefits/onboarding/file/rules.ts';
import { csvOf } from '../../../src/foundation/core/csv.ts';
import { countedClient } from './counted.ts';
import { withRuntime } from './runtime.ts';
import { MAIN_COMPANY, seededId, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';

const TITLES: Column[] = [
	...(['email', 'firstName', 'lastName', 'personnelNumber', 'groups', 'costCenter'] as const),
	...(['flexBudget', 'flexStartDate', 'goodiesBudget', 'goodiesStartDate'] as const),
];
const ROWS = 10_000;
/** The limits of a batch of D1. */
const AIM_SECONDS = 30;

/** Imports a whole company with both benefits: tried out, done, done again, and with one column changed. */
export const measureImport = (): Promise<void> =>
	withRuntime(async (runtime) => {
		await seedUpTo(runtime.bindings.DB, 1000);
		const companyId = seededId('company', MAIN_COMPANY);
		const send = await countedClient(runtime, companyId);
		const nextMonth = new Date(Date.now());
		nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1, 1);
		const startDate = nextMonth.toISOString().slice(0, 10);
		const fileOf = (costCenter: string) =>
			csvOf([
				TITLES,
				...Array.from({ length: ROWS }, (_, index) => [
					...[`import-${index}@bench.example`, 'Ada', `Lovelace ${index}`, `I${index}`, 'sales|support'],
					...[costCenter, 50, startDate, 50, startDate],
				]),
			]);
		const rows: (string | number)[][] = [];
		for (const [what, costCenter, query] of [
			['dry run of new employees', '4711', '?dryRun=true'],
			['new employees', '4711', ''],
			['the same file again', '4711', ''],
			['another cost center', '4712', ''],
		] as const) {
			const path = `/api/v2/companies/${companyId}/employees/import${query}`;
			const { counts, seconds, cpuSeconds, peakMb } = await send('POST', path, fileOf(costCenter));
			const { roundTrips, rowsRead, rowsWritten } = counts;
			rows.push([
				...[
					what,
					seconds.toFixed(1),
					cpuSeconds.toFixed(1),
					roundTrips,
					rowsRead,
					rowsWritten,
					peakMb.toFixed(0),
				],
				seconds < AIM_SECONDS ? 'ok' : 'MISSED',
			]);
		}
		printTable(
			`Import of a file of ${ROWS} employees with flex access and monthly budget`,
			['file', 'seconds', 'cpu', 'trips', 'rows read', 'rows written', 'peak MB', `aim ${AIM_SECONDS} s`],
			rows,
			['Each import is one batch. Memory is that of workerd as a whole, database included.'],
		);
	});
