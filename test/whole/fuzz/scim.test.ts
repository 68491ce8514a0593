import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callOf, servedRoutes } from '../../entrances/scim/calls.ts';
import { counting } from '../../harness/counting.ts';
import { newClient } from '../../harness/scim.ts';
import { call } from '../../harness/service.ts';
import { snapshot } from '../../harness/snapshot.ts';
import { asked } from '../../tools/random/asked.ts';
import { inBody } from './broken-body.ts';
import { inHeaders } from './broken-headers.ts';
import { expectSilent } from './judgement.ts';
import type { Draft } from './requests.ts';

const { runs = 40, seed = 20230307, path = '' } = asked;
const seconds = asked.runs === undefined ? 20 : 300;

const text = fc.oneof(fc.string(), fc.constantFrom('"', 'a" or "b', '%', "' OR 1=1 --", '['.repeat(50)));
const filters = fc.oneof(
	text,
	fc
		.tuple(
			fc.constantFrom('userName', 'id', 'active', 'name.givenName', 'displayName', 'members', '__proto__'),
			fc.constantFrom('eq', 'sw', 'co', 'ne', 'pr', 'and'),
			text,
		)
		.map(([attribute, op, value]) => `${attribute} ${op} ${JSON.stringify(value)}`),
);
const queries = fc.record(
	{ filter: filters, startIndex: fc.oneof(fc.integer().map(String), text), count: text, attributes: text },
	{ requiredKeys: [], noNullPrototype: true },
);
const operations = fc.array(
	fc.record(
		{
			op: fc.constantFrom('add', 'Replace', 'remove', 'move'),
			path: fc.oneof(
				text,
				fc.constantFrom('active', 'name', 'emails[', 'members[value eq "a"]', 'name.__proto__'),
			),
			value: fc.jsonValue({ maxDepth: 2 }),
		},
		{ requiredKeys: ['op'], noNullPrototype: true },
	),
	{ minLength: 1, maxLength: 3 },
);

const requests = fc.record({
	route: fc.constantFrom(...servedRoutes),
	isKnown: fc.boolean(),
	query: queries,
	patch: fc.option(operations),
	breakages: fc.array(fc.oneof(inBody, inHeaders), { maxLength: 2 }),
});

test('whatever is sent to SCIM, the answer is one of SCIM, within the company and silent about the inside', {
	timeout: (seconds + 60) * 1000,
}, async () => {
	const [own, foreign] = [await newClient(), await newClient()];
	const [member, stranger] = [await own.newMember('sales'), await foreign.newMember('sales')];
	const restore = await snapshot();
	const { counted, bindings } = counting();
	const tally = { granted: 0, refused: 0 };
	let hasWritten = false;

	const property = fc.asyncProperty(requests, async ({ route, isKnown, query, patch, breakages }) => {
		if (hasWritten) await restore();
		const { method, path, body } = callOf(route, isKnown ? member : stranger);
		const given = route.startsWith('PATCH') && patch !== null ? { Operations: patch } : body;
		const whole: Draft = {
			caller: 'COMPANY_ADMIN',
			method,
			path,
			query: `?${new URLSearchParams(query)}`,
			headers: { Authorization: `Bearer ${own.key}`, 'Content-Type': 'application/scim+json' },
			body: given === undefined ? undefined : JSON.stringify(given),
		};
		const sent = breakages.reduce((draft, breakage) => breakage(draft), whole);
		counted.rowsWritten = 0;
		const answer = await call(method, path + sent.query, sent.body, sent.headers, bindings);
		hasWritten = counted.rowsWritten > 0;
		tally[answer.status < 300 ? 'granted' : 'refused']++;

		expect(answer.status).toBeLessThan(500);
		const told = JSON.stringify(answer.body) ?? '';
		if (answer.status !== 204 && answer.status !== 304) {
			expect(answer.headers.get('Content-Type')).toBe('application/scim+json');
		}
		if (answer.status >= 400) {
			expect(answer.body).toMatchObject({ status: String(answer.status), detail: expect.any(String) });
			expectSilent(told);
		}
		expect(told).not.toContain(stranger.userName);
		const [untouched] = (await foreign.send('GET', '/Users')).body.Resources;
		expect(untouched).toMatchObject({ id: stranger.id, active: true, groups: [{ display: 'sales' }] });
	});
	const result = await fc.check(property, {
		numRuns: runs,
		seed,
		...(path !== '' && { path }),
		interruptAfterTimeLimit: seconds * 1000,
		markInterruptAsFailure: false,
	});
	if (result.failed) throw new Error(fc.defaultReportMessage(result));
	if (result.interrupted) console.warn(`The time was up after ${result.numRuns} of ${runs} requests.`);
	expect(tally.granted).toBeGreaterThan(0);
	expect(tally.refused).toBeGreaterThan(0);
});
