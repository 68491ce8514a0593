import { createApp } from '../../../src/app.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { hashPassword } from '../../../src/tenants/auth/password/rules.ts';
import { type Counts, counting } from './counting.ts';
import { ADMIN, OPERATIONS, type Sender } from './operations.ts';
import { tokens, withRuntime } from './runtime.ts';
import { MAIN_COMPANY, newActor, openSession, PRESENT, type Session, seededId, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';
import { unhurried } from './unhurried.ts';

const BASE = 'http://bench/api/v2';
const SMALL = 1000;
/** If the database grows a hundredfold, an index may get a level deeper. Each look into it then reads one more row. */
const DEEPER = 1.2;

/** Counts what each operation costs in a small database, then in one of `size` employees. */
export const measureRoundTrips = (size: number): Promise<void> =>
	withRuntime(async ({ bindings }) => {
		await seedUpTo(bindings.DB, SMALL);
		const senders = await newSenders(bindings);
		const small = await countOperations(bindings, senders, SMALL);
		await seedUpTo(bindings.DB, size);
		printRoundTrips([SMALL, size], [small, await countOperations(bindings, senders, size)]);
	});

/** Makes the users that send the counted requests; the employees differ from one database size to the other. */
async function newSenders({ DB }: Bindings): Promise<Partial<Record<Sender, Session>>> {
	const company = seededId('company', MAIN_COMPANY);
	const passwordHash = await hashPassword(ADMIN.password);
	const admin = await newActor(DB, ['COMPANY_ADMIN'], [company], { email: ADMIN.email, passwordHash });
	const platform = await newActor(DB, ['PLATFORM_ADMIN']);
	const verifier = await newActor(DB, ['FLEX_DOCUMENT_VERIFIER'], [company]);
	// No counted user may have the last row of an index, which SQLite reads one row cheaper.
	await newActor(DB, ['COMPANY_ADMIN'], [company]);
	return { admin, platform, verifier };
}

/** Sends every operation once, each about an employee that no request has changed yet. Returns what each has cost. */
async function countOperations(
	bindings: Bindings,
	senders: Partial<Record<Sender, Session>>,
	size: number,
): Promise<Counts[]> {
	const { d1, take } = counting(bindings.DB);
	const app = createApp(() => PRESENT);
	// Without a queue no mail is sent, which would be counted with whatever comes next.
	const { MAIL_QUEUE, ...others } = bindings;
	const env = { ...others, DB: d1 };
	const company = seededId('company', MAIN_COMPANY);
	const middle = size / 2;

	async function send(method: string, path: string, session: Session | undefined, body?: object) {
		const headers = new Headers({ 'Content-Type': 'application/json' });
		if (session) headers.set('Authorization', `Bearer ${await tokens.issue(session, PRESENT)}`);
		const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
		const response = await app.fetch(new Request(BASE + path, init), env, unhurried);
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
		return JSON.parse(text);
	}

	const counts: Counts[] = [];
	const { refreshToken } = await send('POST', '/auth', undefined, ADMIN);
	const template = { name: 'Snacks', companyIds: [company] };
	const { id: templateId } = await send('POST', '/flex/tax-rule-templates', senders.admin, template);
	await send('POST', '/employees', senders.admin, {
		email: `last-${size}@bench.example`,
		companyId: company,
	});
	for (const [index, { name, sender, path, body }] of OPERATIONS.entries()) {
		const n = middle + 2 * index;
		const target = {
			n,
			email: `${size}@bench.example`,
			refreshToken,
			templateId,
			userId: seededId('user', n),
		};
		const session =
			sender === 'employee'
				? await openSession(bindings.DB, seededId('user', n))
				: sender === 'leaver' || sender === 'newcomer'
					? await newActor(bindings.DB, ['COMPANY_ADMIN'], [company])
					: senders[sender];
		if (session && sender !== 'newcomer') await send('GET', '/auth/me', session);
		take();
		await send(name.split(' ', 1)[0] ?? '', path(target), session, body?.(target));
		counts.push(take());
	}
	await forgetShortLists(bindings.DB);
	return counts;
}

/** These lists are short and answered whole, so they must be equally long for both sizes. */
async function forgetShortLists(d1: D1Database): Promise<void> {
	await d1.batch([
		d1.prepare('DELETE FROM tax_rule_template_companies'),
		d1.prepare("DELETE FROM tax_rule_templates WHERE id <> 'default'"),
		d1.prepare('DELETE FROM payroll_corrections'),
		d1.prepare('DELETE FROM payroll_settings'),
		d1.prepare('DELETE FROM payroll_runs'),
	]);
}

function printRoundTrips(sizes: [number, number], [small, large]: [Counts[], Counts[]]): void {
	const [fewer, more] = sizes.map((size) => size.toLocaleString('en'));
	const rows = OPERATIONS.map(({ name, aim }, index) => {
		const [a, b] = [small[index], large[index]];
		if (a === undefined || b === undefined) throw new Error(`${name} was not counted`);
		const verdicts = [
			Math.max(a.roundTrips, b.roundTrips) > aim ? 'too many round trips' : '',
			b.rowsRead > DEEPER * a.rowsRead ? 'rows grow' : '',
		].filter((verdict) => verdict !== '');
		const trips = a.roundTrips === b.roundTrips ? String(a.roundTrips) : `${a.roundTrips}, ${b.roundTrips}`;
		return [name, aim, trips, a.rowsRead, b.rowsRead, verdicts.join(', ') || 'ok'];
	});
	printTable(
		`1. Round trips and rows read: ${fewer} and ${more} employees in the database, half of them in the company asked about`,
		['operation', 'aim', 'round trips', `rows at ${fewer}`, `rows at ${more}`, 'verdict'],
		rows,
	);
}
