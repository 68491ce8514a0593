import { type OpenApiDocument, operationsOf } from './openapi.ts';
import { curlOf, whoMay } from './operation.ts';

/** Returns the operations as plain Markdown, for programs that read text (llmstxt.org). */
export function llmsText(document: OpenApiDocument): string {
	const { info, tags } = document;
	const sections = tags
		.filter(({ name }) => name !== 'Extension')
		.map(({ name, description }) => {
			const operations = operationsOf(document).filter((operation) => operation.tags[0] === name);
			return `## ${name}\n\n${description}\n\n${operations.map((one) => operationText(document, one)).join('\n')}`;
		});
	return `# ${info.title}

> ${info.description.replaceAll('\n', '\n> ')}

The complete contract is at [/openapi.json](/openapi.json), the reference for people at [/reference](/reference).
SCIM 2.0 is described at [/reference/scim](/reference/scim).

${sections.join('\n')}`;
}

function operationText(
	document: OpenApiDocument,
	operation: ReturnType<typeof operationsOf>[number],
): string {
	const { operationId, summary, description, responses } = operation;
	const refusals = Object.values(responses)
		.flatMap(({ content }) => Object.keys(content?.['application/problem+json']?.examples ?? {}))
		.join(', ');
	return `### ${summary} (${operationId})

${[description?.replaceAll('\n', ' '), whoMay(operation)].filter(Boolean).join(' ')}

\`\`\`sh
${curlOf(document, operation)}
\`\`\`

Refusals: ${refusals}
`;
}
