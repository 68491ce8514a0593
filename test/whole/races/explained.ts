import { env } from 'cloudflare:workers';
import type { Scheduler } from 'fast-check';
import { moveOver, settle } from '../../harness/moving.ts';
import { interleaved } from './interleaving.ts';
import { differences, type Outcome, outcomeOf } from './outcome.ts';
import { halting, type Trip } from './scheduled-bindings.ts';
import { inOrder, type Order, serialOrders } from './serial-orders.ts';
import { cron, isMoving, MOVE, type Operations, type Reply, type Stage } from './stage.ts';

/** The operation that does its work in several steps, between which others may do theirs. */
const CRON = 'the cron';
/** More orders than this, which only several runs of the cron have, are not tried. */
const MAX_ORDERS = 300;

/**
 * Runs the operations at once, as the scheduler decides. Fails unless their answers and the final state equal those of a serial order on a twin. After `lost` answers, the answer of one write is lost; on the twin none is lost.
 */
export async function expectExplained<W>(
	stage: Stage<W>,
	history: readonly string[],
	names: readonly string[],
	lost: number | null,
	scheduler: Scheduler,
): Promise<void> {
	const trips: Step[] = [];
	let answered = 0;
	const isLost = () => answered++ === lost;
	const concurrent = await run(stage, history, names, (perform) =>
		interleaved(
			scheduler,
			names.map((name, index) => (pass) => {
				const halt = (trip: Trip) => {
					trips.push({ index, trip });
					return pass(`${index} ${name}: ${trip.moment} ${trip.label}`);
				};
				return perform(name, halt, isLost);
			}),
		),
	);
	let tried = 0;
	let nearest: { order: Order; found: string[] } | undefined;
	for (const order of serialOrders(orderOf(trips, names))) {
		if (++tried > MAX_ORDERS) break;
		const serial = await run(stage, history, names, (perform) => serially(order, names, perform));
		const found = differences(concurrent, serial);
		if (found.length === 0) return;
		if (nearest === undefined || found.length < nearest.found.length) nearest = { order, found };
	}
	const { order = [], found = [] } = nearest ?? {};
	throw new Error(`No serial order explains this; the nearest is ${order.join()}:\n${found.join('\n')}`);
}

type Perform = (name: string, halt: (trip: Trip) => Promise<void>, isLost?: () => boolean) => Promise<Reply>;

/** A round trip of the operation with this index. */
interface Step {
	index: number;
	trip: Trip;
}

async function run<W>(
	{ build, setClock, subjects, observe, companyOf, names: namesOf }: Stage<W>,
	history: readonly string[],
	names: readonly string[],
	together: (perform: Perform) => Promise<Reply[]>,
): Promise<Outcome> {
	const operations: Operations<W> = Object.assign({}, ...subjects);
	const world = await build();
	const company = companyOf?.(world);
	setClock();
	const freely = async () => {};
	const perform: Perform = async (name, halt, isLost = () => false) => {
		if (name === MOVE) return move(company ?? '', halt, isLost);
		const operation = operations[name];
		if (operation === undefined) throw new Error(`There is no operation ${name}`);
		return patiently(() => operation(world, halting(halt, isLost)));
	};
	for (const name of history) {
		await perform(name, freely);
		if (name === MOVE) await settle(company ?? '');
	}
	const answers = await together(perform);
	if (names.includes(MOVE)) await settle(company ?? '');
	// The next run of the cron does the work that this one left undone.
	await cron(env, company);
	return outcomeOf(
		{
			answers: Object.fromEntries(answers.map((answer, n) => [`${n} ${names[n]}`, answer])),
			...(await observe(world)),
		},
		namesOf(world),
	);
}

/** Moves a company. Only its writes are halted, because it reads a page of every table. */
async function move(company: string, halt: Parameters<Perform>[1], isLost: () => boolean): Promise<Reply> {
	const haltOnWrite = async (trip: Trip) => (trip.isWrite ? halt(trip) : undefined);
	await moveOver(halting(haltOnWrite, isLost), company);
	return { status: 200, body: null };
}

/** How often a caller repeats a request while the company is moving. */
const PATIENCE = 300;

async function patiently(send: () => Promise<Reply>): Promise<Reply> {
	for (let attempt = 1; attempt <= PATIENCE; attempt++) {
		const { status, body } = await send();
		if (status !== 503 || !isMoving(body)) return { status, body };
	}
	throw new Error('A company is moving for too long');
}

/** Runs the operations one after the other. Only the cron is halted, after each step. */
const serially = (order: Order, names: readonly string[], perform: Perform) =>
	interleaved(
		inOrder(order),
		names.map((name, index) => async (pass) => {
			await pass(String(index));
			const isHalted = ({ isWrite, moment }: Trip) => name === CRON && isWrite && moment === 'after';
			return perform(name, async (trip) => {
				if (isHalted(trip)) await pass(String(index));
			});
		}),
	);

/** The order in which the operations took effect: each with its last round trip, the cron with each of its writes. */
function orderOf(trips: readonly Step[], names: readonly string[]): Order {
	const ended = trips.filter(({ trip }) => trip.moment !== 'before');
	const isRepetition = ({ index }: Step, position: number) =>
		ended.slice(0, position).findLast((earlier) => earlier.index === index)?.trip.moment === 'lost';
	const effects = ended.filter((step, position) => !isRepetition(step, position));
	return effects
		.filter(({ index, trip }, position) =>
			names[index] === CRON
				? trip.isWrite
				: !effects.slice(position + 1).some((later) => later.index === index),
		)
		.map(({ index }) => index);
}
