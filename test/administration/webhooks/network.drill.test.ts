import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPIRED, KEY, NAMED, VALID } from '../../harness/outside/certificates.ts';

/** Networks by their names, as settings of workerd. */
const NETWORKS = {
	public: `allow = ["public"]`,
	private: `allow = ["private"], tlsOptions = (trustBrowserCas = true)`,
	trustsValid: `allow = ["private"], tlsOptions = (trustedCertificates = [embed "valid.pem"])`,
	publicByName: `allow = ["public"], tlsOptions = (trustedCertificates = [embed "named.pem"])`,
	anyByName: `allow = ["public", "private"], tlsOptions = (trustedCertificates = [embed "named.pem"])`,
	trustsExpired: `allow = ["private"], tlsOptions = (trustedCertificates = [embed "expired.pem"])`,
};
type Network = keyof typeof NETWORKS;
const NAMES = Object.keys(NETWORKS) as Network[];

/** Sends a delivery by the service's own code to the address in the query. */
const SENDER = `import { post } from './src/administration/webhooks/sending/remote.ts';
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

const RESOLVER = 'nameserver 127.0.0.1\n';
/** A public address that belongs to this machine in a network of its own, and a private one. */
const [PUBLIC, PRIVATE] = ['93.184.215.14', '127.0.0.1'];
/** A program that runs in a network and a file system of its own, as root there. */
const APART = ['--map-root-user', '--mount', '--net', 'sh', '-c'];
const canBeApart = spawnSync('unshare', [...APART, 'ip link set lo up']).status === 0;
if (!canBeApart) console.warn('No name changes its address, because this machine permits no network apart.');

/** The runtime and the bundler that the tools of the service bring along. */
const { default: WORKERD } = createRequire(import.meta.resolve('miniflare'))('workerd');
const { build } = createRequire(import.meta.resolve('wrangler'))('esbuild');

const folder = mkdtempSync(join(tmpdir(), 'zubrot-network-'));
const ports = new Map<string, number>();
let runtime: ChildProcess;
let [log, plain, valid, expired] = ['', '', '', ''];

beforeAll(async () => {
	const stdin = { contents: SENDER, resolveDir: join(import.meta.dirname, '../../..') };
	const external = ['node:*', 'cloudflare:*'];
	const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false, external });
	const certificates = { 'valid.pem': VALID, 'expired.pem': EXPIRED, 'named.pem': NAMED };
	const files = { 'sender.js': outputFiles[0].text, 'config.capnp': CONFIG, 'resolv.conf': RESOLVER };
	for (const [name, text] of Object.entries({ ...certificates, ...files }))
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

/** Delivers to a name that changes its addresses, and returns how each delivery went. */
function rebound(network: Network): unknown {
	const prepared = `ip link set lo up && ip address add ${PUBLIC} dev lo && mount --bind resolv.conf /etc/resolv.conf`;
	const program = [join(import.meta.dirname, 'rebinding.ts'), WORKERD, network, PUBLIC];
	const command = [...APART, `${prepared} && exec "$0" "$@"`, process.execPath, ...program];
	const stdio = ['ignore', 'pipe', 'ignore'] as const;
	return JSON.parse(execFileSync('unshare', command, { cwd: folder, encoding: 'utf8', stdio: [...stdio] }));
}

test.skipIf(!canBeApart)('a name that is public at first and then private reaches no private address', () => {
	const [once, both] = [
		{ addresses: [PUBLIC], ...REACHED, reached: [PUBLIC] },
		{ addresses: [PRIVATE, PUBLIC], ...REACHED },
	];
	expect(rebound('publicByName')).toEqual([
		once,
		{ addresses: [PRIVATE], ...FAILED, reached: [] },
		once,
		{ ...both, reached: [PUBLIC] },
	]);
	// Without the rule, the same name does lead to the private address.
	expect(rebound('anyByName')).toEqual([
		once,
		{ addresses: [PRIVATE], ...REACHED, reached: [PRIVATE] },
		once,
		{ ...both, reached: [expect.any(String)] },
	]);
});
