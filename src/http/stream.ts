/**
 * Sends chunks as the client takes them, so that memory stays flat. The first one is made before the status
 * is sent, so that a failing database still gives an error response.
 */
export async function streamOf(chunks: AsyncGenerator<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
	let next = await chunks.next();
	return new ReadableStream({
		async pull(controller) {
			if (next.done) return controller.close();
			controller.enqueue(next.value);
			next = await chunks.next();
		},
	});
}
