import { createHash, createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { iso, monthOf, monthStart } from './calendar.ts';
import type { Reference } from './reference.ts';
import type { Service } from './service.ts';
import { moveClock } from './step.ts';

const PAGE = 'limit=200';

/** Notes which expenses the service has drawn for the sample. The reference cannot predict them, because the seed is secret. */
export async function learnDraws(reference: Reference, service: Service): Promise<void> {
	if (!reference.rules.some(({ samplePercent }) => samplePercent % 100 !== 0)) return;
	const path = '/companies/company/flex/expenses';
	const { body } = await service.send({ by: 'admin', method: 'GET', path });
	for (const { id, dateSampled } of body as { id: string; dateSampled: string | null }[]) {
		if (dateSampled !== null) reference.drawn.add(service.named(id, null) as string);
	}
}

interface Told {
	recordId: string;
	date: string;
	after: { machineFacts?: { mark: string } | null; month?: string; commitment?: string; seed?: string };
}

/** Follows the recipe of docs/decisions.md: the first 8 digits of the HMAC-SHA256, divided by 2^32, must be below the share. */
function isDrawn(seed: string, mark: string, percent: number): boolean {
	const digits = createHmac('sha256', Buffer.from(seed, 'hex')).update(mark).digest('hex').slice(0, 8);
	return Number.parseInt(digits, 16) / 2 ** 32 < percent / 100;
}

/** Waits until each seed is revealed, and repeats the draws from the history. */
export async function checkDraws(reference: Reference, service: Service): Promise<void> {
	const { draws } = reference;
	if (draws.length === 0) return;
	const over = monthStart(Math.max(...draws.map(({ month }) => month)), 2);
	moveClock(reference, service, Math.max(reference.now, over));
	await service.runCron([service.timeOfCron(reference.now)]);
	const told = async (type: string): Promise<Told[]> => {
		const { body } = await service.send({ by: 'admin', method: 'GET', path: `/events?type=${type}&${PAGE}` });
		return (body as Told[]).toSorted((a, b) => (a.date < b.date ? -1 : 1));
	};
	const [committed, revealed, ...ofExpenses] = await Promise.all(
		['approval_seed.committed', 'approval_seed.revealed', 'expense.submitted', 'expense.facts_changed'].map(
			told,
		),
	);
	const marks = new Map<unknown, string>();
	for (const { recordId, after } of ofExpenses.flat()) {
		if (after.machineFacts != null) marks.set(service.named(recordId, null), after.machineFacts.mark);
	}
	for (const { expense, month, percent, isDrawn: wasDrawn } of draws) {
		const isOfMonth = ({ recordId }: Told) => recordId === seedOf?.recordId;
		const seedOf = committed?.find(({ after }) => after.month === iso(month));
		const seed = revealed?.find(isOfMonth)?.after.seed ?? '';
		const commitment = createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');
		expect(commitment, `the seed of ${monthOf(month)}`).toBe(seedOf?.after.commitment);
		const mark = marks.get(expense) ?? '';
		expect(wasDrawn, `the draw of ${expense} at ${percent} %`).toBe(isDrawn(seed, mark, percent));
	}
}
