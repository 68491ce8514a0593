import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { ROLES } from '../../../src/foundation/core/actor.ts';
import { isTried } from '../../harness/sampling.ts';
import { at } from '../../harness/service.ts';
import { readState } from '../../harness/snapshot.ts';
import { operations } from '../contract/document.ts';
import { type Exchange, exchange } from './exchange.ts';
import { judge, mayReach } from './judgement.ts';
import { callOf } from './requests.ts';
import { newStage, STRANGERS } from './stage.ts';
import { OWNERS } from './values.ts';

const guarded = operations.filter(({ security }) => security?.length !== 0);

/** `npm test` makes one of so many calls. */
const CALLS_PER_TRY = 7;

/** The call that succeeds for an authorized caller, made by all others on anybody's records. */
const drafts = guarded
	.flatMap((operation) => [
		...STRANGERS.map((caller) => callOf(operation, caller, 'own')),
		...ROLES.flatMap((caller) =>
			OWNERS.map((owner) => callOf(operation, caller, owner)).filter((draft) => !mayReach(draft, operation)),
		),
	])
	.filter((_, index) => isTried(index, CALLS_PER_TRY));

test('calls that nobody authorised are refused and leave every table and every file as they were', {
	timeout: 60_000,
}, async () => {
	at('2023-03-07T12:00:00.000Z');
	const stage = await newStage();
	/** All but the access log, which tells who was refused. */
	const stored = async () => {
		const { access_events: _, sqlite_sequence: __, ...tables } = await readState();
		return [tables, (await env.RECEIPTS.list()).objects.map(({ key }) => key)];
	};
	const before = await stored();
	const told: Exchange[] = [];
	for (const draft of drafts) told.push(await exchange(draft, stage));
	expect(await stored()).toEqual(before);

	for (const one of told) judge(one, stage);
	expect(told.filter(({ answer }) => answer.status < 400)).toEqual([]);
	expect(told.length).toBeGreaterThan((guarded.length * STRANGERS.length) / CALLS_PER_TRY);
});
