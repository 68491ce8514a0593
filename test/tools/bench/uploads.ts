import { senderOf } from './pages.ts';
import { bearerOf, type Runtime, withRuntime } from './runtime.ts';
import { MAIN_COMPANY, newActor, openSession, seededId, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';

const AT_ONCE = 3;
const MIB = 1024 * 1024;
const SAMPLE_MS = 5;
const WARM_UP_BYTES = 1000;
/** The most memory that photos may need, as a multiple of the floor. */
const AIM_RATIO = 1.5;

interface Person {
	expenseId: string;
	userId: string;
}

interface Sent {
	path: string;
	body: BodyInit;
	type?: string;
	/** The expected status. */
	status?: number;
}

const [JPEG, PDF, TEXT] = ['\xff\xd8\xff', '%PDF-', 'no picture'];
const XML = '<?xml version="1.0"?><a>';
const CSV = 'email,firstName,lastName\n';

const receipts = ({ expenseId }: Person): string => `/api/v2/flex/expenses/${expenseId}/receipts`;

/** The ways in which bytes arrive. The floor is a bare route. */
type Way = (person: Person, bytes: number) => Sent;
const WAYS: Record<string, Way> = {
	floor: (_, bytes) => ({ path: '/bare/dropped', body: file(JPEG, bytes) }),
	photo: (person, bytes) => ({ path: receipts(person), body: file(JPEG, bytes) }),
	PDF: (person, bytes) => ({ path: receipts(person), body: file(PDF, bytes) }),
	'PDF of unknown length': (person, bytes) => ({
		path: receipts(person),
		body: new Blob([file(PDF, bytes)]).stream(),
	}),
	'XML that is no invoice': (person, bytes) => ({
		path: receipts(person),
		body: file(XML, bytes, '<b>ü</b>'),
		status: 415,
	}),
	'form with a photo': (person, bytes) => formOf(person, { file: new Blob([file(JPEG, bytes)]) }),
	'form with a PDF': (person, bytes) => formOf(person, { file: new Blob([file(PDF, bytes)]) }),
	'form that comes back': (person, bytes) => formOf(person, { file: new Blob([file(TEXT, bytes)]) }, 415),
	'form that came back': (person, bytes) =>
		formOf(person, { 'file.kept': file(TEXT, bytes).toString('base64'), 'file.name': 'a' }, 415),
	mail: (_, bytes) => ({ path: '/bare/parsed-mail', body: mailOf(bytes) }),
	'import of employees': (_, bytes) => ({
		path: `/api/v2/companies/${seededId('company', MAIN_COMPANY)}/employees/import?dryRun=true`,
		body: file(CSV, bytes, `a@b.example,Ada,${'Lovelace '.repeat(130)}\n`),
		type: 'text/csv',
		status: 200,
	}),
};

/** Sends 10 MiB several times at once, each way in a new workerd. */
export async function measureUploads(): Promise<void> {
	const rows: (string | number)[][] = [];
	let floor = 0;
	for (const [place, [way, sentBy]] of Object.entries(WAYS).entries()) {
		const { shown, growth, again } = await withRuntime((runtime) => uploadAll(runtime, sentBy, place));
		if (way === 'floor') floor = growth;
		const verdict = way !== 'photo' ? '' : growth / floor > AIM_RATIO ? 'MISSED' : 'ok';
		const perByte = [growth, again].map((mb) => ((mb - floor) / (10 * AT_ONCE)).toFixed(2));
		rows.push([way, ...shown, (growth / floor).toFixed(2), verdict, ...perByte]);
	}
	printTable(
		`Uploads of ${AT_ONCE} times 10 MiB at once: sampled resident memory of workerd`,
		[
			'file',
			'seconds',
			'CPU s',
			'before MB',
			'peak MB',
			'growth MB',
			'to floor',
			`aim ${AIM_RATIO}`,
			'bytes per byte',
			'second time',
		],
		rows,
		[
			'The bucket keeps nothing: the simulated one would be in the same memory. Bytes per byte: growth beyond that of the floor.',
			'Photos stream through, and everything else is held.',
		],
	);
}

async function uploadAll({ url, bindings, residentMb, cpuMs }: Runtime, way: Way, place: number) {
	await seedUpTo(bindings.DB, 1000);
	const session = await newActor(bindings.DB, ['PLATFORM_ADMIN'], []);
	const { results: people } = await bindings.DB.prepare(
		`SELECT expenses.id AS expenseId, user_id AS userId FROM expenses JOIN employees ON employees.id = employee_id
		WHERE state = 'SUBMITTED' GROUP BY user_id LIMIT ${AT_ONCE} OFFSET ${place * AT_ONCE}`,
	).all<Person>();
	const upload = async (person: Person, bytes: number) => {
		const { path, body, type, status = 201 } = way(person, bytes);
		const headers = {
			...(path.startsWith('/console')
				? { ...(await senderOf(bindings.DB, await openSession(bindings.DB, person.userId), Date.now())) }
				: await bearerOf(session)),
			'Sec-Fetch-Site': 'same-origin',
			// A connection that workerd has closed meanwhile would break the next request.
			Connection: 'close',
			...(type && { 'Content-Type': type }),
		};
		const target = path.startsWith('/bare/') ? path : `/bare/uploads?path=${encodeURIComponent(path)}`;
		const init = { method: 'POST', headers, body, duplex: 'half', redirect: 'manual' };
		const response = await fetch(new URL(target, url), init as RequestInit);
		const text = await response.text();
		if (response.status !== status) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
	};
	const peakOf = async (bytes: number): Promise<number> => {
		let peak = residentMb();
		const sampler = setInterval(() => {
			peak = Math.max(peak, residentMb());
		}, SAMPLE_MS);
		await Promise.all(people.map((person) => upload(person, bytes)));
		clearInterval(sampler);
		return peak;
	};
	await peakOf(WARM_UP_BYTES);
	const [before, started, cpuBefore] = [residentMb(), performance.now(), cpuMs()];
	const peak = await peakOf(10 * MIB);
	const taken = [performance.now() - started, cpuMs() - cpuBefore].map((ms) => (ms / 1000).toFixed(2));
	const again = (await peakOf(10 * MIB)) - before;
	const growth = peak - before;
	const shown = [...taken, ...[before, peak, growth].map((mb) => mb.toFixed(0))];
	return { shown, growth, again };
}

/** Returns a file of this size that begins with one text and then repeats another. */
const file = (beginning: string, bytes: number, rest = '\x07'): Buffer<ArrayBuffer> => {
	const whole = Buffer.alloc(bytes, rest, beginning.startsWith('<') ? 'utf8' : 'latin1');
	whole.write(beginning, 'latin1');
	return whole;
};

function formOf({ expenseId, userId }: Person, fields: Record<string, string | Blob>, status = 303): Sent {
	const body = new FormData();
	for (const [name, value] of Object.entries({ _for: userId, factsDiffer: 'on', ...fields }))
		body.set(name, value);
	return { path: `/console/benefits/receipts/${expenseId}/files`, body, status };
}

/** Returns a mail of about this size with one PDF. Base64 makes the PDF a third larger. */
function mailOf(bytes: number): string {
	const lines = file(PDF, Math.floor((bytes * 3) / 4.2))
		.toString('base64')
		.replaceAll(/.{76}/g, '$&\r\n');
	const headers = [
		'From: a@b.example',
		'MIME-Version: 1.0',
		'Content-Type: application/pdf; name="a.pdf"',
		'Content-Disposition: attachment; filename="a.pdf"',
		'Content-Transfer-Encoding: base64',
	];
	return `${headers.join('\r\n')}\r\n\r\n${lines}\r\n`;
}
