import { existsSync, writeFileSync } from 'node:fs';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Saved } from '../../tenants/hosting/backups/actions.ts';
import { type Head, SERVICE } from '../../tenants/hosting/disaster-recovery/rules.ts';
import { Copy, type Kept } from './copies/copy.ts';
import { keepErased } from './copies/erased.ts';
import { fetchAll } from './copies/fetching.ts';
import { placeNamed } from './copies/opening.ts';
import { PLAIN, sealFor } from './copies/seal.ts';
import { exitCodeOf, Service, showProgress } from './copies/service.ts';
import { misused, optionsOf } from './options.ts';
import { Stop } from './stop.ts';

const USAGE = `Usage: npm run backup -- --to <folder or r2:bucket> [--recipient age1…] [--company <id> [--for-owner]] [--url http://localhost:8787]
       npm run backup -- --new-key <file>
The environment variable OPERATOR_KEY has the operator's key. A backup that broke off continues when the command runs again.
With --for-owner, the backup has no sign-ins and no secrets, and the owner of the company may have it.
Ends with 0 when everything is saved, 1 when files of companies are missing, and 2 when the backup is not finished.`;

const options = optionsOf(USAGE, {
	to: { type: 'string' },
	recipient: { type: 'string' },
	company: { type: 'string' },
	'for-owner': { type: 'boolean', default: false },
	url: { type: 'string', default: 'http://localhost:8787' },
	'new-key': { type: 'string' },
});
const { to, 'new-key': keyFile, 'for-owner': isForOwner } = options;
if (keyFile !== undefined) process.exitCode = await exitCodeOf(() => makeKey(keyFile));
else if (to !== undefined) process.exitCode = await exitCodeOf(() => backUpInto(to));
else misused(USAGE);

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

/** The description of a service by itself. */
interface Described extends Omit<Head, 'date'> {
	/** The last release that the service contains; older services do not name it. */
	release?: string;
	companies: { companyId: string; isInCell: boolean }[];
}

async function backUpInto(path: string): Promise<number> {
	const { recipient, company, url } = options;
	if (isForOwner && company === undefined)
		throw new Stop('An owner gets the backup of one company. Name it with --company.');
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
		const { companies, format, schema, proof, release } = await service.get<Described>('/operator/service');
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
			kept.push(...(await fetchAll(service, copy, one.manifest, isForOwner)));
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
			{
				format,
				schema,
				release,
				proof: isForOwner ? null : proof,
				date,
				recipient: recipient ?? null,
				companies: ofCompanies,
			},
			kept,
		);
		const rowsOf = (some: typeof described) => some.reduce((sum, one) => sum + one.rows, 0);
		const rows = rowsOf(ofCompanies);
		const others = date === null ? '' : ` and ${rowsOf(described) - rows} other rows of the service`;
		console.log(`Saved ${ofCompanies.length} companies with ${rows} rows${others}, in ${kept.length} files.`);
		return saved.some(({ missing }) => missing !== null) ? 1 : 0;
	} finally {
		await place.close();
	}
}
