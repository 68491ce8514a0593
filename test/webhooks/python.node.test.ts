import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { secretOf, signed } from '../../src/webhooks/rules.ts';

/** The function of the documentation, which needs nothing but Python's standard library. */
const [, verify = ''] =
	/```python\n(.*?)```/s.exec(readFileSync(`${import.meta.dirname}/../../docs/webhooks.md`, 'utf8')) ?? [];

const PROGRAM = `${verify}
import json, sys
for secret, headers, body in json.load(sys.stdin):
    print(verify(secret, headers, body.encode()))`;

test('the documented Python accepts our signatures, with umlauts and during a rotation, and nothing else', () => {
	const [secret, old, other] = [secretOf(null), secretOf(null), secretOf(null)];
	const body = '{"type":"employee.updated","data":{"recordId":"Jürgen Groß, Köln 🥨"}}';
	const headers = signed('01890a5d-ac96-774b-bcce-b302099a8057', body, [secret, old], Date.now());
	const late = signed('01890a5d-ac96-774b-bcce-b302099a8057', body, [secret], Date.now() - 301_000);
	const cases = [
		[secret, headers, body],
		[old, headers, body],
		[other, headers, body],
		[secret, headers, body.replace('ü', 'u')],
		[secret, { ...headers, 'webhook-id': 'another' }, body],
		[secret, late, body],
	];
	const told = execFileSync('python3', ['-c', PROGRAM], { input: JSON.stringify(cases), encoding: 'utf8' });
	expect(told.trim().split('\n')).toEqual(['True', 'True', 'False', 'False', 'False', 'False']);
});
