import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { KEY, NAMED } from '../../harness/outside/certificates.ts';

/**
 * Runs where a public address belongs to this machine and the resolver is our own. A name changes its address there between two
 * deliveries. Prints how each of them went. Its arguments are the runtime, the socket of its sender, and the public address.
 */
const [workerd = '', sender = '', PUBLIC = ''] = process.argv.slice(2);
const PRIVATE = '127.0.0.1';
/** The addresses of the name, for one delivery after the other. */
const RESOLVED = [[PUBLIC], [PRIVATE], [PUBLIC], [PRIVATE, PUBLIC]];

const present: { addresses: readonly string[] } = { addresses: [] };

const HEADER_BYTES = 12;
const TYPE_A = 1;

/** Answers a question of DNS: with the present addresses of type A, which are valid for no time, and with none of other types. */
function resolved(question: Buffer): Buffer {
	const asked = question.subarray(HEADER_BYTES, question.indexOf(0, HEADER_BYTES) + 5);
	const found = asked.readUInt16BE(asked.length - 4) === TYPE_A ? present.addresses : [];
	const header = Buffer.from(question.subarray(0, HEADER_BYTES));
	header.writeUInt16BE(0x8180, 2);
	header.writeUInt16BE(found.length, 6);
	header.writeUInt32BE(0, 8);
	const records = found.map((one) =>
		Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...one.split('.').map(Number)]),
	);
	return Buffer.concat([header, asked, ...records]);
}

const resolver = createSocket('udp4');
resolver.on('message', (question, { port, address }) => resolver.send(resolved(question), port, address));
resolver.bind(53, PRIVATE);
await once(resolver, 'listening');

const reached: (string | undefined)[] = [];
const receiver = createServer({ key: KEY, cert: NAMED }, ({ socket }, response) => {
	reached.push(socket.localAddress);
	// The runtime asks for the addresses again once no connection is left.
	response.setHeader('Connection', 'close').end('reached');
});
receiver.listen(0, '0.0.0.0');
await once(receiver, 'listening');
const to = encodeURIComponent(`https://hooks.example:${(receiver.address() as AddressInfo).port}/`);

const runtime = spawn(workerd, ['serve', '--control-fd=3', 'config.capnp'], {
	stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
});
const isListening = new RegExp(`"socket":"${sender}","port":(\\d+)`);
const port = await (async () => {
	let told = '';
	for await (const chunk of runtime.stdio[3] as unknown as AsyncIterable<Buffer>) {
		told += chunk;
		const [, found] = isListening.exec(told) ?? [];
		if (found !== undefined) return found;
	}
	throw new Error('The runtime does not listen.');
})();

const results = [];
for (const addresses of RESOLVED) {
	present.addresses = addresses;
	const answer = await fetch(`http://${PRIVATE}:${port}/?to=${to}`);
	results.push({ addresses, ...((await answer.json()) as object), reached: reached.splice(0) });
}
runtime.kill();
process.stdout.write(JSON.stringify(results), () => process.exit());
