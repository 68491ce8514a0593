import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countedClient } from './counted.ts';
import type { Counts } from './counting.ts';
import { type Runtime, withRuntime } from './runtime.ts';
import { count, MAIN_COMPANY, seededId, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';
import { timed } from './timed.ts';

const ENDPOINTS = 3;
const PEOPLE = 2000;
const AIM_PER_MINUTE = 10_000;
/** As many as the service opens at once: two for each endpoint. */
const CONNECTIONS = 2 * ENDPOINTS;

/** Counts a change with and without endpoints, then sends the events of a company to a receiver on this machine. */
export const measureWebhooks = (): Promise<void> =>
	withRuntime(async (runtime) => {
		const { DB } = runtime.bindings;
		// Every second employee works for the company.
		await seedUpTo(DB, 2 * PEOPLE);
		const companyId = seededId('company', MAIN_COMPANY);
		const send = await countedClient(runtime, companyId);
		const change = async (name: string) => {
			const person = { companyId, email: `${name}@bench.example` };
			return (await send('POST', '/api/v2/employees', person)).counts;
		};
		// The first request also reads what the process remembers for later ones.
		await change('first');
		const without = await change('without');
		const receiver = await startReceiver();
		for (let n = 0; n < ENDPOINTS; n++) {
			await send('POST', `/api/v2/companies/${companyId}/webhook-endpoints`, { url: `${receiver.url}/${n}` });
		}
		printChange(without, await change('with'));
		await send('POST', `/api/v2/companies/${companyId}/employees/invitations`);
		await compareWithFetches(runtime, receiver);
		receiver.close();
	});

/** A receiver that keeps the bodies, and answers at once. */
async function startReceiver() {
	const bodies: string[] = [];
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		bodies.push(body);
		response.writeHead(204).end();
	});
	// A connection that node closes while workerd sends the next request over it would lose that request.
	server.keepAliveTimeout = 0;
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url, bodies, close: () => server.close().closeAllConnections() };
}

const columnsOf = ({ roundTrips, statements, rowsRead, rowsWritten }: Counts) => [
	...[roundTrips, statements, rowsRead, rowsWritten],
];

const printChange = (without: Counts, having: Counts): void =>
	printTable(
		'Adding a person to a company with webhook endpoints',
		['endpoints', 'trips', 'statements', 'rows read', 'rows written', 'verdict'],
		[
			['none', ...columnsOf(without), ''],
			[`${ENDPOINTS}`, ...columnsOf(having), having.roundTrips > without.roundTrips ? 'MISSED' : 'ok'],
		],
	);

async function compareWithFetches(
	runtime: Runtime,
	{ url, bodies }: { url: string; bodies: string[] },
): Promise<void> {
	const due = await count(runtime.bindings.DB, WAITING);
	const run = await timed<{ sent: number; counts: Counts }>(runtime, '/bare/webhooks', {});
	const left = await count(runtime.bindings.DB, WAITING);
	const sent = bodies.length;
	const floor = await timed<number>(runtime, '/bare/fetches', {
		url,
		bodies: bodies.slice(),
		connections: CONNECTIONS,
	});
	const perMinute = (60 * sent) / run.seconds;
	const shown = ({ seconds, cpuSeconds }: { seconds: number; cpuSeconds: number }) => [
		Math.round((60 * sent) / seconds),
		(seconds / floor.seconds).toFixed(1),
		((1000 * cpuSeconds) / sent).toFixed(2),
		(cpuSeconds / floor.cpuSeconds).toFixed(1),
	];
	const { roundTrips, rowsRead, rowsWritten } = run.answer.counts;
	printTable(
		`Deliveries to ${ENDPOINTS} endpoints at a receiver on this machine, against plain fetches of the same bodies`,
		['', 'a minute', 'to floor', 'CPU ms', 'to floor', 'trips', 'rows read', 'rows written', 'verdict'],
		[
			[
				'deliveries',
				...shown(run),
				...[roundTrips, rowsRead, rowsWritten],
				perMinute < AIM_PER_MINUTE ? 'MISSED' : 'ok',
			],
			['floor: fetches', ...shown(floor), '', '', '', ''],
		],
		[
			`${sent.toLocaleString('en')} of ${due.toLocaleString('en')} deliveries arrived. The aim is ${AIM_PER_MINUTE.toLocaleString('en')} a minute.`,
			...(left === 0 && sent === due ? [] : [`INCOMPLETE: ${left} are still due`]),
		],
	);
}

const WAITING = `webhook_deliveries WHERE state = 'WAITING'`;
