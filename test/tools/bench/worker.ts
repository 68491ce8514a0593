import { Hono } from 'hono';
import { createApp } from '../../../src/app.ts';
import { employeesPage } from '../../../src/benefits/employees/list/store.ts';
import { factsIn } from '../../../src/benefits/expenses/facts/rules.ts';
import { parseMail } from '../../../src/benefits/expenses/incoming-mail/rules.ts';
import { consoleRoutes } from '../../../src/console/routes.tsx';
import { takeCompany } from '../../../src/entrances/jobs/companies.ts';
import { takeMessages } from '../../../src/entrances/jobs/mail.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { takeWebhooks } from '../../../src/entrances/jobs/webhooks.ts';
import { PARTS } from '../../../src/foundation/cells/move/belonging.ts';
import { askAll, numbered, wholeOf } from '../../../src/foundation/cells/move/pages.ts';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import type { Scope } from '../../../src/foundation/core/actor.ts';
import type { CompanyMessage } from '../../../src/foundation/core/jobs.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { streamOf } from '../../../src/foundation/http/file.ts';
import { backUpCompanies } from '../../../src/tenants/hosting/nightly-backups/actions.ts';
import { counting } from './counting.ts';

// A line for each message would bury the figures.
console.log = () => {};

const PAGE = 1000;
/** They stand for the values that a request gives. */
const [MARK, COMPANY_MARK] = ['the id of the request', 'the company of the request'];
const FIRST = { companyId: '', id: '' };

const spelling = connect({ prepare: () => ({}) } as unknown as D1Database);
const everything: Scope = { all: true, managerId: null, employeeId: null };

/** The product's SQL as raw text, with the places of the values that a request gives. */
function raw(statement: { toSQL(): { sql: string; params: unknown[] } }) {
	const { sql, params } = statement.toSQL();
	return (d1: D1Database, id: string, companyId = '') =>
		d1
			.prepare(sql)
			.bind(...params.map((param) => (param === MARK ? id : param === COMPANY_MARK ? companyId : param)));
}

const pageOfAll = raw(employeesPage(spelling, everything, {}, { companyId: COMPANY_MARK, id: MARK }, PAGE));
const all = raw(employeesPage(spelling, everything, {}, FIRST, 1_000_000));

/** The floor: the product's own SQL behind a bare route, without authentication, checks and mapping. */
const bare = new Hono<{ Bindings: Bindings }>()
	.get('/bare/employees/streamed', (c) => c.body(streamed(c.env.DB)))
	.get('/bare/receipts', async (c) => c.body(await streamOf(pieces(c.env.RECEIPTS))))
	.get('/bare/employees/whole', async (c) => c.json((await all(c.env.DB, '').all()).results))
	.post('/bare/vouchers', async (c) => {
		const { due, next } = await c.req.json<{ due: number; next: number }>();
		const [issued] = await c.env.DB.batch(issueAll(c.env.DB, due, next));
		return c.json(issued?.meta.changes);
	})
	.post('/bare/payroll-run', async (c) => {
		const { runId, companyId, until } = await c.req.json<Record<string, unknown>>();
		const { meta } = await c.env.DB.prepare(
			`UPDATE payroll_transactions SET state = 'COMMITTED', run_id = ?1
			WHERE company_id = ?2 AND state = 'PENDING' AND payroll_reference_date <= ?3`,
		)
			.bind(runId, companyId, until)
			.run();
		return c.json(meta.changes);
	})
	.post('/bare/counted', async (c) => {
		const { d1, take } = counting(c.env.DB);
		const { path, ...init } = await c.req.json<{ path: string } & RequestInit>();
		const request = new Request(new URL(path, c.req.url), init);
		const { MAIL_QUEUE: _, WEBHOOK_QUEUE: __, ...bindings } = c.env;
		const answer = await product.fetch(request, { ...bindings, DB: d1 }, c.executionCtx);
		return new Response(answer.body, { status: answer.status, headers: { Counts: JSON.stringify(take()) } });
	})
	.post('/bare/company', async (c) => {
		const { companyId, cell } = await c.req.json<{ companyId: string; cell: string | null }>();
		return c.json({ rows: await readPlainly(databaseOf(c.env, cell).$client, companyId) });
	})
	.post('/bare/backup', async (c) => {
		const { cell, now } = await c.req.json<{ cell: string | null; now: number }>();
		const { d1, take } = counting(c.env.DB);
		const saved = await backUpCompanies(databaseOf({ ...c.env, DB: d1 }, cell), c.env, now, () => true);
		return c.json({ saved, counts: take() });
	})
	.post('/bare/codes', async (c) => {
		const { code, times } = await c.req.json<{ code: string; times: number }>();
		for (let count = 0; count < times; count++) {
			const { signature } = await factsIn(code, Date.now());
			if (signature !== 'VALID') throw new Error('The signature does not match');
		}
		return c.json(times);
	})
	.post('/bare/signatures', async (c) => {
		const { times } = await c.req.json<{ times: number }>();
		const [name, data] = [{ name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }, new Uint8Array(300)];
		const keys = (await crypto.subtle.generateKey(name, true, ['sign', 'verify'])) as CryptoKeyPair;
		const signature = await crypto.subtle.sign(name, keys.privateKey, data);
		const raw = (await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer;
		for (let count = 0; count < times; count++) {
			const key = await crypto.subtle.importKey('raw', raw, name, false, ['verify']);
			if (!(await crypto.subtle.verify(name, key, signature, data))) throw new Error('It does not match');
		}
		return c.json(times);
	})
	.post('/bare/dropped', async (c) => {
		await c.req.raw.body?.pipeTo(new crypto.DigestStream('MD5'));
		return c.body(null, 201);
	})
	.post('/bare/uploads', (c) => {
		const request = new Request(new URL(c.req.query('path') ?? '', c.req.url), c.req.raw);
		return withPages.fetch(request, { ...c.env, RECEIPTS: forgetful }, c.executionCtx);
	})
	.post('/bare/parsed-mail', async (c) => {
		const mail = await parseMail(new Uint8Array(await c.req.arrayBuffer()));
		return c.json(mail?.files.length, 201);
	})
	.post('/bare/mails', async (c) => {
		const { d1, take } = counting(c.env.DB);
		const { now, perDay } = await c.req.json<{ now: number; perDay: number }>();
		const { MAIL_QUEUE: _, ...bindings } = c.env;
		const env: Bindings = {
			...bindings,
			DB: d1,
			EMAIL: { send: async () => ({ messageId: crypto.randomUUID() }) } as unknown as SendEmail,
			MAIL_FROM: 'bench@mail.example',
			PUBLIC_URL: 'https://bench.example',
			MAIL_PER_DAY: String(perDay),
		};
		const sent = await takeMessages(['a mail is due'], env, now, () => true);
		return c.json({ sent, counts: take() });
	})
	.post('/bare/webhooks', async (c) => {
		const { d1, take } = counting(c.env.DB);
		const { WEBHOOK_QUEUE: _, ...bindings } = c.env;
		const time = { clock: () => Date.now(), expiry: (ms: number) => AbortSignal.timeout(ms) };
		const message = { webhooksOf: null, due: 0 };
		const sent = await takeWebhooks([message], { ...bindings, DB: d1 }, time, () => true);
		return c.json({ sent, counts: take() });
	})
	.post('/bare/fetches', async (c) => {
		const { url, bodies, connections } = await c.req.json<{
			url: string;
			bodies: string[];
			connections: number;
		}>();
		const headers = { 'Content-Type': 'application/json' };
		const rest = bodies.values();
		const sender = async () => {
			for (const body of rest) await (await fetch(url, { method: 'POST', headers, body })).text();
		};
		await Promise.all(Array.from({ length: connections }, sender));
		return c.json(bodies.length);
	})
	.post('/bare/jobs', async (c) => {
		const { d1, take } = counting(c.env.DB);
		const { due, isSplit } = await c.req.json<{ due: number; isSplit?: boolean }>();
		const { sent, JOBS_QUEUE } = keepingQueue();
		const { JOBS_QUEUE: _, ...bindings } = c.env;
		const { failed } = await runDueJobs({ ...bindings, DB: d1, ...(isSplit && { JOBS_QUEUE }) }, due);
		for (const [job, error] of Object.entries(failed)) throw new Error(job, { cause: error });
		return c.json({ counts: take(), sent });
	})
	.post('/bare/message', async (c) => {
		const { d1, take } = counting(c.env.DB);
		const { body, forMs } = await c.req.json<{ body: CompanyMessage; forMs: number }>();
		const { sent, JOBS_QUEUE } = keepingQueue();
		const until = Date.now() + forMs;
		const refused = () => {
			throw new Error('The jobs of the company failed');
		};
		const message = { body, attempts: 1, ack() {}, retry: refused } as unknown as Message<unknown>;
		const { MAIL_QUEUE: _, ...bindings } = c.env;
		await takeCompany(message, { ...bindings, DB: d1, JOBS_QUEUE }, () => Date.now() < until);
		return c.json({ counts: take(), sent });
	});

/** A queue that keeps its messages. */
function keepingQueue() {
	const sent: CompanyMessage[] = [];
	const send = async (body: CompanyMessage) => void sent.push(body);
	const sendBatch = async (messages: Iterable<{ body: CompanyMessage }>) => {
		for (const { body } of messages) sent.push(body);
	};
	return { sent, JOBS_QUEUE: { send, sendBatch } as unknown as Queue<CompanyMessage> };
}

/** A bucket that takes files and keeps none, for the memory of the service alone. */
const forgetful = {
	put: (_key: string, file: ReadableStream) => file.pipeTo(new crypto.DigestStream('MD5')),
} as unknown as R2Bucket;

/** Reads the rows that a move copies, table by table, and returns their number. */
async function readPlainly(db: D1Database, companyId: string): Promise<number> {
	let rows = 0;
	for (const part of PARTS) {
		const asked = numbered(`SELECT * FROM ${part.table} WHERE ${part.where}`, wholeOf(part, companyId));
		const [found = []] = await askAll(db, [asked]);
		rows += found.length;
	}
	return rows;
}

function streamed(d1: D1Database): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let after = FIRST;
	return new ReadableStream({
		async pull(controller) {
			const { results } = await pageOfAll(d1, after.id, after.companyId).all<{
				id: string;
				company_id: string;
			}>();
			const isLast = results.length < PAGE;
			const records = results.map((row) => JSON.stringify(row)).join(',');
			const opening = after === FIRST ? '[' : results.length > 0 ? ',' : '';
			controller.enqueue(encoder.encode(opening + records + (isLast ? ']' : '')));
			const last = results.at(-1);
			if (last !== undefined) after = { companyId: last.company_id, id: last.id };
			if (isLast) controller.close();
		},
	});
}

/** Every file of the bucket, one after the other, each piece through the hands of the worker, which an archive's checksums need. */
async function* pieces(bucket: R2Bucket): AsyncGenerator<Uint8Array> {
	for (const { key } of (await bucket.list()).objects) {
		for await (const piece of (await bucket.get(key))?.body ?? []) yield piece;
	}
}

/** Writes equal rows without deciding anything, in one batch. */
const issueAll = (d1: D1Database, due: number, next: number): D1PreparedStatement[] => [
	d1
		.prepare(
			`INSERT INTO issued_vouchers (id, date_created, employee_id, goodies_voucher_type, interval, amount_value, amount_currency,
				planned_voucher_id, due_date)
			SELECT 'floor-' || id, ?1, employee_id, goodies_voucher_type, interval, amount_value, amount_currency, id, next_occurrence
			FROM planned_vouchers WHERE date_deleted IS NULL AND next_occurrence = ?1`,
		)
		.bind(due),
	d1
		.prepare(
			`UPDATE employees SET revision = revision + 1
			WHERE id IN (SELECT employee_id FROM planned_vouchers WHERE date_deleted IS NULL AND next_occurrence = ?1)`,
		)
		.bind(due),
	d1
		.prepare(
			`UPDATE planned_vouchers SET next_occurrence = ?2, date_modified = ?1
			WHERE date_deleted IS NULL AND next_occurrence = ?1`,
		)
		.bind(due, next),
];

const product = createApp(() => Date.now());
const withPages = createApp(() => Date.now(), consoleRoutes);

export default {
	fetch: (request, env, context) =>
		(new URL(request.url).pathname.startsWith('/bare/') ? bare : product).fetch(request, env, context),
} satisfies ExportedHandler<Bindings>;

export { Cell } from '../../../src/index.ts';
