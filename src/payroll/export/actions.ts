import { companyIdInScope } from '../../companies/store.ts';
import { newId } from '../../core/id.ts';
import { type Instant, toYearMonth } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import { notFound, Refusal } from '../../core/refusals.ts';
import { noteAccess } from '../../db/access-events.ts';
import type { Call } from '../../db/call.ts';
import { batch, type Db } from '../../db/client.ts';
import { commit } from '../../db/commit.ts';
import { linesOfRuns, runOfCompany } from '../runs/store.ts';
import { noSettings, type PayrollSettings, settingsOf } from '../settings/store.ts';
import { csvHeader, csvRows } from './csv.ts';
import {
	lodas,
	lohnUndGehalt,
	type Obstacle,
	obstaclesOfLines,
	obstaclesOfOffice,
	toWindows1252,
} from './datev.ts';
import type { ExportFormat } from './rules.ts';
import { datevLines } from './store.ts';

const PAGE_SIZE = 2000;

export interface ExportFile {
	name: string;
	mediaType: string;
	/** Made page by page while it is read. */
	content: AsyncGenerator<Uint8Array>;
}

/** The file of a run for the payroll office. Committed lines never change, so neither do its bytes. */
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
	const month = toYearMonth(run.month);
	if (format === 'csv') {
		await noteRead(call, companyId, runId, format);
		return { name: `payroll_${month}.csv`, mediaType: 'text/csv; charset=utf-8', content: csvOf(db, runId) };
	}
	await refuseIncomplete(db, runId, settings, format);
	await noteRead(call, companyId, runId, format);
	return {
		name: `${format === 'datev-lodas' ? 'lodas' : 'lug'}_${settings.clientNumber}_${month}.txt`,
		mediaType: 'text/plain; charset=windows-1252',
		content: datevOf(db, runId, settings, format, run.month),
	};
}

/** Who takes the file out of the house is stored before its first byte leaves. */
async function noteRead(call: Call, companyId: string, runId: string, format: ExportFormat): Promise<void> {
	const request = `GET /api/v2/companies/${companyId}/flex/payroll-runs/${runId}/export?format=${format}`;
	const { userId, sessionId } = call.actor;
	const event = {
		type: 'payroll_file.read' as const,
		key: newId(call.now),
		companyId,
		userId,
		sessionId,
		request,
	};
	await commit(call.db, [noteAccess(call, event)]);
}

async function* csvOf(db: Db, runId: string): AsyncGenerator<Uint8Array> {
	const encoder = new TextEncoder();
	yield encoder.encode(csvHeader());
	const pages = pagesOf(
		async (id) => (await batch(db, [linesOfRuns(db, [runId], { runId, id }, PAGE_SIZE)]))[0],
	);
	for await (const lines of pages) yield encoder.encode(csvRows(lines));
}

async function* datevOf(
	db: Db,
	runId: string,
	settings: PayrollSettings,
	format: ExportFormat,
	month: Instant,
): AsyncGenerator<Uint8Array> {
	const datev = format === 'datev-lodas' ? lodas : lohnUndGehalt;
	yield toWindows1252(datev.head(settings, month));
	for await (const lines of datevPagesOf(db, runId)) yield toWindows1252(datev.rows(lines, settings, month));
}

/** Checks every line before the first byte is sent. */
async function refuseIncomplete(
	db: Db,
	runId: string,
	settings: PayrollSettings,
	format: ExportFormat,
): Promise<void> {
	const obstacles: Obstacle[] = obstaclesOfOffice(settings);
	for await (const lines of datevPagesOf(db, runId))
		obstacles.push(...obstaclesOfLines(lines, settings, format));
	if (obstacles.length === 0) return;
	throw new Refusal('export_incomplete', 'The format cannot carry some of the lines, so no file is made.', {
		errors: obstacles.map(({ lineId, code, detail }) => ({
			pointer: lineId === null ? '#/settings' : `#/lines/${lineId}`,
			code,
			detail,
		})),
	});
}

const datevPagesOf = (db: Db, runId: string) =>
	pagesOf(async (after) => (await batch(db, [datevLines(db, { runId, after, limit: PAGE_SIZE })]))[0]);

async function* pagesOf<L extends { id: string }>(
	linesAfter: (id: string) => Promise<L[]>,
): AsyncGenerator<L[]> {
	for (let after = ''; ; ) {
		const lines = await linesAfter(after);
		yield lines;
		const last = lines.at(-1);
		if (lines.length < PAGE_SIZE || last === undefined) return;
		after = last.id;
	}
}
