import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Saved } from '../hosting/backups/actions.ts';
import { type BackupObject, copyKey, manifestKey, objectOf, rowsKey } from '../hosting/backups/rules.ts';
import { type Head, SERVICE } from '../hosting/service/rules.ts';
import { type Bytes, chunksOf } from './copies/bytes.ts';
import { Copy, type Kept } from './copies/copy.ts';
import { keepErased } from './copies/erased.ts';
import { placeNamed } from './copies/opening.ts';
import { PLAIN, sealFor } from './copies/seal.ts';
import { exitCodeOf, Service, showProgress } from './copies/service.ts';
import { Stop } from './stop.ts';

const USAGE = `Usage: npm run backup -- --to <folder or r2:bucket> [--recipient age1…] [--company <id>] [--url http://localhost:8787]
       npm run backup -- --new-key <file>
The environment variable OPERATOR_KEY has the operator's key. A backup that broke off continues when the command runs again.
Ends with 0 when everything is saved, 1 when files of companies are missing, and 2 when the backup is not finished.`;

/** How many files are fetched at once. */
const AT_ONCE = 6;

const { values: options } = parseArgs({
	options: {
		to: { type: 'string' },
		recipient: { type: 'string' },
		company: { type: 'string' },
		url: { type: 'string', default: 'http://localhost:8787' },
		'new-key': { type: 'string' },
	},
});
const { to, 'new-key': keyFile } = options;
if (keyFile !== undefined) process.exitCode = await exitCodeOf(() => makeKey(keyFile));
else if (to !== undefined) process.exitCode = await exitCodeOf(() => backUpInto(to));
else {
	console.error(USAGE);
	process.exitCode = 2;
}

async function makeKey(file: string): Promise<number> {
	if (existsSync(file)) throw new Stop(`${file} exists already.`);
	const identity = await generateX25519Identity();
	const recipient = await identityToRecipient(identity);
	writeFileSync(file, `# recipient: ${recipient}\n${identity}\n`, { mode: 0o600 });
	console.log(
		`${file} holds the key that decrypts. Keep it apart from the backups.\nEncrypt with: --recipient ${recipient}`,
	);
	return 0;
}

/** The answer of a service about itself. */
interface Described extends Omit<Head, 'date'> {
	companies: { companyId: string; isInCell: boolean }[];
}

async function backUpInto(path: string): Promise<number> {
	const { recipient, company, url } = options;
	if (recipient === undefined)
		console.error(
			`Anybody who can open ${path} can read this backup, because it is not encrypted. Name a --recipient.`,
		);
	const service = await Service.at(url);
	const place = await placeNamed(path, url);
	const copy = new Copy(place, recipient === undefined ? PLAIN : sealFor(recipient));
	try {
		await place.lock();
		await copy.resume();
		const { companies, format, schema, proof } = await service.get<Described>('/operator/service');
		const all = companies.map(({ companyId }) => companyId);
		if (company !== undefined && !all.includes(company))
			throw new Stop(`The service has no company ${company}.`);
		// People who join a company meanwhile are in its backup, so the rows of the service come first.
		const wanted = company === undefined ? [SERVICE, ...all] : [company];
		const kept: Kept[] = [];
		const saved: (Saved & { isInCell: boolean })[] = [];
		for (const [index, companyId] of wanted.entries()) {
			showProgress('Saving ', index, wanted.length);
			const one = await service.post<Saved & { isInCell: boolean }>('/operator/backups', { companyId });
			if (one.missing !== null) console.error(one.missing);
			kept.push(...(await fetchAll(service, copy, one)));
			saved.push(one);
		}
		kept.push(await keepErased(service, copy, company));
		showProgress('Saving ', wanted.length, wanted.length);
		const described = saved.map(({ manifest: { companyId, date, rows }, isInCell }) => ({
			companyId,
			date,
			rows,
			isInCell,
		}));
		const date = described.find(({ companyId }) => companyId === SERVICE)?.date ?? null;
		const ofCompanies = described.filter(({ companyId }) => companyId !== SERVICE);
		await copy.finish(
			{ format, schema, proof, date, recipient: recipient ?? null, companies: ofCompanies },
			kept,
		);
		const rows = described.reduce((sum, one) => sum + one.rows, 0);
		console.log(`Saved ${ofCompanies.length} companies with ${rows} rows, in ${kept.length} files.`);
		return saved.some(({ missing }) => missing !== null) ? 1 : 0;
	} finally {
		await place.close();
	}
}

/** Fetches the files of one backup that are not there yet. */
async function fetchAll(service: Service, copy: Copy, { manifest }: Saved): Promise<Kept[]> {
	const { companyId, date, file } = manifest;
	const fetchOne = async (key: string, sha256?: string): Promise<Kept> =>
		(await copy.find(key, sha256)) ??
		service.fetchObject(key, (type, content) => copy.keep(key, type, content, sha256));
	const own = await Promise.all([
		fetchOne(rowsKey(companyId, date), file.sha256),
		fetchOne(manifestKey(companyId, date)),
	]);
	const kept = [...own];
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

/** Reads the list of files at the beginning of the rows, and no more of them. */
async function objectsIn(rows: Bytes): Promise<BackupObject[]> {
	const unzipped = rows.pipeThrough(
		new DecompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>,
	);
	const objects: BackupObject[] = [];
	let [rest, sections] = ['', 0];
	for await (const chunk of chunksOf(unzipped)) {
		const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) {
			if (line.startsWith('{') && ++sections > 1) return objects;
			if (line.startsWith('[')) objects.push(objectOf(line));
		}
	}
	return objects;
}
