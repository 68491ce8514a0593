import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPIRED, KEY, VALID } from '../outside/certificates.ts';

/** Networks by their names, as settings of workerd. */
const NETWORKS = {
	public: `allow = ["public"]`,
	private: `allow = ["private"], tlsOptions = (trustBrowserCas = true)`,
	trustsValid: `allow = ["private"], tlsOptions = (trustedCertificates = [embed "valid.pem"])`,
	trustsExpired: `allow = ["private"], tlsOptions = (trustedCertificates = [embed "expired.pem"])`,
};
type Network = keyof typeof NETWORKS;
const NAMES = Object.keys(NETWORKS) as Network[];

/** Sends a delivery by the service's own code to the address in the query. */
const SENDER = `import { post } from './src/webhooks/sending/remote.ts';
export default {
	fetch: async (request) => {
		const to = new URL(request.url).searchParams.get('to');
		return Response.json(await post(to, {}, '{}', { isLocal: true, own: [] }, AbortSignal.timeout(10_000)));
	},
};`;

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [${NAMES.map(
		(name) => `
		(name = "net-${name}", network = (${NETWORKS[name]})),
		(name = "${name}", worker = (modules = [(name = "sender.js", esModule = embed "sender.js")],
			compatibilityDate = "2026-01-01", compatibilityFlags = ["nodejs_compat"], globalOutbound = "net-${name}")),`,
	).join('')}
	],
	sockets = [${NAMES.map((name) => `(name = "${name}", address = "127.0.0.1:0", http = (), service = "${name}")`)}]
);`;

/** The runtime and the bundler that the tools of the service bring along. */
const { default: WORKERD } = createRequire(import.meta.resolve('miniflare'))('workerd');
const { build } = createRequire(import.meta.resolve('wrangler'))('esbuild');

const folder = mkdtempSync(join(tmpdir(), 'zubrot-network-'));
const ports = new Map<string, number>();
let runtime: ChildProcess;
let [log, plain, valid, expired] = ['', '', '', ''];

beforeAll(async () => {
	const stdin = { contents: SENDER, resolveDir: join(import.meta.dirname, '../..') };
	const external = ['node:*', 'cloudflare:*'];
	const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false, external });
	const files = { 'sender.js': outputFiles[0].text, 'valid.pem': VALID, 'expired.pem': EXPIRED };
	for (const [name, text] of Object.entries({ ...files, 'config.capnp': CONFIG }))
		writeFileSync(join(folder, name), text);
	runtime = spawn(WORKERD, ['serve', '--control-fd=3', join(folder, 'config.capnp')], {
		stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
	});
	runtime.stderr?.on('data', (chunk) => {
		log += chunk;
	});
	let told = '';
	for await (const chunk of runtime.stdio[3] as unknown as AsyncIterable<Buffer>) {
		told += chunk;
		for (const [, name, port] of told.matchAll(/"socket":"(\w+)","port":(\d+)/g))
			ports.set(name ?? '', Number(port));
		if (ports.size === NAMES.length) break;
	}
	plain = `http:${await listening(createServer(answer))}`;
	valid = `https:${await listening(createTlsServer({ key: KEY, cert: VALID }, answer))}`;
	expired = `https:${await listening(createTlsServer({ key: KEY, cert: EXPIRED }, answer))}`;
});

afterAll(() => {
	runtime.kill();
	rmSync(folder, { recursive: true });
});

const answer = (_: unknown, response: { end(text: string): void }) => response.end('reached');

async function listening(server: Server): Promise<string> {
	server.listen(0, '127.0.0.1').unref();
	await once(server, 'listening');
	return `//localhost:${(server.address() as AddressInfo).port}/`;
}

/** Sends a delivery through a network. */
async function sent(network: Network, to: string): Promise<unknown> {
	const answer = await fetch(`http://127.0.0.1:${ports.get(network)}/?to=${encodeURIComponent(to)}`);
	return answer.json();
}

const logged = (text: string) => expect.poll(() => log).toContain(text);

const REACHED = { failure: null, status: 200, response: 'reached' };
const FAILED = { failure: 'CONNECTION_FAILED', status: null, response: null };

test('a network that allows public addresses refuses a name that resolves to this machine', async () => {
	const address = plain.replace('localhost', '127.0.0.1');
	expect(await sent('private', plain)).toEqual(REACHED);
	expect(await sent('private', address)).toEqual(REACHED);
	expect(log).toBe('');
	expect(await sent('public', plain)).toEqual(FAILED);
	expect(await sent('public', address)).toEqual(FAILED);
	await logged('connect() blocked by restrictPeers()');
});

test('a delivery fails if the certificate of the receiver is expired or not trusted', async () => {
	expect(await sent('trustsValid', valid)).toEqual(REACHED);
	expect(log).not.toContain('TLS');
	expect(await sent('trustsExpired', expired)).toEqual(FAILED);
	await logged('certificate has expired');
	expect(await sent('private', valid)).toEqual(FAILED);
	await logged('self signed certificate');
});
