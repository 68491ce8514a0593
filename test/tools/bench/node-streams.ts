import { createHash } from 'node:crypto';

// The parts of workerd that Node lacks, for the service in this process.

/** The length is not checked: uploads do so themselves. */
class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
	// biome-ignore lint/complexity/noUselessConstructor: the length must not reach the constructor above
	constructor() {
		super();
	}
}

class DigestStream extends WritableStream<Uint8Array> {
	readonly digest: Promise<Uint8Array>;

	constructor(algorithm: string) {
		const hash = createHash(algorithm);
		const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
		super({
			write: (chunk) => void hash.update(chunk),
			close: () => resolve(hash.digest()),
			abort: reject,
		});
		this.digest = promise;
	}
}

Object.assign(globalThis, { FixedLengthStream });
Object.assign(crypto, { DigestStream });
