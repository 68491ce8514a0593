import { setTimeout as pause } from 'node:timers/promises';
import { type Head, SERVICE } from '../../tenants/hosting/disaster-recovery/rules.ts';
import { Copy, readDescription } from './copies/copy.ts';
import { isOfErased, sayErased, sendErased, untilErased } from './copies/erased.ts';
import { placeNamed } from './copies/opening.ts';
import { openWith, PLAIN } from './copies/seal.ts';
import { exitCodeOf, Service, showProgress } from './copies/service.ts';
import type { BackupStorage } from './copies/storage.ts';
import { misused, optionsOf } from './options.ts';
import { Stop } from './stop.ts';

const USAGE = `Usage: npm run restore -- --from <folder or r2:bucket> [--identity <file>] [--url http://localhost:8787]
The environment variable OPERATOR_KEY has the operator's key of the empty service. A restore that broke off continues when the command
runs again. Ends with 0 when every row and file is restored and compared, and with 2 when not.`;

/** How long to wait before a cell is asked again. */
const AGAIN_MS = 200;

const NO_SIGN_INS =
	'The backup has no sign-ins. Invite everybody again, the administrators first. Set up single sign-on, API keys and webhooks again.';

const options = optionsOf(USAGE, {
	from: { type: 'string' },
	identity: { type: 'string' },
	url: { type: 'string', default: 'http://localhost:8787' },
});
const { from } = options;
if (from === undefined) misused(USAGE);
process.exitCode = await exitCodeOf(() => inPlace(from));

interface Described extends Head {
	recipient: string | null;
	companies: { companyId: string; date: string; rows: number; isInCell: boolean }[];
	list: string;
	sha256: string;
}

async function inPlace(name: string): Promise<number> {
	const place = await placeNamed(name, options.url);
	try {
		return await restoreFrom(place);
	} finally {
		await place.close();
	}
}

async function restoreFrom(place: BackupStorage): Promise<number> {
	const described = await readDescription<Described>(place);
	if (described === undefined)
		throw new Stop(
			`${place.name} holds no finished backup. Run the backup again until it ends without an error.`,
		);
	const { recipient, companies, date, format, schema, proof } = described;
	const copy = new Copy(place, recipient === null ? PLAIN : openWith(recipient, options.identity));
	const files = await copy.files(described);
	// Nothing is sent before every byte is checked.
	for (const [index, file] of files.entries()) {
		await copy.read(file);
		showProgress('Checking ', index + 1, files.length);
	}
	const service = await Service.at(options.url);
	const [first] = companies;
	const company =
		date !== null || first === undefined ? null : { companyId: first.companyId, date: first.date };
	const head = { format, schema, proof, date, company };
	const { isD1Done } = await service.post<{ isD1Done: boolean }>('/operator/restores', head);
	await sendErased(service, copy, files);
	for (const [index, file] of files.entries()) {
		if (isOfErased(file)) continue;
		await service.storeObject(file.key, file.type, file.sha256, await copy.read(file));
		showProgress('Sending  ', index + 1, files.length);
	}
	const inOrder = companies.toSorted((one, other) => (one.date < other.date ? -1 : 1));
	// The rows of the service come first, because those of companies are newer.
	const inD1 =
		date === null || isD1Done
			? []
			: [{ companyId: SERVICE, date }, ...inOrder.filter(({ isInCell }) => !isInCell)];
	for (const [index, one] of inD1.entries()) {
		for (const step of ['rows', 'comparison', 'files'] as const) await doStep(service, step, one);
		showProgress('Restoring', index + 1, inD1.length);
	}
	if (inD1.length > 0) await untilErased(service);
	const inCells = inOrder.filter(({ isInCell }) => date === null || isInCell);
	for (const [index, one] of inCells.entries()) {
		await untilInCell(service, one);
		showProgress('Restoring', index + 1, inCells.length);
	}
	const rows = companies.reduce((sum, one) => sum + one.rows, 0);
	const others = date === null ? '' : ' and all other rows of the service';
	console.log(`Restored ${companies.length} companies with ${rows} rows${others}, and compared every row and file with the backup.
${proof === null ? NO_SIGN_INS : 'Everybody has to sign in again.'}`);
	// After this report, the service refuses the same restore. A run that breaks off earlier can be repeated.
	const of = date === null ? company : { companyId: SERVICE, date };
	if (of !== null) await service.post('/operator/restores/report', of);
	return 0;
}

type One = Pick<Described['companies'][number], 'companyId' | 'date'>;

async function doStep(
	service: Service,
	step: 'rows' | 'comparison' | 'files',
	{ companyId, date }: One,
): Promise<void> {
	for (let count = 0; ; ) {
		const body = { step, companyId, date, from: count };
		const come = await service.post<{ count: number; isWhole: boolean }>('/operator/restores/steps', body);
		if (come.isWhole) return;
		count = come.count;
	}
}

interface Progress {
	step: string;
	reason: string | null;
	released: string[];
	erased: string[] | null;
}

async function untilInCell(service: Service, { companyId, date }: One): Promise<void> {
	for (;;) {
		const { step, reason, released, erased } = await service.post<Progress>('/operator/restores/cells', {
			companyId,
			date,
		});
		if (step === 'GIVEN_UP')
			throw new Stop(`The restore of the company ${companyId} was given up: ${reason}`);
		if (step !== 'OPENED' && step !== 'DONE') {
			await pause(AGAIN_MS);
			continue;
		}
		if (released?.length > 0)
			console.log(`${companyId}: others have these addresses now: ${released.join(', ')}`);
		if (erased !== null) sayErased(erased);
		return;
	}
}
