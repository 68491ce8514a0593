/** Builds the package: types from the OpenAPI document of this repository, then JavaScript and declarations in `dist`. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { openApiDocument } from '../../src/entrances/site/document.ts';
import { operationsOf } from '../../src/entrances/site/openapi.ts';

const HERE = import.meta.dirname;
const NODE_MODULES = join(HERE, 'node_modules');

/** The examples' dates are around this time, so that the same contract always gives the same file. */
const EXAMPLES_AT = Date.UTC(2026, 2);

const document = openApiDocument(EXAMPLES_AT);
const operations = operationsOf(document);

// Refusals are thrown as a ZubrotError, whatever the operation. Without them, the types have a third of the size.
for (const { responses } of operations) {
	for (const [status, response] of Object.entries(responses)) {
		if (Number(status) >= 400) delete responses[status];
		else delete response.headers;
	}
}

const open = operations.filter(({ security }) => security?.length === 0).map(({ path }) => path);
const types = await openapiTS(document as unknown as OpenAPI3, {
	// A field of a request that has a default may be left out.
	defaultNonNullable: false,
	transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
});

writeFileSync(
	join(HERE, 'src/api.ts'),
	`${astToString(types)}
/** The operations that need no token, and thus accept no \`Idempotency-Key\`. */
export const OPEN_PATHS: readonly string[] = ${JSON.stringify(open)};
`,
);

rmSync(join(HERE, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [join(NODE_MODULES, 'typescript/bin/tsc'), '-p', HERE], { stdio: 'inherit' });
