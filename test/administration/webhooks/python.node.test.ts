import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { secretOf, signed } from '../../../src/administration/webhooks/rules.ts';

/** The documented function, which needs nothing but Python's standard library. */
const PROGRAM = `
import json, sys
sys.path.insert(0, "examples/python")
from webhook import verify
for secret, headers, body in json.load(sys.stdin):
    try:
        print(verify(secret, headers, body.encode())["data"]["recordId"] == "Jürgen Groß, Köln 🥨")
    except ValueError as error:
        print(error)`;

test('the documented Python accepts our signatures, with umlauts and during a rotation, and nothing else', () => {
	const [secret, old, other] = [secretOf(null), secretOf(null), secretOf(null)];
	const body = '{"type":"employee.updated","data":{"recordId":"Jürgen Groß, Köln 🥨"}}';
	const headers = signed('01890a5d-ac96-774b-bcce-b302099a8057', body, [secret, old], Date.now());
	const recorded = signed('01890a5d-ac96-774b-bcce-b302099a8057', body, [secret], Date.now() - 301_000);
	const cases = [
		[secret, headers, body],
		[old, headers, body],
		[other, headers, body],
		[secret, headers, body.replace('ü', 'u')],
		[secret, { ...headers, 'webhook-id': 'another' }, body],
		[secret, recorded, body],
	];
	const told = execFileSync('python3', ['-B', '-c', PROGRAM], {
		cwd: resolve(import.meta.dirname, '../../..'),
		input: JSON.stringify(cases),
		encoding: 'utf8',
	});
	const wrong = 'No signature of the delivery is right.';
	const late = 'The delivery is too old or too new.';
	expect(told.trim().split('\n')).toEqual(['True', 'True', wrong, wrong, wrong, late]);
});
