import { aboutCompany, alteration, type Change, CRON, creation } from '../../../foundation/core/history.ts';
import { newIdIn } from '../../../foundation/core/id.ts';
import { type Instant, startOfMonth, toYearMonth } from '../../../foundation/core/instant.ts';
import type { Vault } from '../../../foundation/core/vault.ts';
import { commit, stale } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { inSteps, type MayGoOn } from '../../../foundation/db/steps.ts';
import { commitmentOf, newSeed, openSeed, sealedForSample } from './rules.ts';
import { type ApprovalSeed, dueReveals, dueSeeds, insertSeeds, revelations } from './store.ts';
import { tellSeed } from './table.ts';

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

/** A run of the job for one company, or for all of them. */
export interface Running {
	db: Db;
	now: Instant;
	mayGoOn: MayGoOn;
	companyId: string | undefined;
	vault: Vault;
	/** The seeds that cannot be decrypted: the company and month of each, by the seed's id. */
	lost: Map<string, string>;
}

/** Decrypts a seed. If that fails, it returns null and adds the seed to `lost`, so that only this company is affected. */
export async function opened(
	{ vault, lost }: Running,
	seed: Pick<ApprovalSeed, 'id' | 'companyId' | 'month'> & { sealed: string },
): Promise<string | null> {
	const text = await openSeed(vault, seed);
	if (text === null) lost.set(seed.id, `${seed.companyId} (${toYearMonth(seed.month)})`);
	return text;
}

/** The most seeds that the log names, so that its line stays short. */
const MOST_NAMED = 20;

export function requireAllOpened({ lost }: Running): void {
	if (lost.size === 0) return;
	const named = [...lost.values()].slice(0, MOST_NAMED).join(', ');
	throw new Error(`Seeds that cannot be decrypted: ${lost.size}. No rule approves receipts of: ${named}`);
}

export const commitSeeds = ({ db, now, mayGoOn, companyId, vault }: Running): Promise<number> =>
	inSteps(mayGoOn, STEP, async (size) => {
		const [due] = await batch(db, [dueSeeds(db, now, size, companyId)]);
		if (due.length === 0) return 0;
		const seeds = await Promise.all(due.map((one) => seedOf(one.companyId, now, vault)));
		const events = recordEvents(db, CRON, now, identified(seeds.map(commitmentTold), now));
		await commit(db, [...insertSeeds(db, seeds), ...events], {
			// Somebody has set the first rule meanwhile.
			'approval_seeds.month': stale,
		});
		return seeds.length;
	});

export async function revealSeeds(job: Running): Promise<number> {
	const { db, now, mayGoOn, companyId } = job;
	let after = '';
	return inSteps(mayGoOn, STEP, async (size) => {
		const [due] = await batch(db, [dueReveals(db, now, size, companyId, after)]);
		const revealed = await Promise.all(
			due.map(async (one) => ({ ...one, seed: await opened(job, one), dateRevealed: now })),
		);
		const known = revealed.filter(({ seed }) => seed !== null);
		const changes = known.flatMap((one) =>
			alteration(
				'approval_seed.revealed',
				aboutCompany(one.companyId, one.id),
				tellSeed({ ...one, seed: null, dateRevealed: null }),
				tellSeed(one),
				{ month: tellSeed(one).month },
			),
		);
		await commit(db, revelations(db, known, identified(changes, now), now));
		after = due.at(-1)?.sealed ?? after;
		return due.length;
	});
}
