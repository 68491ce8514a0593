/**
 * Answers chunks as they are taken, so that memory stays flat. The first one is made before the status is sent, so that a
 * failing database still answers an error.
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
