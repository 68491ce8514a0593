import { expect } from 'vitest';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { bytesOf, sendBytes } from './bytes.ts';
import type { TestUser } from './service.ts';

const END_OF_DIRECTORY = 0x06054b50;

/** The files of an archive that compresses nothing, by its directory. */
function unpacked(bytes: Uint8Array): Map<string, Uint8Array> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const end = bytes.length - 22;
	if (end < 0 || view.getUint32(end, true) !== END_OF_DIRECTORY) throw new Error('The archive has no end.');
	const files = new Map<string, Uint8Array>();
	let at = view.getUint32(end + 16, true);
	for (let left = view.getUint16(end + 10, true); left > 0; left--) {
		const [size, nameLength] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
		const others = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
		const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
		const local = view.getUint32(at + 42, true);
		const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
		expect(files.has(name), `${name} twice`).toBe(false);
		files.set(name, bytes.subarray(start, start + size));
		at += 46 + nameLength + others;
	}
	return files;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into files freely
type Content = any;

/** The files of an export: those of JSON parsed, the others as bytes. */
export async function exported(
	user: TestUser,
	of: string,
	bindings?: Bindings,
): Promise<Record<string, Content>> {
	const response = await sendBytes(user, 'GET', `${of}/export`, undefined, {}, bindings);
	expect(response.status).toBe(200);
	return filesOf(await bytesOf(response));
}

const filesOf = (bytes: Uint8Array): Record<string, Content> =>
	Object.fromEntries(
		[...unpacked(bytes)].map(([name, content]) => [
			name,
			name.endsWith('.json') ? JSON.parse(new TextDecoder().decode(content)) : content,
		]),
	);
