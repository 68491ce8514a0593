import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { counting } from '../../harness/counting.ts';
import type { Answer } from '../../harness/service.ts';
import { app, type Operation, operations } from '../contract/document.ts';
import type { Draft } from './requests.ts';
import type { Stage } from './stage.ts';
import type { Owner } from './values.ts';

const { counted, bindings } = counting();
const ORIGIN = 'http://zubrot.test';

/** A request and its response. */
export interface Exchange {
	draft: Draft;
	/** The draft with its placeholders filled in. */
	sent: Draft;
	/** The operation that method and path reach, whatever they were made from. */
	operation: Operation | undefined;
	answer: Answer;
	text: string;
	rowsWritten: number;
}

export async function exchange(draft: Draft, stage: Stage): Promise<Exchange> {
	const sent = filled(draft, stage);
	const { method, path, query, headers, body } = sent;
	const request = new Request(ORIGIN + path + query, {
		method,
		headers,
		...(body !== undefined && { body }),
	});
	const operation = reachedBy(request);
	counted.rowsWritten = 0;
	const work = createExecutionContext();
	const response = await app.request(request, undefined, bindings, work);
	const text = new TextDecoder().decode(await response.arrayBuffer());
	await waitOnExecutionContext(work);
	const isJson = /json/.test(response.headers.get('Content-Type') ?? '') && text !== '';
	const answer = {
		status: response.status,
		headers: response.headers,
		body: isJson ? JSON.parse(text) : text,
	};
	return { draft, sent, operation, answer, text, rowsWritten: counted.rowsWritten };
}

function filled(draft: Draft, { ids, tokens }: Stage): Draft {
	const token = tokens[draft.caller];
	const fill = (text: string) =>
		text
			.replace(/(?:\{|%7B)(own|colleague|foreign|unknown)\.(\w+)(?:\}|%7D)/g, (whole, owner: Owner, name) => {
				return ids[owner][name] ?? whole;
			})
			.replaceAll('{token}', () => token ?? 'none');
	const headers = { ...(token !== undefined && { Authorization: 'Bearer {token}' }), ...draft.headers };
	return {
		...draft,
		path: fill(draft.path),
		query: fill(draft.query),
		headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
		body: typeof draft.body === 'string' ? fill(draft.body) : draft.body,
	};
}

const patterns = operations.map((operation) => ({
	operation,
	path: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

function reachedBy({ method, url }: Request): Operation | undefined {
	const { pathname } = new URL(url);
	const wanted = method === 'HEAD' ? 'GET' : method;
	return patterns.find(({ operation, path }) => operation.method === wanted && path.test(pathname))
		?.operation;
}
