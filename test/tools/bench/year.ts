import { createApp } from '../../../src/app.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { addMonths, type Instant, toIso } from '../../../src/foundation/core/instant.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { hashPassword } from '../../../src/tenants/auth/password/rules.ts';
import { insertSession } from '../../../src/tenants/auth/store.ts';
import { createTokens } from '../../../src/tenants/auth/tokens/rules.ts';
import { insertCompany } from '../../../src/tenants/companies/store.ts';
import profile from './costs/profile.json' with { type: 'json' };
import './node-streams.ts';
import { newActor, type Session } from './seed.ts';
import { unhurried } from './unhurried.ts';

const SECRET = 'the-secret-of-the-benchmark-is-no-secret-at-all';
const DAY_MS = 86_400_000;
const PDF = new TextEncoder().encode(`%PDF-1.7${' '.repeat(100)}`);

interface Person extends Session {
	employeeId: string;
	email: string;
}

export type Service = ReturnType<typeof serviceOver>;

/**
 * The service in this process, over any database, with a clock of its own. Receipts are kept only if there is a map for them. `more`
 * adds bindings, such as a carrier of mails.
 */
export function serviceOver(
	d1: D1Database,
	receipts?: Map<string, ArrayBuffer>,
	more: Partial<Bindings> = {},
) {
	let now = 0;
	const app = createApp(() => now);
	const db = connect(d1);
	const signer = createTokens(SECRET, undefined);
	const bindings = {
		DB: d1,
		ASSETS: {} as Fetcher,
		LOG_SAMPLE: 'off',
		RECEIPTS: receipts === undefined ? forgetful : keeping(receipts),
		JWT_SECRET: SECRET,
		ENCRYPTION_KEY: SECRET,
		LOGIN_RATE_LIMIT: patient,
		READ_RATE_LIMIT: patient,
		WRITE_RATE_LIMIT: patient,
		...more,
	};
	const archived = { bytes: 0, files: new Map<string, ArrayBuffer>() };
	let requests = 0;
	const history = weighing(archived);
	const companyId = newId(Date.parse('2024-12-01T00:00:00.000Z'));

	async function send(user: Session | null, method: string, path: string, body?: object) {
		requests++;
		const isFile = body instanceof Uint8Array;
		const headers = {
			...(user !== null && { Authorization: `Bearer ${await (await signer).issue(user, now)}` }),
			...(body !== undefined && { 'Content-Type': isFile ? 'application/pdf' : 'application/json' }),
			...(isFile && { 'Content-Length': String(body.length) }),
		};
		const init = { method, headers, body: isFile ? body : body === undefined ? null : JSON.stringify(body) };
		const response = await app.request(`/api/v2${path}`, init as RequestInit, bindings, unhurried);
		const answer = (await response.json()) as Record<string, string>;
		if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
		return answer;
	}

	/** A session that ends after 30 days, as all do. */
	async function signIn(userId: string): Promise<string> {
		const id = newId(now);
		const session = { id, userId, dateCreated: now, dateExpires: now + 30 * DAY_MS };
		await commit(db, [insertSession(db, session)]);
		return id;
	}

	/** Employees with flex access and a monthly voucher; each has a session of its own every month. */
	async function hire(count: number, from: Instant): Promise<Person[]> {
		now = from - 20 * DAY_MS;
		const dates = { dateCreated: now, dateModified: now };
		await commit(db, [
			insertCompany(db, {
				id: companyId,
				...dates,
				name: 'Muster GmbH',
				payrollReferenceDay: 7,
				taxAffiliation: 'DE',
			}),
		]);
		const admin = await newActor(d1, ['COMPANY_ADMIN'], [companyId]);
		const people: Person[] = [];
		for (let n = 1; n <= count; n++) {
			const person = {
				email: `vorname.nachname${n}@muster-gmbh.example`,
				companyId,
				personnelNumber: String(n).padStart(6, '0'),
				costCenter: '4711',
			};
			const { employeeId } = await send(admin, 'POST', '/employees', person);
			const budget = { value: 5000, currency: 'EUR_CENT' };
			const startDate = toIso(from);
			const year = { startDate, endDate: toIso(addMonths(from, 12) - 1) };
			await send(admin, 'PUT', `/employees/${employeeId}/flex/access`, {
				budget,
				accumulateBudget: true,
				startDate,
			});
			await send(admin, 'PUT', `/employees/${employeeId}/goodies/budget`, { budget, ...year });
			const query = d1.prepare('SELECT user_id FROM employees WHERE id = ?').bind(employeeId);
			const [found] = await d1.batch<{ user_id: string }>([query]);
			const userId = found?.results[0]?.user_id ?? '';
			people.push({ employeeId: employeeId ?? '', email: person.email, userId, sessionId: '' });
		}
		return people;
	}

	/** Gives everybody a password, as if they had registered. */
	async function register(): Promise<void> {
		const hash = await hashPassword(PASSWORD);
		await d1.batch([d1.prepare('UPDATE users SET password_hash = ?, date_registered = ?').bind(hash, now)]);
	}

	/** The sign-ins of a month. */
	async function enter(people: readonly Person[], month: Instant): Promise<void> {
		for (const [n, { email }] of people.entries()) {
			now = month + 23 * DAY_MS + n * 60_000;
			for (let time = 0; time < profile.signIns; time++)
				await send(null, 'POST', '/auth', { email, password: PASSWORD });
		}
	}

	/** The reads of a month, by employees and by the administrators of their company. */
	async function read(people: readonly Person[], month: Instant): Promise<void> {
		const staff = await newActor(d1, ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'], [companyId]);
		const shown = toIso(month).slice(0, 7);
		for (const [n, person] of people.entries()) {
			now = month + 24 * DAY_MS + n * 60_000;
			const own = `/employees/${person.employeeId}`;
			for (const [path, times] of Object.entries(profile.reads)) {
				const asked = path.replace('{own}', own).replace('{month}', shown);
				for (let time = 0; time < times; time++) await send(person, 'GET', asked);
			}
			for (const path of profile.readsOfStaff)
				await send(staff, 'GET', path.replace('{own}', own).replace('{company}', `/companies/${companyId}`));
		}
	}

	/** Two expenses of everybody, each with a receipt and approved. */
	async function spend(people: readonly Person[], month: Instant): Promise<void> {
		const verifier = await newActor(d1, ['FLEX_DOCUMENT_VERIFIER'], [companyId]);
		for (const day of [9, 19]) {
			for (const [n, person] of people.entries()) {
				now = month + day * DAY_MS + n * 60_000;
				if (day === 9) person.sessionId = await signIn(person.userId);
				const expense = {
					module: 'INTERNET',
					amount: { value: 2000, currency: 'EUR_CENT' },
					date: toIso(now - DAY_MS).slice(0, 10),
					note: 'Internet at home',
				};
				const { id } = await send(person, 'POST', `/employees/${person.employeeId}/flex/expenses`, expense);
				await send(person, 'POST', `/flex/expenses/${id}/receipts`, PDF);
				now += 3_600_000;
				await send(verifier, 'POST', `/flex/expenses/${id}/approval`);
			}
		}
	}

	async function runCron(at: Instant): Promise<void> {
		const { failed } = await runDueJobs({ ...bindings, HISTORY: history } as unknown as Bindings, at);
		for (const [job, error] of Object.entries(failed)) throw new Error(job, { cause: error });
	}

	return { companyId, hire, register, enter, spend, read, runCron, archived, requests: () => requests };
}

const PASSWORD = 'a password of the benchmark';
const patient: RateLimit = { limit: async () => ({ success: true }) };
/** A bucket that keeps what is put into it, and adds it up. */
const weighing = (kept: { bytes: number; files: Map<string, ArrayBuffer> }) =>
	({
		put: async (key: string, value: ArrayBuffer) => {
			kept.bytes += value.byteLength;
			kept.files.set(key, value);
		},
	}) as unknown as R2Bucket;
/** Receipts are not measured. */
const forgetful = {
	put: (_key: string, file: ReadableStream) => file.pipeTo(new WritableStream()),
	delete: async () => undefined,
} as unknown as R2Bucket;
const keeping = (kept: Map<string, ArrayBuffer>) =>
	({
		put: async (key: string, file: ReadableStream) => kept.set(key, await new Response(file).arrayBuffer()),
		delete: async () => undefined,
	}) as unknown as R2Bucket;
