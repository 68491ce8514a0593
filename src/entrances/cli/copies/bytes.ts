export type Bytes = ReadableStream<Uint8Array>;

/** Web streams are iterable in Node, which their types do not say. */
export const chunksOf = (stream: Bytes) => stream as unknown as AsyncIterable<Uint8Array>;

export const streamOf = (content: Uint8Array): Bytes => new Response(content as BodyInit).body as Bytes;

export async function contentOf(stream: Bytes): Promise<Buffer<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of chunksOf(stream)) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** Reads the lines of a text in gzip. */
export async function* linesIn(compressed: Bytes): AsyncGenerator<string> {
	const unzipped = compressed.pipeThrough(
		new DecompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>,
	);
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of chunksOf(unzipped)) {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
}
