import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { watched } from '../../harness/changes.ts';
import { bytesIn, pdfWith, XML, xmlWith } from '../../harness/invoices.ts';
import { cellOfCompany, Movers } from '../../harness/moving.ts';
import {
	as,
	at,
	newCompany,
	newUser,
	runCron,
	runCronOver,
	type TestUser,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';
import { untold } from '../../tenants/history/telling.ts';
import { iso } from './calendar.ts';
import type { TaxRule } from './reference.ts';

export { newTill } from '../../harness/tills.ts';

/** Returns an invoice with these fields, as XML in one of two syntaxes or inside a PDF. Invoices differ in nothing else. */
export function newInvoice(
	syntax: 'cii' | 'ubl' | 'pdf',
	fields: { number: string; date: string; type: string; total: string; vatNumber: string | null },
): Uint8Array<ArrayBuffer> {
	const { number, date, type, total, vatNumber } = fields;
	const changes = {
		'RE-2023-0042': number,
		'2023-02-27': date,
		'20230227': date.replaceAll('-', ''),
		'>380<': `>${type}<`,
		'>10.00<': `>${total}<`,
		DE123456789: vatNumber ?? '',
	};
	const xml = xmlWith(changes, syntax === 'ubl' ? XML.ubl : XML.cii);
	return syntax === 'pdf' ? pdfWith(xml) : bytesIn(xml);
}

export interface Request {
	/** admin, verifier, platform, or `user of employee-0`. */
	by: string;
	method: string;
	path: string;
	body?: object | undefined;
}

/** Calls the service as a client does, with the names of the reference instead of ids. */
export class Service {
	readonly #ids = new Map<string, string>();
	readonly #names = new Map<string, string>();
	readonly #users = new Map<string, TestUser>();
	/** Requests and answers, described for a person. */
	readonly story: string[] = [];
	#now = 0;
	/** Moves the company; null where it stays in D1. */
	#movers: Movers | null = null;
	#lastCron = 0;
	/** The database that keeps what each batch changes; null where nobody looks. */
	#watched: Awaited<ReturnType<typeof watched>> | null = null;

	static async open(
		now: number,
		referenceDay: number,
		templates: Record<string, TaxRule[]>,
		isMoving: boolean,
	): Promise<Service> {
		const service = new Service();
		service.setClock(now);
		if (isMoving) service.#movers = Movers.open();
		const company = await newCompany(referenceDay);
		service.#name('company', company.id);
		service.#add('admin', company.admin);
		service.#add('verifier', await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]));
		service.#add('platform', await newUser(['PLATFORM_ADMIN']));
		for (const person of Array.from({ length: 6 }, (_, n) => `person-${n}`))
			service.#name(person, uniqueEmail());
		for (const [name, rules] of Object.entries(templates)) {
			const body = { name, rules, companyIds: [company.id] };
			const { status, body: template } = await as(company.admin).post('/flex/tax-rule-templates', body);
			expect(status).toBe(201);
			service.#name(name, template.id);
		}
		return service;
	}

	/** From now on, the history has to record each change, and nothing else. */
	async watch(): Promise<void> {
		this.#watched = await watched();
	}

	/** Calls the service over the watched database, and then compares what each batch changed with its events. */
	async #whileWatched<T>(act: (bindings: typeof env) => Promise<T>): Promise<T> {
		if (this.#watched === null) return act(env);
		const { DB, batches } = this.#watched;
		const result = await act({ ...env, DB });
		expect(batches.splice(0).flatMap(untold), 'changes that the history does not record').toEqual([]);
		return result;
	}

	setClock(now: number): void {
		this.#now = now;
		at(iso(now));
	}

	/** Sends a request; the answer to a refusal is its code and what it tells about limits. */
	async send({ by, method, path, body }: Request): Promise<{ status: number; body: unknown }> {
		const user = await this.#user(by);
		const address = path.replace(/[^/?=]+/g, (part) => this.#ids.get(part) ?? part);
		const isFile = body instanceof Uint8Array;
		const sent = body === undefined || isFile ? body : replaced(body, this.#ids);
		const headers = isFile ? { 'Content-Type': 'application/pdf' } : {};
		const call = (bindings = env) => as(user, bindings).send(method, address, sent, headers);
		const answer = method === 'GET' ? await call() : await this.#whileWatched(call);
		return { status: answer.status, body: answer.body };
	}

	tell(line: string): void {
		this.story.push(`${iso(this.#now)} ${line}`);
	}

	/** All runs of the cron at once. */
	async runCron(instants: number[]): Promise<void> {
		this.#lastCron = Math.max(this.#lastCron, ...instants);
		if (this.#watched !== null)
			for (const instant of instants)
				await this.#whileWatched((bindings) => runCronOver(bindings, iso(instant)));
		else if (this.#movers === null) await Promise.all(instants.map((instant) => runCron(iso(instant))));
		else await this.#movers.runCron(instants.map(iso), [this.#idOf('company')]);
	}

	/** When a run of the cron takes place that is scheduled for this instant. The jobs of a cell never go back in time. */
	timeOfCron(instant: number): number {
		return this.#movers === null ? instant : Math.max(instant, this.#lastCron);
	}

	/** Continues the move of the company to a new cell by some pages, or to its end. Nobody sees a difference. */
	async move(pages: number | undefined): Promise<void> {
		await this.#movers?.goOn(this.#idOf('company'), pages);
	}

	/** Answers with names. Ids that are new get the names that stand at their places in what is expected. */
	named(answer: unknown, expected: unknown): unknown {
		this.#learn(answer, expected);
		return replaced(answer, this.#names);
	}

	#learn(answer: unknown, expected: unknown): void {
		if (typeof answer !== 'object' || typeof expected !== 'object' || !answer || !expected) return;
		for (const [key, value] of Object.entries(answer)) {
			const name: unknown = Reflect.get(expected, key);
			const isNew = !this.#names.has(value) && typeof name === 'string' && !this.#ids.has(name);
			if (LEARNT.has(key) && isNew) this.#name(name, value);
			else this.#learn(value, name);
		}
	}

	#name(name: string, id: string): void {
		this.#ids.set(name, id);
		this.#names.set(id, name);
	}

	readonly #idOf = (name: string): string => this.#ids.get(name) ?? name;

	#add(name: string, user: TestUser): void {
		this.#users.set(name, user);
		this.#name(name, user.userId);
	}

	async #user(name: string): Promise<TestUser> {
		const known = this.#users.get(name);
		if (known !== undefined) return known;
		// A test cannot open a session while the company is closed.
		await this.#movers?.finishAll();
		const cell = await cellOfCompany(this.#idOf('company'));
		const user = await userOf(this.#idOf(name.replace('user of ', '')), cell ?? undefined);
		this.#add(name, user);
		return user;
	}
}

/** Values that only the service can choose and must keep. */
const LEARNT = new Set(['id', 'employeeId', 'sha256']);
/** Values that depend on when the cron came, or on who a person is at present. */
const UNKNOWN = new Set(['dateCreated', 'dateModified', 'dateClosed', 'employee']);

/** A copy with other names for ids, or ids for names. */
function replaced(value: unknown, by: Map<string, string>): unknown {
	if (typeof value === 'string') return by.get(value) ?? value;
	if (Array.isArray(value)) return value.map((item) => replaced(item, by));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).filter(([key]) => !UNKNOWN.has(key));
	return Object.fromEntries(entries.map(([key, item]) => [key, replaced(item, by)]));
}
