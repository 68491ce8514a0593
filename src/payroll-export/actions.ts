import { authorize } from '../auth/policy.ts';
import { companyIdInScope } from '../companies/store.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import type { ExportFormat } from '../core/export-formats.ts';
import { toYearMonth } from '../core/instant.ts';
import type { Call } from '../db/call.ts';
import { batch, type Db } from '../db/client.ts';
import { csvHeader, csvRows } from '../payroll/rules.ts';
import type { PayrollTransaction } from '../payroll/store.ts';
import { linesPage, runOfCompany } from '../payroll-runs/store.ts';
import { noSettings, settingsOf } from '../payroll-settings/store.ts';
import { lodasFile, lugFile, obstaclesOf, toWindows1252 } from './rules.ts';

const PAGE_SIZE = 5000;

export interface ExportFile {
	name: string;
	mediaType: string;
	/** Text is encoded as UTF-8. */
	content: string | Uint8Array<ArrayBuffer>;
}

/** The file of a closed run for the payroll office: the same bytes every time. */
export async function exportPayrollRun(
	call: Call,
	companyId: string,
	runId: string,
	format: ExportFormat,
): Promise<ExportFile> {
	const { db } = call;
	const scope = authorize(call.actor, 'exportPayrollRun');
	const company = companyIdInScope(db, scope, companyId);
	const [[run], [settings = noSettings(companyId)]] = await batch(db, [
		runOfCompany(db, company, runId),
		settingsOf(db, company),
	]);
	if (run === undefined) throw notFound('payroll run');
	const lines = await linesOf(db, runId);
	const month = toYearMonth(run.month);
	if (format === 'csv') {
		const content = csvHeader() + csvRows(lines);
		return { name: `payroll_${month}.csv`, mediaType: 'text/csv; charset=utf-8', content };
	}
	const obstacles = obstaclesOf(lines, settings, format);
	if (obstacles.length > 0) {
		throw new DomainError(
			'export_incomplete',
			'The format cannot carry some of the lines, so no file is made.',
			{
				errors: obstacles.map(({ lineId, code, detail }) => ({
					pointer: lineId === null ? '#/settings' : `#/lines/${lineId}`,
					code,
					detail,
				})),
			},
		);
	}
	const text =
		format === 'datev-lodas' ? lodasFile(lines, settings, run.month) : lugFile(lines, settings, run.month);
	const name = `${format === 'datev-lodas' ? 'lodas' : 'lug'}_${settings.clientNumber}_${month}.txt`;
	return { name, mediaType: 'text/plain; charset=windows-1252', content: toWindows1252(text) };
}

async function linesOf(db: Db, runId: string): Promise<PayrollTransaction[]> {
	const lines: PayrollTransaction[] = [];
	for (;;) {
		const [page] = await batch(db, [linesPage(db, runId, lines.at(-1)?.id ?? '', PAGE_SIZE)]);
		lines.push(...page);
		if (page.length < PAGE_SIZE) return lines;
	}
}
