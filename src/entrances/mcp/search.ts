import type { Context } from 'hono';
import type { AppEnv } from '../../foundation/http/env.ts';
import { DOCUMENT_PATH } from '../../foundation/http/versions.ts';

interface Described {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	parameters?: { name: string; in: string; required?: boolean; description?: string; schema: unknown }[];
	requestBody?: { content: Record<string, { schema: unknown }> };
}

interface OpenApi {
	paths: Record<string, Record<string, Described>>;
	components: { schemas: Record<string, unknown> };
}

/** The parts of an operation that an assistant needs to call it. */
interface FoundOperation {
	operationId: string;
	use: string;
	summary: string;
	description?: string;
	parameters: object[];
	body?: unknown;
}

const MOST_FOUND = 8;

/** The OpenAPI document. Each process reads it once. */
let known: OpenApi | undefined;

async function readDocument({ env: { ASSETS } }: Context<AppEnv>): Promise<OpenApi> {
	if (known !== undefined) return known;
	const answer = await ASSETS.fetch(`https://assets${DOCUMENT_PATH}`);
	if (!answer.ok) throw new Error(`The OpenAPI document cannot be read: ${answer.status}`);
	known = await answer.json<OpenApi>();
	return known;
}

/** Returns the operations that match the words best, without those that no tool may call. */
export async function operationsFound(
	c: Context<AppEnv>,
	words: string,
	useOf: (operationId: string) => string | null,
): Promise<FoundOperation[]> {
	const document = await readDocument(c);
	const wanted = wordsIn(words);
	return Object.values(document.paths)
		.flatMap((methods) => Object.values(methods))
		.flatMap((operation) => {
			const use = useOf(operation.operationId);
			const score = use === null ? 0 : scoreOf(operation, wanted);
			return use === null || score === 0 ? [] : [{ operation, use, score }];
		})
		.sort((one, other) => other.score - one.score)
		.slice(0, MOST_FOUND)
		.map(({ operation, use }) => foundIn(document, operation, use));
}

/** Splits camel case too, so that `setAccess` has the words of its id. */
const wordsIn = (text: string): string[] =>
	text
		.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word.length > 1)
		.map((word) => word.replace(/(?<=..)s$/, ''));

/** A word of the id or the summary counts more than one of the description. */
function scoreOf(
	{ operationId, summary, description = '', tags }: Described,
	wanted: readonly string[],
): number {
	const [names, others] = [wordsIn(`${operationId} ${summary}`), wordsIn(`${description} ${tags.join(' ')}`)];
	const scores = wanted.map((word) => (names.includes(word) ? 5 : others.includes(word) ? 1 : 0));
	return scores.reduce<number>((sum, score) => sum + score, 0);
}

function foundIn(document: OpenApi, operation: Described, use: string): FoundOperation {
	const { operationId, summary, description, parameters = [], requestBody } = operation;
	const schema = requestBody?.content['application/json']?.schema;
	return {
		operationId,
		use,
		summary,
		...(description !== undefined && { description }),
		parameters: parameters
			.filter(({ in: place, name }) => place !== 'header' && name !== 'dryRun')
			.map(({ name, in: place, required = false, description: about, schema: type }) => ({
				name,
				in: place === 'path' ? 'parameters' : 'query',
				required,
				...(about !== undefined && { description: about }),
				schema: resolved(document, type),
			})),
		...(schema !== undefined && { body: resolved(document, schema) }),
	};
}

const DEEPEST = 8;

/** Replaces references in a schema by the schemas that they name. */
function resolved(document: OpenApi, schema: unknown, depth = 0): unknown {
	if (depth > DEEPEST || typeof schema !== 'object' || schema === null) return schema;
	if (Array.isArray(schema)) return schema.map((one) => resolved(document, one, depth));
	const { $ref, ...rest } = schema as Record<string, unknown>;
	const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
	const whole = name === undefined ? rest : { ...(document.components.schemas[name] as object), ...rest };
	return Object.fromEntries(
		Object.entries(whole).map(([key, value]) => [key, resolved(document, value, depth + 1)]),
	);
}
