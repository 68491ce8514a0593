import { createServer } from 'node:net';
import type { Miniflare } from 'miniflare';
import {
	holderOfState,
	holdState,
	releaseState,
	requireWritable,
	stateDir,
	stateIsHeld,
} from './state-folder.ts';
import { Stop } from './stop.ts';

/** How often the process checks whether its parent still runs. */
const PARENT_CHECK_MS = 500;

const port = Number(process.env.PORT ?? '8787');
const address = `http://localhost:${port}`;
const started = Date.now();
const parent = process.ppid;

try {
	requireNoArguments();
	await requireFreePort();
	requireFreeState();
	requireWritable();
	tell('building, and preparing the database …');
	// Loaded after these checks, because the runtime takes seconds to load.
	const [{ bundle, serveBundle }, { demoAccounts, prepareLocalState, wantsCells }] = await Promise.all([
		import('./bundle.ts'),
		import('./prepare.ts'),
	]);
	const bundling = bundle(started);
	// Cells need the bundled Worker.
	if (wantsCells()) await bundling;
	await Promise.all([bundling, prepareLocalState(tell)]);
	const server = serveBundle(port);
	stopWithParent(server);
	await server.ready;
	holdState(process.pid);
	process.on('exit', releaseState);
	console.log(`
Web console     ${address}/console
Zubrot serves   ${address}/api/v2
API reference   ${address}/reference
Local explorer  ${address}/cdn-cgi/local/explorer (database, receipts, mails)
State           ${stateDir()}

${demoAccounts()}

Stop with Ctrl-C.`);
} catch (error) {
	fail(error);
}

function tell(step: string): void {
	console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s  ${step}`);
}

function fail(error: unknown): never {
	const message = error instanceof Error ? error.message : String(error);
	console.error(error instanceof Stop ? message : `Zubrot could not start: ${message}`);
	process.exit(1);
}

function requireNoArguments(): void {
	const [argument] = process.argv.slice(2);
	if (argument)
		throw new Stop(
			`npm start takes no arguments, not ${argument}. The port is chosen by PORT=8788 npm start`,
		);
}

async function requireFreePort(): Promise<void> {
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new Stop(`PORT must be a number from 1 to 65535, not ${process.env.PORT}.`);
	}
	const probe = createServer();
	const isFree = await new Promise((resolve) => {
		probe.once('error', () => resolve(false));
		probe.listen(port, 'localhost', () => probe.close(() => resolve(true)));
	});
	if (!isFree) throw new Stop(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
}

function requireFreeState(): void {
	const holder = holderOfState();
	if (holder !== null) throw stateIsHeld(holder);
}

/** Stops on Ctrl-C, on SIGTERM, and when npm ends, which does not always pass a signal on. */
function stopWithParent(server: Miniflare): void {
	let isStopping = false;
	const stop = async () => {
		if (isStopping) return;
		isStopping = true;
		await server.dispose();
		process.exit(0);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
	setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS);
}
