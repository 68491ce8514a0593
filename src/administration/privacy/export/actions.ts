import { loadEmployee } from '../../../benefits/employees/store.ts';
import type { Scope } from '../../../foundation/core/actor.ts';
import { newId } from '../../../foundation/core/id.ts';
import { toIso } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { noteAccess } from '../../../foundation/db/access-events.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch } from '../../../foundation/db/database.ts';
import { toEvent } from '../../../foundation/db/events.ts';
import { unavailable } from '../../../foundation/db/retry.ts';
import { loadInCompany } from '../../../tenants/companies/store.ts';
import { MAX_OPENED, withArchived } from '../../../tenants/history/archive/remote.ts';
import { archivesBehind } from '../../../tenants/history/archive/store.ts';
import type { EventFilter } from '../../../tenants/history/rules.ts';
import { eventsPage } from '../../../tenants/history/store.ts';
import {
	type ExportedRow,
	exported,
	FILES,
	FIRST,
	type OwnedPart,
	partPage,
	partsOf,
	type Subject,
} from './store.ts';

const PAGE = 1000;

export interface Buckets {
	receipts: R2Bucket;
	history: R2Bucket;
}

interface ExportedFile {
	name: string;
	content: AsyncIterable<string | Uint8Array> | string;
}

interface Problem {
	file: string;
	problem: 'missing' | 'unreadable' | 'archive_damaged' | 'history_too_wide';
}

interface Export extends Buckets {
	call: Call;
	subject: Subject;
	/** True to include the sign-in data of people who also belong to another company. */
	isWhole: boolean;
	/** True if the person asked for it. */
	isByOwner: boolean;
	files: Record<string, number>;
	problems: Problem[];
}

/**
 * Exports an employee. Only the employee and the platform get the sign-in data of a person who also belongs to another company. Only the
 * employee gets drafts and the address for receipts.
 */
export async function exportEmployee(
	call: Call,
	buckets: Buckets,
	employeeId: string,
): Promise<AsyncGenerator<ExportedFile>> {
	const scope = authorize(call.actor, 'exportEmployee');
	const [{ userId, companyId }] = await loadEmployee(call, scope, employeeId, []);
	await noteExport(call, companyId, `/employees/${employeeId}`);
	const isByOwner = call.actor.employeeId === employeeId;
	const isWhole = scope.all || isByOwner;
	const subject = { employeeId, userId, companyId };
	return filesOf({ ...buckets, call, subject, isWhole, isByOwner, files: {}, problems: [] });
}

export async function exportCompany(
	call: Call,
	buckets: Buckets,
	companyId: string,
): Promise<AsyncGenerator<ExportedFile>> {
	const scope = authorize(call.actor, 'exportCompany');
	await loadInCompany(call, scope, companyId, []);
	await noteExport(call, companyId, `/companies/${companyId}`);
	const subject = { employeeId: null, companyId };
	const isWhole = scope.all;
	return filesOf({ ...buckets, call, subject, isWhole, isByOwner: false, files: {}, problems: [] });
}

/** Records an export in the access log before its first byte is sent. */
async function noteExport(call: Call, companyId: string, path: string): Promise<void> {
	const { userId, sessionId } = call.actor;
	const request = `GET /api/v2${path}/export`;
	const event = { type: 'export.read' as const, key: newId(call.now), companyId, userId, sessionId, request };
	await commit(call.db, [noteAccess(call, event)]);
}

/**
 * Yields all files. The history comes after the records, so that it includes changes during the export. The manifest is last, so an archive
 * without it is incomplete.
 */
async function* filesOf(run: Export): AsyncGenerator<ExportedFile> {
	const { subject, call } = run;
	for (const owned of partsOf(subject.employeeId === null, run.isByOwner)) {
		const name = `${owned[0].file}.json`;
		yield { name, content: arrayOf(run, name, rowsOf(run, owned)) };
	}
	for (const files of FILES) if (run.isByOwner || !files.part.isOwn) yield* uploadsOf(run, files);
	for (const [name, filter] of historiesOf(subject)) {
		yield { name, content: arrayOf(run, name, eventsOf(run, name, filter)) };
	}
	const { files, problems } = run;
	const { employeeId, companyId } = subject;
	const manifest = {
		companyId,
		employeeId,
		dateBegun: toIso(call.now),
		requestId: call.requestId,
		files,
		problems,
	};
	yield { name: 'manifest.json', content: `${JSON.stringify(manifest, null, '\t')}\n` };
}

/** Yields uploaded files. The manifest lists those that the bucket does not have. */
async function* uploadsOf(
	run: Export,
	{ part, folder, owner }: (typeof FILES)[number],
): AsyncGenerator<ExportedFile> {
	for await (const { id, mediaType, [owner]: ownerId } of rowsOf(run, [part, 'employees'])) {
		const name = `${folder}/${ownerId}/${id}.${String(mediaType).split('/')[1]}`;
		const object = await run.receipts.get(String(id)).catch(() => 'unreadable' as const);
		if (object === null || object === 'unreadable') {
			run.problems.push({ file: name, problem: object ?? 'missing' });
			continue;
		}
		run.files[name] = 1;
		yield { name, content: bytesOf(object.body) };
	}
}

async function* bytesOf(content: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
	const reader = content.getReader();
	try {
		for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
	} catch (error) {
		throw unavailable(error);
	}
}

async function* rowsOf({ call, subject, isWhole }: Export, owned: OwnedPart): AsyncGenerator<ExportedRow> {
	for (let after = FIRST; ; ) {
		const [rows] = await batch(call.db, [partPage(call.db, owned, subject, isWhole, after, PAGE)]);
		for (const row of rows) yield exported(owned[0], row);
		const last = rows.at(-1);
		if (last === undefined || rows.length < PAGE) return;
		after = { owner: last.owner_, place: last.place_ };
	}
}

/** Returns the histories of a person: that of the employee and that of the user, within the company. */
function historiesOf(subject: Subject): [file: string, filter: EventFilter][] {
	const { companyId, employeeId } = subject;
	if (employeeId === null) return [['history/events.json', { companyId }]];
	return [
		['history/employee.json', { companyId, subject: employeeId }],
		['history/user.json', { companyId, subject: subject.userId }],
	];
}

const EVERYTHING: Scope = { all: true, managerId: null, employeeId: null };

async function* eventsOf(run: Export, file: string, filter: EventFilter): AsyncGenerator<object> {
	const { db } = run.call;
	for (let after = 0; ; ) {
		const place = { after };
		const [archives, rows] = await batch(db, [
			archivesBehind(db, EVERYTHING, filter, place, MAX_OPENED + 1),
			eventsPage(db, EVERYTHING, filter, place, PAGE),
		]);
		const stored = rows.map(toEvent);
		const read = withArchived(run.history, archives, stored, filter, place, PAGE);
		const events = await read.catch((error) => {
			run.problems.push({ file, problem: problemOf(error) });
			return stored;
		});
		for (const { position: _, date, ...event } of events) yield { date: toIso(date), ...event };
		const last = events.at(-1);
		if (last === undefined || events.length < PAGE) return;
		after = last.position;
	}
}

function problemOf(error: unknown): Problem['problem'] {
	const code = error instanceof Refusal ? error.code : null;
	if (code === 'archive_damaged' || code === 'history_too_wide') return code;
	throw error;
}

async function* arrayOf(
	{ files }: Export,
	name: string,
	records: AsyncGenerator<object>,
): AsyncGenerator<string> {
	let count = 0;
	for await (const record of records) yield `${count++ === 0 ? '[' : ','}\n${JSON.stringify(record)}`;
	files[name] = count;
	yield count === 0 ? '[]\n' : '\n]\n';
}
