import {
	type BackupObject,
	copyKey,
	type Manifest,
	manifestKey,
	objectOf,
	rowsKey,
} from '../../../tenants/hosting/backups/rules.ts';
import { type Bytes, linesIn, streamOf } from './bytes.ts';
import type { Copy, Kept } from './copy.ts';
import { RowsForOwner } from './handover.ts';
import type { Service } from './service.ts';

const AT_ONCE = 6;

/** Fetches the files of one backup that are not there yet. */
export async function fetchAll(
	service: Service,
	copy: Copy,
	manifest: Manifest,
	isForOwner: boolean,
): Promise<Kept[]> {
	const { companyId, date } = manifest;
	const fetchOne = async (key: string, sha256: string): Promise<Kept> =>
		(await copy.find(key, sha256)) ?? fetchAnew(service, copy, key, sha256);
	const kept = isForOwner
		? await fetchForOwner(service, copy, manifest)
		: await fetchRows(service, copy, manifest);
	let some: BackupObject[] = [];
	const fetchSome = async () => {
		kept.push(...(await Promise.all(some.map((one) => fetchOne(copyKey(companyId, one), one.sha256)))));
		some = [];
	};
	for (const object of await service.fetchObject(rowsKey(companyId, date), (_, rows) => objectsIn(rows)))
		if (some.push(object) === AT_ONCE) await fetchSome();
	await fetchSome();
	return kept;
}

const fetchAnew = (service: Service, copy: Copy, key: string, sha256?: string): Promise<Kept> =>
	service.fetchObject(key, (type, content) => copy.keep(key, type, content, sha256));

async function fetchRows(service: Service, copy: Copy, { companyId, date, file }: Manifest): Promise<Kept[]> {
	const [key, describedBy] = [rowsKey(companyId, date), manifestKey(companyId, date)];
	const rows = await copy.find(key, file.sha256);
	// A manifest has no hash of its own. It is kept if its rows are.
	const manifest = rows === null ? null : await copy.find(describedBy);
	return [
		rows ?? (await fetchAnew(service, copy, key, file.sha256)),
		manifest ?? (await fetchAnew(service, copy, describedBy)),
	];
}

async function fetchForOwner(service: Service, copy: Copy, manifest: Manifest): Promise<Kept[]> {
	const { companyId, date } = manifest;
	const key = rowsKey(companyId, date);
	return service.fetchObject(key, async (type, compressed) => {
		const forOwner = new RowsForOwner(compressed);
		const rows = await copy.keep(key, type, forOwner.content);
		const described = forOwner.describe(manifest, { bytes: rows.bytes, sha256: rows.sha256 });
		const content = streamOf(Buffer.from(JSON.stringify(described)));
		return [rows, await copy.keep(manifestKey(companyId, date), 'application/json', content)];
	});
}

/** Reads the list of files at the beginning of the rows, and no more of them. */
async function objectsIn(rows: Bytes): Promise<BackupObject[]> {
	const objects: BackupObject[] = [];
	let sections = 0;
	for await (const line of linesIn(rows)) {
		if (line.startsWith('{') && ++sections > 1) break;
		if (line.startsWith('[')) objects.push(objectOf(line));
	}
	return objects;
}
