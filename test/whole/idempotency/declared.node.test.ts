import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../src/entrances/site/document.ts';
import { operationsOf } from '../../../src/entrances/site/openapi.ts';

const decisions = readFileSync('docs/decisions.md', 'utf8');

/** Returns the first sentences of the entry that begins with these words, on one line. */
const entryOf = (begin: string): string =>
	(decisions.split(/\n(?=\s*- )/).find((entry) => entry.trim().startsWith(begin)) ?? '').replace(/\s+/g, ' ');

test('the decision names the only writing requests that take no Idempotency-Key', () => {
	const entry = entryOf('- **`Idempotency-Key`**');
	expect(entry).toContain('accepted by every POST, PUT and DELETE that needs a token, except');
	const named = [...(/except (.*?),? which write/.exec(entry)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
		([, name]) => name,
	);
	const lacking = operationsOf(openApiDocument(Date.parse('2023-03-07')))
		.filter(({ method, security }) => method.toUpperCase() !== 'GET' && security?.length !== 0)
		.filter(({ parameters = [] }) => !parameters.some(({ name }) => name === 'Idempotency-Key'))
		.map(({ operationId }) => operationId);
	expect(named.sort()).toEqual(lacking.sort());
	expect(named).toHaveLength(2);
});

test('the decision says the same about the caching of receipts as the code', () => {
	const security = readFileSync('src/foundation/http/security.ts', 'utf8');
	expect(security).toContain("'Cache-Control', 'no-store'");
	const files = readFileSync('src/console/receipt-file.ts', 'utf8');
	expect(files).not.toContain('Cache-Control');
	expect(entryOf('- **Receipts**: pictures')).toContain('`Cache-Control: no-store`');
});
