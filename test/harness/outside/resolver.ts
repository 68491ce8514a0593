import { startServer } from './server.ts';

const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME, TXT] = [0, 2, 3, 16];

/**
 * A DNS resolver over HTTPS, without the S, on this machine. It answers TXT records in the JSON of public resolvers, as
 * `PUT /records/<name>` with a JSON array of texts has set them. A name with the label `broken` has failing name servers. For `refused` the resolver fails, and `silent` gets no answer.
 * Returns its address.
 */
export async function startResolver(): Promise<string> {
	const records = new Map<string, string[]>();
	const answerOf = (name: string) => {
		if (name.includes('.broken.')) return { Status: SERVER_FAILURE };
		const texts = records.get(name);
		if (texts === undefined) return { Status: NO_SUCH_NAME };
		const Answer = texts.map((text) => ({ name, type: TXT, TTL: 60, data: text }));
		return { Status: NO_ERROR, Answer: [{ name, type: 5, TTL: 60, data: 'an.alias.example.' }, ...Answer] };
	};
	const { server, origin } = await startServer((request, body, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		if (request.method === 'PUT')
			records.set(pathname.slice('/records/'.length), JSON.parse(body.toString()));
		const name = searchParams.get('name') ?? '';
		const isAsked = searchParams.get('type') === 'TXT' && request.headers.accept === 'application/dns-json';
		if (request.method === 'PUT') response.end('{}');
		else if (!isAsked || name.includes('.refused.')) response.writeHead(502).end();
		else if (!name.includes('.silent.')) response.end(JSON.stringify(answerOf(name)));
	});
	server.unref();
	return `${origin}/dns-query`;
}
