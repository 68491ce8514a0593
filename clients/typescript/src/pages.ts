/** One page of a list. */
export interface Page<One> {
	data: One[];
	/** The start of the next page. On the last page of a list that can be followed, the start of later records. */
	cursor: string | undefined;
}

interface Init {
	params?: { query?: { limit?: number; cursor?: string } };
}

type Get<One> = (path: string, init: Init) => Promise<{ data: One[]; response: Response }>;

const PAGE_SIZE = 500;

/** The service writes one link: an address, and `next` or `monitor`. */
const LINK = /^<([^>]*)>; rel="(next|monitor)"/;

export async function* pagesOf<One>(
	get: Get<One>,
	path: string,
	init: Init,
): AsyncGenerator<Page<One>, void> {
	const query = { limit: PAGE_SIZE, ...init.params?.query };
	for (let isLast = false; !isLast; ) {
		const { data, response } = await get(path, { ...init, params: { ...init.params, query } });
		const [, address = '', relation] = LINK.exec(response.headers.get('Link') ?? '') ?? [];
		const cursor = new URL(address, 'https://zubrot.example').searchParams.get('cursor') ?? undefined;
		yield { data, cursor };
		isLast = relation !== 'next' || cursor === undefined;
		if (cursor !== undefined) query.cursor = cursor;
	}
}
