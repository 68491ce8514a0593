export type Bytes = ReadableStream<Uint8Array>;

/** Web streams are iterable in Node, which their types do not say. */
export const chunksOf = (stream: Bytes) => stream as unknown as AsyncIterable<Uint8Array>;

export const streamOf = (content: Uint8Array): Bytes => new Response(content as BodyInit).body as Bytes;

export async function contentOf(stream: Bytes): Promise<Buffer<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of chunksOf(stream)) chunks.push(chunk);
	return Buffer.concat(chunks);
}
