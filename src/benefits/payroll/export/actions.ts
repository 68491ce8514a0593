import { createHash } from 'node:crypto';
import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { notFound, Refusal } from '../../../foundation/core/refusals.ts';
import { noteAccess } from '../../../foundation/db/access-events.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { authorOf } from '../../../foundation/db/write.ts';
import { companyIdInScope } from '../../../tenants/companies/store.ts';
import { bookedEarlier, bookedIn } from '../../ledger/rules.ts';
import { csvHeader, csvRows, germanLayoutOf, hasNotes, layoutOf } from '../csv/rules.ts';
import { datevWriter, toWindows1252 } from '../datev/rules.ts';
import { type ObstacleCode, obstacleOfOffice, wordsOf } from '../obstacles/rules.ts';
import { linesOfRuns, type PayrollRun, runOfCompany } from '../runs/store.ts';
import { noSettings, settingsOf } from '../settings/store.ts';
import {
	type DatevFormat,
	type EarlierLines,
	type ExportFormat,
	type FileSettings,
	isDatev,
	nameOfFile,
	nothingToExport,
	type Payee,
	partsOf,
} from './rules.ts';
import {
	datevLines,
	type EmployeeName,
	employeesOfLines,
	filesOfRun,
	giveFile,
	type JudgedLine,
	judgedOfRun,
	lastFile,
	namesOfFile,
	type PayrollFile,
	presentNames,
} from './store.ts';

const PAGE_SIZE = 2000;

export interface ExportFile {
	name: string;
	mediaType: string;
	/** The content is made in pieces while it is read. */
	content: AsyncGenerator<Uint8Array>;
}

interface Wish {
	format: ExportFormat;
	/** Creates a new version with the present settings, if it differs from the last one. */
	reissue: boolean;
	/** Leaves out lines that the format cannot contain, instead of refusing. */
	leaveOut: boolean;
	/** Refuses a file that does not exist yet, for requests that may not write. */
	onlyMade?: boolean;
	/** The first instant of the month of the wanted part; null for the first part. */
	part: Instant | null;
}

/** The settings that determine the bytes of a file. The run's lines never change. */
type Making = Pick<PayrollFile, 'format' | 'settings' | 'payees' | 'leftOut' | 'earlier'>;

/** A part of a file, or with a null `part` the whole file, and the names in it. */
interface Piece {
	part: Instant | null;
	names(): Promise<readonly EmployeeName[]>;
}

/** Returns the file of a run. A format's first file is version 1 with its settings. Its bytes stay until a new version is requested. */
export async function exportPayrollRun(
	call: Call,
	companyId: string,
	runId: string,
	wish: Wish,
): Promise<ExportFile> {
	const { db } = call;
	const { run, file, part } = await makePayrollFile(call, companyId, runId, wish);
	await noteRead(call, run, wish.format);
	return {
		name: nameOfFile(run, file, part),
		mediaType: isDatev(wish.format) ? 'text/plain; charset=windows-1252' : 'text/csv; charset=utf-8',
		content: contentOf(db, run, file, {
			part,
			names: async () => (await batch(db, [namesOfFile(db, file.id)]))[0],
		}),
	};
}

/** Creates the wanted version of a file, unless it is already in the register. */
export async function makePayrollFile(call: Call, companyId: string, runId: string, wish: Wish) {
	const { db } = call;
	const scope = authorize(call.actor, 'exportPayrollRun');
	const company = companyIdInScope(db, scope, companyId);
	const [[run], [settings = noSettings(companyId)], [last]] = await batch(db, [
		runOfCompany(db, company, runId),
		settingsOf(db, company),
		lastFile(db, runId, wish.format),
	]);
	if (run === undefined) throw notFound('payroll run');
	if (run.lineCount === 0 || (last === undefined && wish.onlyMade)) throw nothingToExport();
	const file = last !== undefined && !wish.reissue ? last : await give(call, run, settings, wish, last);
	const parts = partsOf(run, file);
	const part = parts[0] === null ? null : (wish.part ?? parts[0]);
	if (part !== null && !parts.includes(part)) throw nothingToExport();
	return { run, file, part };
}

/** Records the download before the first byte is sent. */
async function noteRead(call: Call, { id, companyId }: PayrollRun, format: ExportFormat): Promise<void> {
	const request = `GET /api/v2/companies/${companyId}/flex/payroll-runs/${id}/export?format=${format}`;
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

/** Lists all versions of all files of a run that were given out. */
export async function listPayrollFiles(call: Call, companyId: string, runId: string): Promise<PayrollFile[]> {
	const scope = authorize(call.actor, 'listPayrollFiles');
	const company = companyIdInScope(call.db, scope, companyId);
	const [[run], files] = await load(call, [
		runOfCompany(call.db, company, runId),
		filesOfRun(call.db, company, runId),
	]);
	if (run === undefined) throw notFound('payroll run');
	return files;
}

/** Creates a version of a file. Returns the version in the register, which is the same for all callers at the same time. */
async function give(
	call: Call,
	run: PayrollRun,
	present: FileSettings,
	wish: Wish,
	last: PayrollFile | undefined,
): Promise<PayrollFile> {
	const { db, now, actor } = call;
	const making = await makingOf(db, run, present, wish);
	const isNamed = wish.format === 'csv-de' && germanLayoutOf(run.csvLayout).hasNames;
	const names = isNamed ? (await batch(db, [presentNames(db, run.id)]))[0] : [];
	const counted = wish.format === 'csv' ? run.sha256 : null;
	const contents = partsOf(run, making).map((part) =>
		contentOf(db, run, making, { part, names: async () => names }),
	);
	const sha256 = counted ?? (await sha256Of(contents));
	if (last?.sha256 === sha256) return last;
	const file: PayrollFile = {
		id: newId(now),
		dateCreated: now,
		companyId: run.companyId,
		runId: run.id,
		version: (last?.version ?? 0) + 1,
		authorId: actor.userId,
		...making,
		sha256,
	};
	const results = await commit(db, giveFile(db, authorOf(call), file, { month: run.month, names }));
	const [stored] = results.at(-1) as PayrollFile[];
	return stored ?? file;
}

/** Checks all lines before the first byte is sent. Refuses lines that the format cannot contain, unless they may be left out. */
async function makingOf(
	db: Db,
	run: PayrollRun,
	{ adviserNumber, clientNumber, wageTypes, usesCompanyNumbers, sumsBookings }: FileSettings,
	{ format, leaveOut }: Wish,
): Promise<Making> {
	if (!isDatev(format)) return { format, settings: null, payees: {}, leftOut: [], earlier: {} };
	const settings = { adviserNumber, clientNumber, wageTypes, usesCompanyNumbers, sumsBookings };
	const faulty: JudgedLine[] = [];
	const payees: Record<string, Payee> = {};
	const earlier: EarlierLines = {};
	let lines = 0;
	const pages = pagesOf(
		async (after) =>
			(await batch(db, [judgedOfRun(db, { runId: run.id, after, limit: PAGE_SIZE }, format, settings)]))[0],
	);
	for await (const judged of pages) {
		lines += judged.length;
		faulty.push(...judged.filter(({ faults }) => faults.length > 0));
		for (const { id, isReplaced, personnelNumber, costCenter, faults, dateTerminated } of judged) {
			if (isReplaced) payees[id] = { personnelNumber, costCenter };
			const month = bookedEarlier(run, dateTerminated);
			if (month !== null && faults.length === 0) earlier[id] = month;
		}
	}
	refuseObstacles(obstacleOfOffice(settings), leaveOut ? [] : faulty);
	if (faulty.length === lines) throw nothingToExport();
	return { format, settings, payees, leftOut: faulty.map(({ id }) => id), earlier };
}

function refuseObstacles(office: ObstacleCode | null, lines: readonly JudgedLine[]): void {
	const nobody = { wageType: null, personnelNumber: null, otherNumber: null, currency: null };
	const errors = [
		...(office === null ? [] : [{ pointer: '#/settings', code: office, ...sentences(office, nobody) }]),
		...lines.flatMap((line) =>
			line.faults.map((code) => ({ pointer: `#/lines/${line.id}`, code, ...sentences(code, line) })),
		),
	];
	if (errors.length === 0) return;
	const detail = 'The format cannot carry some of the lines, so no file was created.';
	throw new Refusal('export_incomplete', detail, { errors });
}

function sentences(...of: Parameters<typeof wordsOf>): { detail: string } {
	const { detail, remedy } = wordsOf(...of);
	return { detail: `${detail} ${remedy}` };
}

/** Yields the bytes of a part of a file, or of the whole file without a part. */
async function* contentOf(
	db: Db,
	run: PayrollRun,
	making: Making,
	{ part, names }: Piece,
): AsyncGenerator<Uint8Array> {
	const { format, settings } = making;
	if (isDatev(format) && settings !== null) yield* datevOf(db, run, { format, settings, part }, making);
	else yield* csvOf(db, run, format, names);
}

async function* csvOf(
	db: Db,
	run: PayrollRun,
	format: ExportFormat,
	names: Piece['names'],
): AsyncGenerator<Uint8Array> {
	const layout = (format === 'csv-de' ? germanLayoutOf : layoutOf)(run.csvLayout, run.hasParts);
	const nameOf = new Map(layout.hasNames ? (await names()).map((name) => [name.employeeId, name]) : []);
	const encoder = new TextEncoder();
	const pages = pagesOf(async (position) => {
		const wanted = linesOfRuns(db, [run.id], { runId: run.id, position }, PAGE_SIZE);
		if (!layout.hasNames) return (await batch(db, [wanted]))[0];
		const [lines, whose] = await batch(db, [wanted, employeesOfLines(db, run.id, position, PAGE_SIZE)]);
		const employeeOf = new Map(whose.map((line) => [line.id, line.employeeId]));
		return lines.map((line) => ({ ...line, ...nameOf.get(employeeOf.get(line.id) ?? ''), id: line.id }));
	});
	// The head is sent with the first page, so that a failing database still gives an error response.
	let head = csvHeader(layout);
	for await (const lines of pages) {
		yield encoder.encode(head + csvRows(lines, layout));
		head = '';
	}
}

async function* datevOf(
	db: Db,
	run: PayrollRun,
	{ format, settings, part }: { format: DatevFormat; settings: FileSettings; part: Instant | null },
	{ payees, leftOut, earlier }: Making,
): AsyncGenerator<Uint8Array> {
	const month = part ?? bookedIn(run);
	const writer = datevWriter(format, settings, { month, hasNotes: hasNotes(run.csvLayout) });
	const isOfPart = (id: string) => part === null || (earlier[id] ?? bookedIn(run)) === part;
	const isLeftOut = new Set(leftOut);
	let head = writer.head();
	const pages = pagesOf(
		async (after) => (await batch(db, [datevLines(db, { runId: run.id, after, limit: PAGE_SIZE })]))[0],
	);
	for await (const lines of pages) {
		const told = lines
			.filter(({ id }) => !isLeftOut.has(id) && isOfPart(id))
			.map((line) => ({ ...line, ...payees[line.id], month: earlier[line.id] }));
		yield toWindows1252(head + writer.rows(told));
		head = '';
	}
	yield toWindows1252(writer.end());
}

async function sha256Of(contents: readonly AsyncGenerator<Uint8Array>[]): Promise<string> {
	const hash = createHash('sha256');
	for (const content of contents) for await (const bytes of content) hash.update(bytes);
	return hash.digest('hex');
}

async function* pagesOf<L extends { position: string }>(
	linesAfter: (position: string) => Promise<L[]>,
): AsyncGenerator<L[]> {
	for (let after = ''; ; ) {
		const lines = await linesAfter(after);
		yield lines;
		const last = lines.at(-1);
		if (lines.length < PAGE_SIZE || last === undefined) return;
		after = last.position;
	}
}
