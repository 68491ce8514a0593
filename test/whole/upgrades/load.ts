import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import { startOfMonth, toIso, toYearMonth } from '../../../src/foundation/core/instant.ts';
import type { MortalService } from '../kills/runtime.ts';
import { askEvents, type Employer, send, type TestEvent } from '../kills/writers.ts';

const MONTH = startOfMonth(Date.now());
const BUDGET = { value: 10_000_000, currency: 'EUR_CENT' };
/** Each of six people rests so long after an answer. */
const PAUSE_MS = 75;
/** The service may answer 503 for less than this. */
const MAX_REFUSED_MS = 5000;
/** A cell announces its last events within this time. */
const ANNOUNCED_MS = 3000;

/** An employee, and the expenses that the service has confirmed. */
interface Spender {
	employer: Employer;
	employeeId: string;
	cents: number;
	expenses: number;
}

/** People who work in all companies at once until the load ends, and a program that follows the events. */
export class Load {
	readonly #hired: { employer: Employer; employeeId: string }[] = [];
	readonly #spenders: Spender[] = [];
	readonly #work: Promise<unknown>[];
	readonly #followed: Promise<TestEvent[]>;
	#isOver = false;
	#isFollowed = false;
	#repeated = 0;
	/** The answers since the last one below 500: when the first 503 came, and the longest time of that kind. */
	#refusedSince: number | null = null;
	#refusedMs = 0;
	/** Errors in the log, apart from answers with 503. */
	readonly #failures: string[] = [];
	readonly #statuses = new Map<number | null, number>();
	/** True while new code runs before its migrations. */
	#mayRefuse = false;

	readonly service: MortalService;
	readonly employers: readonly Employer[];
	readonly operator: string;

	constructor(service: MortalService, employers: readonly Employer[], operator: string) {
		this.service = service;
		this.employers = employers;
		this.operator = operator;
		service.log = ({ message }) => {
			if (message.includes('"level":"error"') && !message.includes('"event":"unavailable"'))
				this.#failures.push(message);
		};
		service.note = (status) => this.#note(status);
		this.#work = employers.flatMap((employer, company) => [
			this.#hire(employer, company),
			this.#spend(employer, company),
			this.#read(employer),
		]);
		this.#followed = this.#follow();
	}

	#note(status: number | null): void {
		this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
		if (this.#mayRefuse || status === null) return;
		if (status !== 503) this.#refusedSince = null;
		else this.#refusedSince ??= Date.now();
		if (this.#refusedSince !== null)
			this.#refusedMs = Math.max(this.#refusedMs, Date.now() - this.#refusedSince);
	}

	/** `send` fails for every answer but a success and a request to try again. */
	#write = <Body>({ authorization }: Employer, method: string, path: string, body?: object): Promise<Body> =>
		send<Body>(this.service, authorization, method, path, body, () => this.#repeated++);

	async #hire(employer: Employer, company: number): Promise<void> {
		for (let n = 0; !this.#isOver; n++) {
			const { companyId } = employer;
			const person = { email: `hired-${company}-${n}@upgrades.example`, companyId };
			const { employeeId } = await this.#write<{ employeeId: string }>(
				employer,
				'POST',
				'/employees',
				person,
			);
			this.#hired.push({ employer, employeeId });
			await pause(PAUSE_MS);
		}
	}

	async #spend(employer: Employer, company: number): Promise<void> {
		const person = { email: `spender-${company}@upgrades.example`, companyId: employer.companyId };
		const { employeeId } = await this.#write<{ employeeId: string }>(employer, 'POST', '/employees', person);
		this.#hired.push({ employer, employeeId });
		const path = `/employees/${employeeId}/flex`;
		const access = { budget: BUDGET, accumulateBudget: true, startDate: toIso(MONTH) };
		await this.#write(employer, 'PUT', `${path}/access`, access);
		const spender: Spender = { employer, employeeId, cents: 0, expenses: 0 };
		this.#spenders.push(spender);
		while (!this.#isOver && spender.expenses < 95) {
			const value = 1 + Math.floor(900 * Math.random());
			const expense = {
				module: 'INTERNET',
				amount: { value, currency: 'EUR_CENT' },
				date: toIso(MONTH).slice(0, 10),
			};
			await this.#write(employer, 'POST', `${path}/expenses`, expense);
			spender.cents += value;
			spender.expenses++;
			await pause(PAUSE_MS);
		}
	}

	async #read(employer: Employer): Promise<void> {
		while (!this.#isOver) {
			await this.#write(employer, 'GET', `/employees?companyId=${employer.companyId}`);
			await pause(PAUSE_MS);
		}
	}

	async #follow(): Promise<TestEvent[]> {
		const found: TestEvent[] = [];
		let path = '/api/v2/events?limit=50';
		for (;;) {
			const wasOver = this.#isFollowed;
			const page = await askEvents(this.service, this.operator, path);
			if (page !== null) {
				found.push(...page.events);
				path = page.next;
				if (wasOver && page.isLast) return found;
			}
			if (page === null || page.isLast) await pause(200);
		}
	}

	/** Requires that the service refuses with 503 and a sentence, but is alive. */
	async requireRefused(): Promise<void> {
		this.#mayRefuse = true;
		const { url } = this.service;
		const answer = await fetch(new URL('/api/v2/auth/me', url), {
			headers: { Authorization: this.operator },
		});
		expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
			503,
			expect.stringContaining('its database does not have the new schema yet'),
		]);
		expect((await fetch(new URL('/health', url))).status).toBe(200);
	}

	/** From now on, the service may answer 503 only for a moment. */
	requireServed(): void {
		this.#mayRefuse = false;
	}

	/** Ends the load, and returns the events that were followed. */
	async end(): Promise<TestEvent[]> {
		this.#isOver = true;
		await Promise.all(this.#work);
		// They record what has begun.
		await this.service.runJobs(this.employers.flatMap(({ cell }) => cell ?? []));
		await pause(ANNOUNCED_MS);
		this.#isFollowed = true;
		return this.#followed;
	}

	/** Requires that each confirmed write is there once, and was followed once. */
	async requireAll(events: readonly TestEvent[]): Promise<void> {
		expect(events.length).toBe(new Set(events.map(({ id }) => id)).size);
		const created = events.filter(({ type }) => type === 'employee.created').map(({ subject }) => subject.id);
		expect(created.sort()).toEqual(this.#hired.map(({ employeeId }) => employeeId).sort());
		for (const employer of this.employers) {
			const own = this.#hired.filter((one) => one.employer === employer).map(({ employeeId }) => employeeId);
			const { $client } = databaseOf(this.service.bindings, employer.cell);
			const { results } = await $client
				.prepare('SELECT id FROM employees WHERE company_id = ?')
				.bind(employer.companyId)
				.all<{ id: string }>();
			expect(results.map(({ id }) => id).sort()).toEqual(own.sort());
			const mails = await $client
				.prepare('SELECT user_id, kind FROM mails GROUP BY user_id, kind HAVING count(*) > 1')
				.all();
			expect(mails.results).toEqual([]);
		}
		for (const { employer, employeeId, cents, expenses } of this.#spenders) {
			const path = `/employees/${employeeId}/flex`;
			const month = toYearMonth(MONTH);
			expect(await this.#write(employer, 'GET', `${path}/balance?month=${month}`)).toMatchObject({
				pending: cents,
			});
			expect(await this.#write<object[]>(employer, 'GET', `${path}/expenses?limit=100`)).toHaveLength(
				expenses,
			);
		}
		expect([...this.#statuses.keys()].filter((status) => (status ?? 0) >= 500 && status !== 503)).toEqual([]);
		expect(this.#failures).toEqual([]);
		expect(this.#refusedMs).toBeLessThan(MAX_REFUSED_MS);
	}

	report(): string {
		const expenses = this.#spenders.reduce((sum, one) => sum + one.expenses, 0);
		const answers = [...this.#statuses].map(([status, count]) => `${count} × ${status ?? 'no answer'}`);
		return `${this.#hired.length} employees and ${expenses} expenses confirmed, ${this.#repeated} requests repeated, ${answers.join(', ')}, 503 for at most ${this.#refusedMs} ms`;
	}
}
