import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemo } from './demo.ts';
import { migrateLocal, secretFile, stateDir, withLocalStorage } from './local-state.ts';
import { startWrangler } from './wrangler.ts';

const READY_WITHIN_MS = 60_000;

const { values: options } = parseArgs({ options: { dev: { type: 'boolean', default: false } } });
const port = process.env.PORT ?? '8787';
const address = `http://localhost:${port}`;

if (!(await isFree(Number(port)))) {
	console.error(`Port ${port} is in use. Choose another one: PORT=8788 npm start`);
	process.exit(1);
}
await migrateLocal();
const isNew = await withLocalStorage((storage) => seedDemo(storage, Date.now()));

const server = startWrangler(
	[
		'dev',
		'--local',
		'--port',
		port,
		'--persist-to',
		stateDir(),
		'--env-file',
		secretFile(),
		...(options.dev ? [] : ['--log-level', 'error', '--show-interactive-dev-session', 'false']),
	],
	{ stdio: 'inherit' },
);
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		isStopping = true;
		server.kill(signal);
	});
}
server.on('exit', (code) => process.exit(isStopping ? 0 : (code ?? 1)));

await untilReady();
console.log(`
Zubrot serves ${address}/api/v2
API reference  ${address}/
Database       ${stateDir()} (${isNew ? 'with new demo data' : 'as you left it'})

Demo accounts, password ${DEMO_PASSWORD}:
${DEMO_ACCOUNTS.map(({ email, role, company }) => `  ${email.padEnd(26)}${role.padEnd(24)}${company ?? 'all companies'}`).join('\n')}

Stop with Ctrl-C.`);

function isFree(candidate: number): Promise<boolean> {
	const probe = createServer();
	return new Promise((resolve) => {
		probe.once('error', () => resolve(false));
		probe.listen(candidate, 'localhost', () => probe.close(() => resolve(true)));
	});
}

async function untilReady(): Promise<void> {
	const deadline = Date.now() + READY_WITHIN_MS;
	while (Date.now() < deadline) {
		const isReady = await fetch(`${address}/openapi.json`).then(
			(response) => response.ok,
			() => false,
		);
		if (isReady) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error(`The server did not answer on ${address} within ${READY_WITHIN_MS / 1000} seconds`);
}
