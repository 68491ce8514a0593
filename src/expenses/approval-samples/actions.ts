import { aboutCompany, alteration, type Change, CRON, creation } from '../../core/history.ts';
import { newIdIn } from '../../core/id.ts';
import { type Instant, startOfMonth } from '../../core/instant.ts';
import type { Vault } from '../../core/vault.ts';
import { commit, stale } from '../../db/commit.ts';
import { batch, type Db } from '../../db/database.ts';
import { identified, recordEvents } from '../../db/record-events.ts';
import { inSteps, type MayGoOn } from '../../db/steps.ts';
import { commitmentOf, newSeed, sealedForSample } from './rules.ts';
import { type ApprovalSeed, dueReveals, dueSeeds, insertSeeds, revealSeed } from './store.ts';
import { tellSeed } from './table.ts';

/** Returns a new seed for the present month, which nobody has seen. */
export async function seedOf(companyId: string, now: Instant, vault: Vault): Promise<ApprovalSeed> {
	const [id, seed] = [newIdIn(companyId, now), newSeed()];
	return {
		id,
		dateCreated: now,
		companyId,
		month: startOfMonth(now),
		commitment: commitmentOf(seed),
		sealed: await vault.seal(seed, sealedForSample(id)),
		seed: null,
		dateRevealed: null,
	};
}

export const commitmentTold = (seed: ApprovalSeed): Change =>
	creation('approval_seed.committed', aboutCompany(seed.companyId, seed.id), tellSeed(seed));

const STEP = 100;

/** A run of the job, for one company or for all of them. */
export interface Running {
	db: Db;
	now: Instant;
	mayGoOn: MayGoOn;
	companyId: string | undefined;
	vault: Vault;
}

/** Commits the seeds of the present month. */
export const commitSeeds = ({ db, now, mayGoOn, companyId, vault }: Running): Promise<number> =>
	inSteps(mayGoOn, STEP, async (size) => {
		const [due] = await batch(db, [dueSeeds(db, now, size, companyId)]);
		if (due.length === 0) return 0;
		const seeds = await Promise.all(due.map((one) => seedOf(one.companyId, now, vault)));
		const events = recordEvents(db, CRON, now, identified(seeds.map(commitmentTold), now));
		await commit(db, [...insertSeeds(db, seeds), ...events], {
			// Somebody has set the first rule in the meantime.
			'approval_seeds.month': stale,
		});
		return seeds.length;
	});

/** Reveals the seeds of months that are over. */
export const revealSeeds = ({ db, now, mayGoOn, companyId, vault }: Running): Promise<number> =>
	inSteps(mayGoOn, STEP, async (size) => {
		const [due] = await batch(db, [dueReveals(db, now, size, companyId)]);
		if (due.length === 0) return 0;
		const revealed = await Promise.all(
			due.map(async ({ sealed, ...one }) => ({
				...one,
				sealed: null,
				seed: await vault.open(sealed, sealedForSample(one.id)),
				dateRevealed: now,
			})),
		);
		const changes = due.flatMap((before, place) =>
			alteration(
				'approval_seed.revealed',
				aboutCompany(before.companyId, before.id),
				tellSeed({ ...before, seed: null, dateRevealed: null }),
				tellSeed(revealed[place] ?? before),
				{ month: tellSeed(before).month },
			),
		);
		await commit(db, [
			...revealed.map((seed) => revealSeed(db, seed)),
			...recordEvents(db, CRON, now, identified(changes, now)),
		]);
		return due.length;
	});
